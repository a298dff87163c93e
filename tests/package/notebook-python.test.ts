// The class and the notebook of examples/python as the package has them, with stubs of anywidget and traitlets, and with
// the cells' widgets in Chromium.
import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { blocksOf } from './documented.ts';
import { Notebook } from './notebook.ts';

const installed = join(inject('project'), 'node_modules', 'noisy-descent');
const here = join(import.meta.dirname, 'notebook');

let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

describe('the class of examples/python', () => {
  const script = join(here, 'widget_test.py');
  const source = readFileSync(script, 'utf8');
  const tests = [...source.matchAll(/def (test_\w+)/g)].map(([, name]) => name);

  it.each(tests)('%s', (name) => {
    const words = ['-B', script, installed, inject('tarball'), `Widget.${name}`];
    const { status, stderr } = spawnSync('python3', words, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(stderr).toContain('Ran 1 test');
  });
});

describe('the notebook of examples/python', () => {
  const path = join(installed, 'examples', 'python', 'notebook.ipynb');
  const cells = (
    JSON.parse(readFileSync(path, 'utf8')) as {
      nbformat: number;
      cells: { id: string; cell_type: string; outputs?: unknown[]; source: string[] }[];
    }
  ).cells;

  it('has short cells without outputs, each with an id of its own', () => {
    const code = cells.filter((cell) => cell.cell_type === 'code');
    expect(code.length).toBeGreaterThan(3);
    expect(code.flatMap(({ outputs }) => outputs)).toEqual([]);
    expect(new Set(cells.map(({ id }) => id)).size).toBe(cells.length);
    expect(Math.max(...cells.map(({ source }) => source.length))).toBeLessThanOrEqual(25);
  });

  it('has the code that the documentation shows', () => {
    const code = cells.map(({ source }) => source.join(''));
    const blocks = blocksOf('python').map(({ text }) => text);
    expect(blocks.length).toBeGreaterThan(0);
    expect(blocks.filter((block) => !code.includes(block))).toEqual([]);
  });

  it('runs from its first cell to its last, its widgets in Chromium, with the traits that the module knows', async () => {
    const notebook = await Notebook.open(browser);
    const words = ['-B', join(here, 'run_cells.py'), path, join(here, 'stubs')];
    const python = spawn('python3', words, { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    python.stderr.on('data', (text: Buffer) => (said += text.toString()));
    const ended = new Promise((resolve) => python.on('close', resolve));
    const titles: string[] = [];
    for await (const line of createInterface({ input: python.stdout })) {
      const { state, data } = JSON.parse(line) as { state: Record<string, unknown>; data: string };
      const { _esm, ...traits } = state;
      const name = `cell${titles.length}`;
      const text = Buffer.from(data, 'base64').toString();
      await notebook.show(name, { module: _esm as string, state: traits, data: text });
      const { experiment } = await notebook.ran(name);
      titles.push(experiment.title);
      const { read, written, state: after } = await notebook.seen(name);
      expect(new Set([...read, ...written])).toEqual(new Set(Object.keys(traits)));
      const { plan, result, error } = after;
      python.stdin.write(`${JSON.stringify({ plan, result, error })}\n`);
    }
    expect(await ended, said).toBe(0);
    expect(titles).toEqual(['What does epsilon cost?', 'Who bought']);
    expect(said).toContain('It protects one record');
    expect(said).toMatch(/'label': 'DP-GD', 'repeat': 2, 'guaranteed': True, 'solution': \[/);
    const { asked, complaints } = notebook;
    await notebook.close();
    expect([asked, complaints]).toEqual([[], []]);
  });
});
