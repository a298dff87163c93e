// What README and the documentation tell a reader to type, typed: shell commands, modules for Node, and pages, with the
// installed package. Blocks of `console` set up or build something, as other stages do, and are not run here.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { blocksOf, type Block } from './documented.ts';
import { run } from './installed.ts';
import { Site } from './site.ts';

const project = inject('project');

let site: Site;
beforeAll(async () => {
  site = await Site.open();
  symlinkSync(join('node_modules', 'noisy-descent', 'examples'), join(project, 'examples'));
  // What pages name as the reader's own files.
  cpSync(join(project, 'examples', 'quickstart.json'), join(project, 'experiment.json'));
  writeFileSync(join(project, 'poster.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(() => site.close());

/** With journals of their own: some of the examples are secure runs on files. */
const env = {
  ...process.env,
  PATH: `${join(project, 'node_modules', '.bin')}${delimiter}${process.env.PATH ?? ''}`,
  NOISY_DESCENT_STATE: join(project, 'state'),
};

/** Each with a name for the report: its page and its first line. */
const named = (found: readonly Block[]) =>
  found.map((block) => [`${block.page}: ${block.text.split('\n')[0]}`, block] as const);

const runModule = ({ text }: Block): string => {
  writeFileSync(join(project, 'documented.mjs'), text);
  return run(project, 'node', ['documented.mjs'], env);
};

describe('commands', () => {
  const shell = blocksOf('sh');

  it('are there', () => {
    expect(shell.length).toBeGreaterThan(20);
  });

  // In their order: one reads what another has written, and modules read what commands wrote.
  it.each(named(shell))('%s', (_, { text }) => {
    expect(() => run(project, 'sh', ['-ec', text], env)).not.toThrow();
  });
});

describe('modules', () => {
  const modules = blocksOf('js');
  const withWords = (words: string) => modules.find(({ text }) => text.includes(words))!;
  const checked = [withWords('cancer'), withWords('compareReplay')];

  it('learn something', () => {
    expect(Number(runModule(checked[0]))).toBeGreaterThan(0.85);
  });

  it('replay a link and say that they did', () => {
    expect(runModule(checked[1])).toBe('Replayed bit for bit.\n');
  });

  it.each(named(modules.filter((one) => !checked.includes(one))))('%s', (_, block) => {
    expect(() => runModule(block)).not.toThrow();
  });
});

it.each(named(blocksOf('html')))('%s shows something, without complaint', async (_, { text }) => {
  writeFileSync(join(project, 'documented.html'), text);
  const { words, complaints } = await site.look(`${await site.serve(project)}documented.html`);
  expect(complaints).toEqual([]);
  expect(words).not.toBe('');
});
