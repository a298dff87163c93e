// The licences of libraries: whether each of package-lock.json may be used, and each that is bundled be passed on. It asks
// no network.
//   node wasm/toolchain/licences.mjs
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { Failure, main, root } from './process.mjs';

/** Of what we pass on: all that these ask for is their notice, which the build writes. */
const forBundles = ['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT'];

/** Of tools, which stay here. */
const forTools = [
  ...forBundles,
  'BSD',
  'BlueOak-1.0.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'LGPL-3.0-only',
  'LGPL-3.0-or-later',
  'MPL-2.0',
  'Python-2.0',
];

/** Whether an SPDX expression asks for allowed licences only; of alternatives, one is enough. */
function allows(allowed, expression = '') {
  const alternatives = expression.replace(/[()]/g, '').split(' OR ');
  return alternatives.some((one) => one.split(' AND ').every((id) => allowed.includes(id)));
}

export const mayBeBundled = (expression) => allows(forBundles, expression);

const sourceFolders = ['wasm/client', 'wasm/node', 'web/src', 'web/docs/site/client'];

/**
 * The libraries that sources of bundles import.
 *
 * @returns {Promise<string[]>}
 */
export async function importedLibraries(folders = sourceFolders) {
  const found = new Set();
  for (const folder of folders) {
    const files = await readdir(join(root, folder), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      const text = await readFile(join(root, folder, file), 'utf8');
      const code = text.replaceAll(/import type [^;]*;/g, '');
      const imports = code.matchAll(
        /(?:from|import\(?)\s*'((?:@[\w-]+\/)?[a-z][\w.-]*)(?:\/[^']*)?'/g,
      );
      for (const [, name] of imports) found.add(name);
    }
  }
  return [...found].sort();
}

/** These libraries, and all that they depend on. */
export function withDependencies(names, lock) {
  const reached = new Set();
  const reach = (name) => {
    if (reached.has(name)) return;
    reached.add(name);
    Object.keys(lock.packages[`node_modules/${name}`]?.dependencies ?? {}).forEach(reach);
  };
  names.forEach(reach);
  return reached;
}

/** What is wrong with the licences of a lock file, a line for each library. */
export function complaints(lock, bundled) {
  const reached = withDependencies(bundled, lock);
  return Object.entries(lock.packages).flatMap(([path, { license, version }]) => {
    if (path === '') return [];
    const isBundled = reached.has(path.replace('node_modules/', ''));
    if (isBundled ? mayBeBundled(license) : allows(forTools, license)) return [];
    return [
      `${path} ${version} ${isBundled ? 'is bundled and ' : ''}has ${license ? `the licence ${license}` : 'no licence'}`,
    ];
  });
}

export const readLock = async () =>
  JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8'));

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await main(async () => {
    const found = complaints(await readLock(), await importedLibraries());
    if (found.length > 0) throw new Failure(`licences that are not allowed:\n${found.join('\n')}`);
  });
}
