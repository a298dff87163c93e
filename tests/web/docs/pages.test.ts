// README and the documentation: links lead somewhere, headings are unique, and each block is of a kind that is tested.
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

import { lexer, walkTokens } from 'marked';
import { describe, expect, it } from 'vitest';

import { blocks, pages } from '../../package/documented.ts';
import { root } from '../../../wasm/toolchain/process.mjs';
import { layOut } from '../../../web/docs/site/layout.ts';
import { render, slugOf } from '../../../web/docs/site/markdown.ts';
import { builtPath, readSources, typescriptFolder } from '../../../web/docs/site/pages.ts';
import { typescriptSources } from '../../../web/docs/site/typescript.ts';

const text = (path: string) => readFileSync(join(root, path), 'utf8');

/** Headings of a page as they are linked to. */
function headingsOf(page: string): string[] {
  return lexer(page).flatMap((token) =>
    token.type === 'heading' ? [slugOf(token.text as string)] : [],
  );
}

function linksOf(page: string): string[] {
  const links: string[] = [];
  void walkTokens(lexer(page), (token) => {
    if ('href' in token) links.push(token.href as string);
  });
  return links;
}

const example = (name: string) => text(`examples/cpp/${name}`);

const blocksIn = (path: string, language: string) =>
  blocks.filter((one) => one.page === path && one.language === language).map((one) => one.text);

const rendered = readSources().map(render);

/** Beside README and the documentation: where tools and readers of a project look. */
const ofTheProject = ['CHANGELOG.md', '.github/CONTRIBUTING.md', '.github/SECURITY.md'];
const linked = [...pages, ...ofTheProject.map((path) => ({ path, text: text(path) }))];

describe.each(linked.map((one) => [one.path, one] as const))('%s', (path, page) => {
  it('has links that lead to a file or a heading', () => {
    const dead = linksOf(page.text).filter((link) => {
      if (/^https:/.test(link)) return false;
      const [name, fragment] = link.split('#');
      const target = name === '' ? path : posix.join(posix.dirname(path), name);
      if (target === `web/docs/${typescriptFolder}/index.md`) return false;
      if (!existsSync(join(root, target))) return true;
      return link.includes('#') && !headingsOf(text(target)).includes(fragment);
    });
    expect(dead).toEqual([]);
  });

  it('has one title, and no two headings alike', () => {
    const headings = headingsOf(page.text);
    expect(headings.filter((one, index) => headings.indexOf(one) !== index)).toEqual([]);
    const titles = lexer(page.text).filter(
      (token) => token.type === 'heading' && token.depth === 1,
    );
    expect(titles).toHaveLength(1);
  });
});

