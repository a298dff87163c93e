// What the installed package says of the works of others in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, inject, it } from 'vitest';

import { importedLibraries } from '../../wasm/toolchain/licences.mjs';

const dist = join(inject('project'), 'node_modules/noisy-descent/wasm/dist');
const text = (file: string) => readFileSync(join(dist, file), 'utf8');

it('has a notice of every library that its sources import, and of Eigen', async () => {
  const notices = text('notices.txt');
  const { components } = JSON.parse(text('sbom.cdx.json')) as { components: { name: string }[] };
  const listed = components.map(({ name }) => name);
  const all = [...(await importedLibraries(['wasm/client', 'wasm/node', 'web/src'])), 'Eigen'];
  expect(all.filter((name) => !listed.includes(name))).toEqual([]);
  expect(all.filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
});
