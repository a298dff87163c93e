// Another release of the built site, made from the present one.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, readdir, mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, extname, join } from 'node:path';

const texts = new Set(['.css', '.html', '.js']);
const worker = 'service-worker.js';

const integrity = (content: Buffer) =>
  `sha256-${createHash('sha256').update(content).digest('base64')}`;

/** As if every file had changed: each has another name, and the page says `data-release="next"`. */
function changed(path: string, content: Buffer): Buffer {
  if (!texts.has(extname(path))) return content;
  const text = content.toString().replaceAll(assetName, '$1next.$2');
  return Buffer.from(text.replace('<html', '<html data-release="next"'));
}

const assetName = /([\w-]+-[\w-]{8})\.(css|csv|js|svg|wasm)\b/g;

/** Writes the next release into a new folder and gives its path. */
export async function nextRelease(site: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-release-'));
  const entries = await readdir(site, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.br'))
    .map((entry) => join(entry.parentPath, entry.name).slice(site.length));
  const integrities = new Map<string, string>();
  const write = async (path: string, content: Buffer) => {
    const file = join(
      folder,
      path.startsWith('assets/') ? path.replace(assetName, '$1next.$2') : path,
    );
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  };
  for (const path of paths.filter((one) => one !== worker)) {
    const before = await readFile(join(site, path));
    const after = changed(path, before);
    integrities.set(integrity(before), integrity(after));
    await write(path, after);
  }
  let script = changed(worker, await readFile(join(site, worker))).toString();
  for (const [before, after] of integrities) script = script.replaceAll(before, after);
  await write(worker, Buffer.from(script.replace(/(version:\s*.)[0-9a-f]{64}/, '$1next')));
  return folder;
}
