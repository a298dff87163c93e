// Sets up, builds and serves the playground.
//   npm start [-- --port N]
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildClient, buildSite, site, variants } from './build.mjs';
import { Failure, main, root, say } from './process.mjs';
import { listen, parsePort } from './server.mjs';
import { setUp } from './setup.mjs';

const usualPort = '8173';

function chosenPort() {
  try {
    const { values } = parseArgs({ options: { port: { type: 'string', default: usualPort } } });
    return parsePort(values.port);
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure(`${error.message.split('. ')[0]}; usage: npm start -- --port N`);
  }
}

/** What the engine takes from nothing, on one core. */
const coreMinutes = 10;

const build = (chosen, env) =>
  buildClient(env, { chosen, isQuick: true, options: ['-DNOISY_BUILD_TESTS=OFF'] });

/** How long the build will take, where it is not short. */
function announce() {
  if (existsSync(join(root, 'build', 'wasm', 'wasm'))) return;
  const minutes = Math.max(1, Math.round(coreMinutes / availableParallelism()));
  say(`the first build compiles the whole engine: about ${minutes} min on this machine`);
}

await main(async () => {
  const server = await listen(chosenPort());
  // The page takes threads where it can.
  const first = availableParallelism() > 1 ? 'simd-mt' : 'simd';
  let env;
  try {
    env = await setUp(['build', 'node', 'emscripten', 'packages']);
    announce();
    await build([first], env);
    await buildSite(env);
  } catch (error) {
    await server.close();
    throw error;
  }
  server.open(site);
  say(`the playground is at ${server.address} (Ctrl+C stops it)`);
  try {
    say('it can be used while the variant for other surroundings is built');
    await build(variants, env);
    await buildSite(env, { isAdded: true });
    say(`everything is built; the playground stays at ${server.address}`);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    say(`${error.message}; the playground goes on with one variant`);
  }
});
