// Builds what the npm package holds; npm runs it before it packs or publishes, in a clone as it comes.
//   npm pack
import { buildClient } from './build.mjs';
import { main } from './process.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const env = await setUp(['build', 'node', 'emscripten', 'packages']);
  await buildClient(env, { declarations: true });
});
