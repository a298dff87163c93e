// Notices of what is bundled, licences and known defects: each of these checks can fail.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { rolldown } from 'rolldown';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { judge } from '../../wasm/toolchain/audit.mjs';
import {
  complaints,
  importedLibraries,
  readLock,
  withDependencies,
} from '../../wasm/toolchain/licences.mjs';
import { gather, writeNotices, type Library } from '../../wasm/toolchain/notices.mjs';
import { root } from '../../wasm/toolchain/process.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'noisy-descent-notices-'));
  writeFileSync(join(folder, 'entry.js'), "export { used } from 'planted';\n");
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Bundles a library that states a licence, with a file of it or without. */
async function bundled(license: string | undefined, file: string | null): Promise<string> {
  const planted = join(folder, 'node_modules', 'planted');
  rmSync(planted, { recursive: true, force: true });
  mkdirSync(planted, { recursive: true });
  const facts = { name: 'planted', version: '1.2.3', type: 'module', license };
  writeFileSync(join(planted, 'package.json'), JSON.stringify(facts));
  writeFileSync(join(planted, 'index.js'), 'export const used = 1;\n');
  if (file !== null) writeFileSync(join(planted, file), 'Copyright of the planted library.\n');
  const libraries = new Map<string, Library>();
  const bundle = await rolldown({
    input: join(folder, 'entry.js'),
    plugins: [gather(libraries)],
  });
  await bundle.write({ file: join(folder, 'out', 'entry.js') });
  await bundle.close();
  await writeNotices(join(folder, 'out'), libraries);
  return readFileSync(join(folder, 'out', 'notices.txt'), 'utf8');
}

describe('notices', () => {
  it('hold the text of a bundled library', async () => {
    expect(await bundled('MIT', 'LICENCE.md')).toContain(
      'planted 1.2.3\nLicence: MIT\n\nCopyright of the planted library.\n',
    );
    const materials = JSON.parse(readFileSync(join(folder, 'out', 'sbom.cdx.json'), 'utf8')) as {
      components: object[];
    };
    expect(materials.components).toContainEqual({
      type: 'library',
      'bom-ref': 'pkg:npm/planted@1.2.3',
      name: 'planted',
      version: '1.2.3',
      licenses: [{ license: { id: 'MIT' } }],
      purl: 'pkg:npm/planted@1.2.3',
    });
  });

  it('are refused, by name, where a bundled library has none', async () => {
    await expect(bundled('MIT', null)).rejects.toThrow(
      'planted 1.2.3 is bundled, and has no text of its licence',
    );
    await expect(bundled(undefined, 'LICENSE')).rejects.toThrow(
      'planted 1.2.3 is bundled, and its licence is not stated',
    );
    await expect(bundled('GPL-3.0-only', 'LICENSE')).rejects.toThrow('its licence is GPL-3.0-only');
  });

  it('name the version of Eigen that the build asks for', async () => {
    const [, version] = /set\(recorded_eigen (\S+)\)/.exec(
      readFileSync(join(root, 'engine/dependencies.cmake'), 'utf8'),
    )!;
    const text = await bundled('MIT', 'LICENSE');
    expect(text).toContain(`\nEigen ${version}\nLicence: MPL-2.0\n`);
    expect(text).toContain('Mozilla Public License Version 2.0');
    expect(text).toContain('The scikit-learn developers');
  });
});

describe('licences', () => {
  it('of all libraries are allowed', async () => {
    expect(complaints(await readLock(), await importedLibraries())).toEqual([]);
  });

  it('are looked for in what is bundled and what that depends on', async () => {
    const reached = withDependencies(await importedLibraries(), await readLock());
    expect([...reached]).toEqual(
      expect.arrayContaining(['lit', 'lit-html', 'valibot', 'd3-array']),
    );
  });

  it('of a tool may be wider than of what is bundled', () => {
    const lock = (license?: string) => ({
      packages: { '': {}, 'node_modules/planted': { version: '1.2.3', license } },
    });
    expect(complaints(lock('MPL-2.0'), [])).toEqual([]);
    expect(complaints(lock('(MIT OR GPL-3.0-only)'), ['planted'])).toEqual([]);
    expect(complaints(lock('MPL-2.0'), ['planted'])).toEqual([
      'node_modules/planted 1.2.3 is bundled and has the licence MPL-2.0',
    ]);
    expect(complaints(lock('MIT AND GPL-3.0-only'), [])).toHaveLength(1);
    expect(complaints(lock(), [])).toEqual(['node_modules/planted 1.2.3 has no licence']);
  });
});

describe('npm audit', () => {
  const report = (severity: string) =>
    JSON.stringify({ vulnerabilities: { planted: { name: 'planted', severity, range: '<2' } } });

  it('says why it did not run, and does not fail then', () => {
    const refused = JSON.stringify({ message: 'request to the registry failed', error: {} });
    expect(judge(refused, new Set())).toEqual({
      said: 'npm audit did not run: request to the registry failed',
      failed: [],
    });
    expect(judge('', new Set()).said).toBe('npm audit did not run: npm gave no report');
  });

  it('fails for a serious defect of what is bundled only', () => {
    expect(judge(report('high'), new Set(['planted'])).failed).toEqual(['planted <2 (high)']);
    expect(judge(report('high'), new Set()).failed).toEqual([]);
    expect(judge(report('low'), new Set(['planted'])).failed).toEqual([]);
    expect(judge(report('low'), new Set()).said).toBe('npm audit: planted (low)');
  });
});
