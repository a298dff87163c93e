// Checks format, lint rules and types of C++ and TypeScript without changing a file.
//   npm run lint [-- --tidy]      --tidy also runs clang-tidy, which takes minutes
import { checks, runAll, sources } from './checks.mjs';
import { buildPreset } from './build.mjs';
import { Failure, main, say } from './process.mjs';
import { setUp } from './setup.mjs';

async function tidy() {
  const env = await setUp(['build', 'test', 'tidy', 'node', 'emscripten']);
  await buildPreset('native-clang', ['noisy_descent'], env);
  const files = sources('.cpp').filter((file) => file.startsWith('engine/'));
  const args = [
    '-quiet',
    '-p',
    'build/native-clang',
    '-clang-tidy-binary',
    'clang-tidy-22',
    ...files,
  ];
  return { name: 'clang-tidy', command: ['run-clang-tidy-22', args] };
}

await main(async () => {
  const env = await setUp(['format', 'node', 'packages']);
  const list = checks();
  if (process.argv.includes('--tidy')) list.push(await tidy());
  const failures = await runAll(list, env);
  if (failures.length > 0) throw new Failure(`lint found problems: ${failures.join(', ')}`);
  say(`lint is clean: ${list.map((check) => check.name).join(', ')}`);
});
