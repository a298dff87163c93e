// Known defects of libraries, as `npm audit` reports them. Where the registry gives no answer, says why, and passes: a
// machine without a network has nothing wrong with it.
//   node wasm/toolchain/audit.mjs
import { spawnSync } from 'node:child_process';
import { pathToFileURL } from 'node:url';

import { importedLibraries, readLock, withDependencies } from './licences.mjs';
import { Failure, main, root, say } from './process.mjs';

/**
 * What a report of `npm audit --json` comes to. Tools of developers may have defects that no user meets: these are said,
 * and only a serious one of what is bundled fails.
 *
 * @param {string} report
 * @param {Set<string>} bundled
 */
export function judge(report, bundled) {
  const { vulnerabilities, message, error } = parsed(report);
  if (vulnerabilities === undefined) {
    const why = error?.summary || message || 'npm gave no report';
    return { said: `npm audit did not run: ${why}`, failed: [] };
  }
  const found = Object.values(vulnerabilities);
  const failed = found
    .filter(({ name, severity }) => bundled.has(name) && /^(high|critical)$/.test(severity))
    .map(({ name, severity, range }) => `${name} ${range} (${severity})`);
  const names = found.map(({ name, severity }) => `${name} (${severity})`).join(', ');
  return { said: `npm audit: ${names || 'no known defects'}`, failed };
}

function parsed(report) {
  try {
    return JSON.parse(report);
  } catch {
    return {};
  }
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const args = ['audit', '--json', '--fetch-retries=0', '--fetch-timeout=5000'];
    const { stdout } = spawnSync('npm', args, { cwd: root, encoding: 'utf8', timeout: 20_000 });
    const bundled = withDependencies(await importedLibraries(), await readLock());
    const { said, failed } = judge(stdout ?? '', bundled);
    say(said);
    if (failed.length > 0)
      throw new Failure(`bundled libraries have defects: ${failed.join(', ')}`);
  });
}
