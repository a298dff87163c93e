import { crc32 } from 'node:zlib';

import { expect, it } from 'vitest';

import { archiveOf } from '../../../../web/src/feature/workbench/release.ts';
import { filesIn } from './unpack.ts';

const entries = [
  { name: 'synthetic.csv', text: 'a,b\n1,é\n' },
  { name: 'statement.txt', text: 'It is 1-DP.\n'.repeat(100) },
];

it('an archive gives back what was put into it, with the sums that unpackers check', async () => {
  const bytes = new Uint8Array(await archiveOf(entries).arrayBuffer());
  const files = filesIn(bytes);
  expect(files.map(({ name, text }) => ({ name, text }))).toEqual(entries);
  expect(files.map(({ sum }) => sum)).toEqual(entries.map(({ text }) => crc32(text)));
});
