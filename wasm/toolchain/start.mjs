// Sets up, builds and serves the playground.
//   npm start [-- --port N]
import { parseArgs } from 'node:util';

import { buildClient, buildSite, site } from './build.mjs';
import { Failure, main, say } from './process.mjs';
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

await main(async () => {
  const server = await listen(chosenPort());
  try {
    const env = await setUp(['build', 'node', 'emscripten', 'packages']);
    await buildClient(env, { options: ['-DNOISY_BUILD_TESTS=OFF'] });
    await buildSite(env);
  } catch (error) {
    await server.close();
    throw error;
  }
  server.open(site);
  say(`the playground is at ${server.address} (Ctrl+C stops it)`);
});
