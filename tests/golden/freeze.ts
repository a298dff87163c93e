// Freezes what the native command line says now, and prints what that changes.
//   npm run freeze
import { existsSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';

import { differences, frozen, indexFile, indexOf, playAll, recordsFile } from './record.ts';

const before = existsSync(recordsFile) ? frozen() : new Map<string, string>();
const records = await playAll();
for (const [name, text] of records) {
  const old = before.get(name);
  if (old === text) continue;
  console.log(old === undefined ? `new: ${name}` : `changed: ${name}`);
  if (old === undefined) continue;
  for (const line of differences(JSON.parse(old), JSON.parse(text))) console.log(`  ${line.slice(0, 300)}`);
}
for (const name of before.keys()) if (!records.has(name)) console.log(`gone: ${name}`);

const entries = [...records].map(([name, text]) => `${JSON.stringify(name)}:${text}`);
const text = `{${entries.join(',')}}`;
const params = {
  [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  [constants.BROTLI_PARAM_SIZE_HINT]: text.length,
};
writeFileSync(recordsFile, brotliCompressSync(text, { params }));
writeFileSync(indexFile, `${JSON.stringify(indexOf(records), null, 2)}\n`);
console.log(`${records.size} records, ${text.length} bytes`);
