// What README tells a reader to type, typed: its commands, its modules for Node and its pages, with the installed package.
import { cpSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { readmeBlocks, readmeCommands } from './readme.ts';
import { run } from './installed.ts';
import { Site } from './site.ts';

const project = inject('project');
const commands = readmeCommands('noisy-descent');
const modules = readmeBlocks('js');
const pages = readmeBlocks('html');

let site: Site;
beforeAll(async () => {
  site = await Site.open();
  symlinkSync(join('node_modules', 'noisy-descent', 'examples'), join(project, 'examples'));
  // What the pages of README name as the reader's own files.
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

describe('the commands of README', () => {
  it('are there', () => {
    expect(commands.length).toBeGreaterThan(8);
  });

  // In their order: one reads what another has written.
  it.each(commands)('%s', (command) => {
    expect(() => run(project, 'sh', ['-ec', command], env)).not.toThrow();
  });
});

it('the first module of README learns something', () => {
  writeFileSync(join(project, 'readme.mjs'), modules[0]);
  expect(Number(run(project, 'node', ['readme.mjs']))).toBeGreaterThan(0.85);
});

it.each(modules.slice(1))('a module of README runs: %s', (text) => {
  writeFileSync(join(project, 'readme.mjs'), text);
  expect(() => run(project, 'node', ['readme.mjs'], env)).not.toThrow();
});

it('the module of README that replays a link says that it did', () => {
  writeFileSync(
    join(project, 'links.mjs'),
    modules.find((text) => text.includes('compareReplay'))!,
  );
  expect(run(project, 'node', ['links.mjs'])).toBe('Replayed bit for bit.\n');
});

it.each(pages)('a page of README shows something and complains of nothing: %s', async (text) => {
  writeFileSync(join(project, 'readme.html'), text);
  const { words, complaints } = await site.look(`${await site.serve(project)}readme.html`);
  expect(complaints).toEqual([]);
  expect(words).not.toBe('');
});
