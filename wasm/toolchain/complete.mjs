// What a package must hold: whatever package.json names, and whatever a packed script or declaration loads.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

/** Relative addresses that a script or a declaration names as its own files. */
const named =
  /(?:\bfrom|\bimport|\bimport\(|\brequire\(|new URL\()\s*["'`](\.\/[\w./-]+\.(?:c?js|wasm|csv|d\.c?ts))["'`]/g;

function* targets(value) {
  if (typeof value === 'string') yield value;
  else for (const one of Object.values(value)) yield* targets(one);
}

/** A declaration stands where a declaration imports a script. */
const declared = (file) => file.replace(/(\.d)?\.(c?)(js|ts)$/, '.d.$2ts');

/**
 * What keeps the files of a clone from being a whole package: sentences, none where nothing is missing.
 *
 * @param {string} folder of package.json
 */
export function lacks(folder) {
  const facts = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const asked = new Map();
  for (const file of targets([facts.exports, facts.bin ?? [], facts.man ?? [], facts.main])) {
    if (!file.includes('*')) asked.set(join(folder, file), 'package.json');
  }
  for (const file of facts.files) {
    if (!file.includes('*')) asked.set(join(folder, file), 'package.json');
  }
  const dist = join(folder, 'wasm', 'dist');
  const built = existsSync(dist) ? readdirSync(dist, { recursive: true }) : [];
  const problems = [];
  for (const name of built.filter((file) => /\.c?[jt]s$/.test(file))) {
    const file = join(dist, name);
    const code = readFileSync(file, 'utf8');
    const isDeclared = /\.d\.c?ts$/.test(name);
    for (const [, address] of code.matchAll(named)) {
      const other = join(dirname(file), address);
      asked.set(isDeclared ? declared(other) : other, relative(folder, file));
    }
  }
  for (const [file, by] of asked) {
    if (!existsSync(file)) problems.push(`${relative(folder, file)} is missing, which ${by} names`);
  }
  return problems;
}