describe('the documentation', () => {
  it('lists every page once, and all titles differ', () => {
    const docs = join(root, 'web/docs');
    const files = readdirSync(docs, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.md'))
      .sort();
    expect(rendered.map(({ path }) => path).sort()).toEqual(files);
    const titles = rendered.map(({ title }) => title);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('shows what a page lists below itself in that page, not in the navigation', () => {
    const page = rendered.find(({ path }) => path === 'reference/method/dp-gd.md')!;
    expect(page.parent).toBe('reference/catalogue.md');
    const html = layOut(page, rendered, '');
    expect(html).toContain('<a href="../catalogue.html" aria-current="true">Catalogue of methods');
    expect(html).not.toContain('>Method dp-nag<');
    expect(html).toContain('<a rel="next" href="dp-gd-opt.html">');
  });

  it('states no style in an attribute and no script in a page, which the policy forbids', () => {
    for (const { path, html } of rendered) {
      expect(/<[^>]* style=/.test(html), path).toBe(false);
      expect(html.includes('<script'), path).toBe(false);
    }
  });

  it('asks no other site for anything', () => {
    const foreign = rendered.flatMap(
      ({ html }) => html.match(/(?:src|poster)="[a-z]+:[^"]*"/g) ?? [],
    );
    expect(foreign).toEqual([]);
  });

  it('renders formulas, code, tables, live examples and files of the source tree', () => {
    const find = (path: string) => rendered.find((one) => one.path === path)!;
    expect(find('tutorials/epsilon-in-the-page.md').html).toContain('<math');
    expect(find('tutorials/embed-a-chart.md')).toMatchObject({
      hasLiveExample: true,
      files: ['live/two-methods.json', 'live/two-methods.svg'],
    });
    expect(find('tutorials/embed-a-chart.md').html).toContain(
      '<noisy-descent src="../files/two-methods.json" start="click"><img src="../files/two-methods.svg"',
    );
    expect(find('reference/method/dp-gd.md').html).toMatch(
      /<noisy-descent src="\.\.\/\.\.\/files\/[\w-]+\.json" start="click">\w/,
    );
    const extend = find('how-to/extend-the-engine.md').html;
    expect(extend).toContain('<span class="file">examples/cpp</span>');
    expect(extend).toContain('<a href="solve-exactly.html">');
    expect(find('how-to/solve-exactly.md').html).toContain('<span class="keyword">await</span>');
  });
});

describe('the pages on TypeScript', async () => {
  const pages = (await typescriptSources()).map(render);
  const paths = new Set(pages.map(({ path }) => builtPath(path)));

  it('are one for each export, which its entry lists', () => {
    const engine = pages.find(({ path }) => path.endsWith('noisy-descent/interfaces/Engine.md'))!;
    expect(engine.title).toBe('Interface: Engine<File>');
    expect(engine.html).toContain('Tries to refute what a private algorithm claims');
    expect(engine.html).toContain('<a href="AuditReport.html">');
    const entry = pages.find(({ path }) => path.endsWith('typescript/noisy-descent/index.md'))!;
    expect(entry.html).toContain('<a href="functions/createEngine.html">');
    expect(pages.length).toBeGreaterThan(300);
  });

  it('link to pages that are there, and repeat no id', () => {
    for (const { path, html } of pages) {
      const links = [...html.matchAll(/ href="([^"#:]+)(?:#[^"]*)?"/g)].map(([, link]) => link);
      const dead = links.filter((link) => !paths.has(posix.join(posix.dirname(path), link)));
      expect(dead, path).toEqual([]);
      const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
      expect(
        ids.filter((id, index) => ids.indexOf(id) !== index),
        path,
      ).toEqual([]);
    }
  });
});

describe('README', () => {
  it('has at most 150 lines', () => {
    expect(text('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(150);
  });

  it('shows the program of examples/cpp that the stage native builds', () => {
    const [program] = blocksIn('README.md', 'cpp');
    expect(program).toBe(text('examples/cpp/account.cpp').trimEnd());
  });
});

describe('blocks of code', () => {
  it('of C++ and CMake are of examples/cpp, which the stage native builds', () => {
    const programs = ['account.cpp', 'private_model.cpp'].map((name) => example(name).trimEnd());
    const projects = ['CMakeLists.txt', 'fetch/CMakeLists.txt'].map(example);
    const cpp = pages.flatMap(({ path }) => blocksIn(path, 'cpp'));
    const cmake = pages.flatMap(({ path }) => blocksIn(path, 'cmake'));
    expect(cpp.filter((block) => !programs.includes(block))).toEqual([]);
    expect(cmake.filter((block) => !projects.some((one) => one.includes(block)))).toEqual([]);
  });

  it('are in a language that a test knows', () => {
    const known = 'sh console js cjs html astro svelte json cpp cmake python text'.split(' ');
    expect(blocks.filter(({ language }) => !known.includes(language))).toEqual([]);
  });

  it.each(
    blocks.filter(({ language }) => language === 'json').map(({ page, text }) => [page, text]),
  )('of JSON in %s are JSON', (_, json) => {
    const whole = json.startsWith('"') ? `{${json}}` : json;
    expect(() => JSON.parse(whole) as unknown).not.toThrow();
  });
});
