// The files that tell what this project is: they name the versions and the papers that the rest of it names.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { root } from '../../../wasm/toolchain/process.mjs';
import { linkVersion } from '../../../wasm/client/link/versions.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');
const oneLine = (words: string) => words.replace(/\s+/g, ' ');

const { version } = JSON.parse(text('package.json')) as { version: string };
const citation = oneLine(text('CITATION.cff'));

describe('CHANGELOG', () => {
  const rows = [...text('CHANGELOG.md').matchAll(/^\| ([^|]+) \| ([\d.]+) \|/gm)];
  const now = Object.fromEntries(rows.map(([, what, which]) => [what, which]));

  it('names the versions that the software writes', () => {
    const { properties } = JSON.parse(text('wasm/schema.json')) as {
      properties: { version: { const: number } };
    };
    const statement = /"this engine reads version (\d+)"/.exec(
      text('engine/statement/read/read_statement.cpp'),
    )![1];
    expect(now).toEqual({
      'engine and package': version,
      'experiment file': String(properties.version.const),
      link: String(linkVersion),
      'privacy statement': statement,
    });
  });

  it('has a chapter for this version', () => {
    expect(text('CHANGELOG.md')).toContain(`\n## ${version} - `);
  });

  it('tells of every version of links', () => {
    const missing = Array.from({ length: linkVersion }, (_, index) => index + 1).filter(
      (one) => !text('CHANGELOG.md').includes(`, link ${one}`),
    );
    expect(missing).toEqual([]);
  });

  it('names the version that CMake and links in the documentation name', () => {
    expect(text('CMakeLists.txt')).toContain(`project(noisy_descent VERSION ${version} `);
    expect(text('web/docs/reference/links.md')).toContain(`\`#v${linkVersion}.CODEC.PAYLOAD\``);
  });
});

describe('CITATION.cff', () => {
  it('is of this version, and names the five papers that README names', () => {
    expect(citation).toContain(` version: ${version} `);
    const titles = [...text('README.md').matchAll(/^\d\. .*?\*(.+?)\.\*/gm)].map(
      ([, title]) => title,
    );
    expect(titles).toHaveLength(5);
    expect(titles.filter((title) => !citation.includes(title))).toEqual([]);
  });
});
