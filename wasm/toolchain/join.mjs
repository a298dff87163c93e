// Writes test files one after the other into a file that is compiled in their place. What each has in its unnamed namespace
// goes into a namespace of its own name, so that helpers of several files may have one name.
//   node join.mjs OUT FILE ...
import { readFileSync, writeFileSync } from 'node:fs';

function alone(file) {
  return `#line 1 "${file}"\n${readFileSync(file, 'utf8')}`;
}

function apart(file) {
  const name = `in_${file.replace(/^.*\/tests\//, '').replace(/\W/g, '_')}`;
  return alone(file).replace(/^namespace \{$/gm, `namespace ${name} {`);
}

const [out, ...files] = process.argv.slice(2);
writeFileSync(out, files.map(files.length > 1 ? apart : alone).join('\n'));
