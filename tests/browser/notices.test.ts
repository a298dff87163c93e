// What the built site says of the works of others in it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { importedLibraries } from '../../wasm/toolchain/licences.mjs';
import { root } from '../../wasm/toolchain/process.mjs';

const text = (file: string) => readFileSync(join(root, 'web/dist', file), 'utf8');

it('has a notice of every library that its sources import, and of Eigen', async () => {
  const notices = text('notices.txt');
  const { components } = JSON.parse(text('sbom.cdx.json')) as { components: { name: string }[] };
  const listed = components.map(({ name }) => name);
  const all = [...(await importedLibraries()), 'Eigen'];
  expect(all.filter((name) => !listed.includes(name))).toEqual([]);
  expect(all.filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
});
