// Notices and a bill of materials of what is bundled. `npm sbom` cannot tell: to npm, all that bundles hold are tools.
import { readFileSync, readdirSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { mayBeBundled } from './licences.mjs';
import { Failure, root } from './process.mjs';

/** What the WebAssembly modules are compiled from beside the engine; a text for each in wasm/notices. */
const compiled = [
  {
    file: 'eigen',
    name: 'Eigen',
    version: '3.4.0',
    license: 'MPL-2.0',
    source: 'https://gitlab.com/libeigen/eigen/-/tree/3.4.0',
  },
  {
    file: 'emscripten',
    name: 'Emscripten',
    license: 'MIT',
    source: 'https://github.com/emscripten-core/emscripten',
  },
  {
    file: 'llvm',
    name: 'libc++, libc++abi, compiler-rt',
    license: 'Apache-2.0 WITH LLVM-exception',
    source: 'https://github.com/llvm/llvm-project',
  },
  { file: 'musl', name: 'musl', license: 'MIT', source: 'https://musl.libc.org' },
];

const inNodeModules = /^(?!\0)(.*\/node_modules\/(?:@[^/]+\/)?[^/?]+)/;

/** @typedef {{name: string, version: string, license: string, text: string}} Library */

/**
 * A plugin for Rolldown, Rollup and Vite that adds to a map whatever libraries a bundle holds.
 *
 * @param {Map<string, Library>} libraries by name and version
 */
export function gather(libraries) {
  return {
    name: 'noisy-descent:gather-notices',
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const folder = inNodeModules.exec(id)?.[1];
          if (folder === undefined) continue;
          const library = libraryIn(folder);
          libraries.set(`${library.name} ${library.version}`, library);
        }
      }
    },
  };
}

/** What a folder of node_modules says of itself; a Failure where that does not allow it to be passed on. */
export function libraryIn(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const failed = (why) => new Failure(`${name} ${version} is bundled, and ${why}`);
  if (!mayBeBundled(license)) throw failed(`its licence is ${license ?? 'not stated'}`);
  const files = readdirSync(folder).filter((file) => /^(licen[cs]e|copying|notice)\b/i.test(file));
  if (files.length === 0) throw failed('has no text of its licence');
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return { name, version, license, text };
}

/** Writes notices.txt and sbom.cdx.json into a folder that holds the engine and these libraries. */
export async function writeNotices(folder, libraries) {
  const ours = await Promise.all(
    compiled.map(async ({ file, ...facts }) => {
      const text = await readFile(join(root, 'wasm', 'notices', `${file}.txt`), 'utf8');
      return { ...facts, text: text.trim() };
    }),
  );
  const sorted = [...libraries.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const data = await readFile(join(root, 'engine', 'data', 'builtin', 'README.md'), 'utf8');
  const facts = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'notices.txt'), notices([...ours, ...sorted], data.trim()));
  const materials = `${JSON.stringify(billOf(facts, [...ours, ...sorted]), null, 2)}\n`;
  await writeFile(join(folder, 'sbom.cdx.json'), materials);
}

/** Writes what a Vite build gathered into its folder, when all else is there. */
export function noticesOfSite(libraries) {
  let folder;
  return {
    name: 'noisy-descent:notices',
    apply: 'build',
    configResolved({ root: top, build }) {
      folder = join(top, build.outDir);
    },
    closeBundle: () => writeNotices(folder, libraries),
  };
}

function notices(parts, data) {
  const line = '-'.repeat(80);
  const chapters = parts.map(({ name, version = '', license, source, text }) =>
    [`${name} ${version}`.trim(), `Licence: ${license}`, ...(source ? [`Source: ${source}`] : [])]
      .concat('', text)
      .join('\n'),
  );
  const head = 'Noisy Descent is under the MIT licence. It holds the following works of others.';
  return `${[head, ...chapters, data].join(`\n\n${line}\n\n`)}\n`;
}

/** A CycloneDX document; without a date, so that the same build writes the same bytes. */
function billOf({ name, version, license }, parts) {
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: {
      component: { type: 'application', 'bom-ref': name, name, version, ...licensed(license) },
    },
    components: parts.map(component),
  };
}

function component({ name, version, license, source }) {
  const address = `pkg:npm/${name.replace('@', '%40')}@${version}`;
  return {
    type: 'library',
    'bom-ref': source ?? address,
    name,
    ...(version && { version }),
    ...licensed(license),
    ...(source ? { externalReferences: [{ type: 'website', url: source }] } : { purl: address }),
  };
}

const licensed = (id) => ({
  licenses: [id.includes(' ') ? { expression: id } : { license: { id } }],
});
