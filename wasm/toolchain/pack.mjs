// Builds what the npm package holds, and checks that it is whole; npm runs it before it packs or publishes, in a clone
// as it comes or after `npm start`, which builds less.
//   npm pack
import { buildClient } from './build.mjs';
import { lacks } from './complete.mjs';
import { Failure, main, mustRun, root } from './process.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const env = await setUp(['build', 'node', 'emscripten', 'packages']);
  await buildClient(env, { declarations: true });
  const page = ['wasm/dist/cli.js', 'man', '--out', 'wasm/dist/noisy-descent.1'];
  await mustRun('writing the manual page', 'node', page, { env });
  const [first, ...others] = lacks(root);
  if (first === undefined) return;
  const more =
    others.length > 0 ? `, and ${others.length} more files are not as they should be` : '';
  throw new Failure(
    `the package is not complete: ${first}${more}; let nothing else build, and pack again`,
  );
});
