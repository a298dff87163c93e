// Writes several files into one that is compiled in their place.
//   node join.mjs ROOT OUT FILE ...            what one file alone knows gets another name, see batches.mjs
//   node join.mjs ROOT OUT --joined FILE ...   of tests: what each has in its unnamed namespace goes into one of its own name
import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';

import { renamedIn, withNames } from './batches.mjs';

const [root, out, ...words] = process.argv.slice(2);
const files = words.filter((word) => word !== '--joined');
const nameOf = (file) => `in_${relative(root, file).replace(/\W/g, '_')}`;

const lines = (file, change) => `#line 1 "${file}"\n${change(readFileSync(file, 'utf8'))}`;

const apart = (file) =>
  lines(file, (text) => text.replace(/^namespace \{$/gm, `namespace ${nameOf(file)} {`));

function renamed(file, index) {
  const names = renamedIn(root, relative(root, file));
  return lines(file, (text) => withNames(text, names, (name) => `${name}_${index}`));
}

const parts = files.map(words.includes('--joined') ? apart : renamed);
writeFileSync(out, `${parts.join('\n')}\n`);
