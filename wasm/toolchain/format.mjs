// Formats C++ with clang-format, and TypeScript, JSON, CSS and HTML with Prettier.
//   npm run format
import { formatters, runAll } from './checks.mjs';
import { Failure, main } from './process.mjs';
import { setUp } from './setup.mjs';

await main(async () => {
  const env = await setUp(['format', 'node', 'packages']);
  const failures = await runAll(formatters(), env);
  if (failures.length > 0) throw new Failure(`failed: ${failures.join(', ')}`);
});
