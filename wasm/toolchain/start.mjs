// Sets up, builds and serves the playground.
//   npm start [-- --port N]
import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildClient, buildSite, site } from './build.mjs';
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
const coreMinutes = 16;

/** How long the build will take, where it is not short. */
function announce() {
  if (existsSync(join(root, 'build', 'wasm', 'wasm'))) return;
  const minutes = Math.max(1, Math.round(coreMinutes / availableParallelism()));
  say(`the first build compiles the whole engine: about ${minutes} min on this machine`);
}

await main(async () => {
  const server = await listen(chosenPort());
  try {
    const env = await setUp(['build', 'node', 'emscripten', 'packages']);
    announce();
    await buildClient(env, { isQuick: true, options: ['-DNOISY_BUILD_TESTS=OFF'] });
    await buildSite(env);
  } catch (error) {
    await server.close();
    throw error;
  }
  server.open(site);
  say(`the playground is at ${server.address} (Ctrl+C stops it)`);
});
