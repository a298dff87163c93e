// Writes a brotli twin beside every built file that gains from one.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const compress = promisify(brotliCompress);
const compressible = new Set([
  '.css',
  '.csv',
  '.html',
  '.js',
  '.json',
  '.libsvm',
  '.mjs',
  '.svg',
  '.txt',
  '.wasm',
]);
const smallest = 1024;

/** @returns {Promise<{path: string, size: number, brotli: number}[]>} every file of the folder with its sizes in bytes */
export async function compressFolder(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile() && !entry.name.endsWith('.br'));
  return Promise.all(
    files.map((entry) => compressFile(join(entry.parentPath ?? entry.path, entry.name))),
  );
}

async function compressFile(path) {
  const content = await readFile(path);
  if (!compressible.has(extname(path)) || content.length < smallest) {
    return { path, size: content.length, brotli: content.length };
  }
  const packed = await compress(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 11,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  });
  await writeFile(`${path}.br`, packed);
  return { path, size: content.length, brotli: packed.length };
}
