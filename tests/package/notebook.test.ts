// The module for notebooks as the package has it: without Jupyter, with a model of anywidget's conventions in Chromium.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { parseSync } from 'vite';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { isolation } from '../../wasm/toolchain/headers.mjs';
import { endless, opening } from '../wasm/experiments.ts';
import { pageText } from './documented.ts';
import { run } from './installed.ts';
import { Notebook, type Seen, type Shown } from './notebook.ts';

const project = inject('project');
const installed = join(project, 'node_modules', 'noisy-descent');
const module = readFileSync(join(installed, 'wasm', 'dist', 'anywidget.js'), 'utf8');
const csv = readFileSync(join(installed, 'examples', 'tables', 'people.csv'), 'utf8');

/** On records that the host has. */
const onFile = {
  ...opening,
  title: 'On a file',
  data: {
    kind: 'file',
    name: 'people.csv',
    format: 'csv',
    header: 'yes',
    target: 'response',
    positive: 'bought',
    columns: [
      { name: 'age', lower: 18, upper: 80 },
      { name: 'hours', lower: 0, upper: 60, missing: 35 },
    ],
    preprocess: [{ kind: 'clip-rows', norm: 'l1', bound: 1 }],
  },
};
const secure = { ...onFile, run: { ...opening.run, randomness: { mode: 'secure' } } };

let browser: Browser;
let notebook: Notebook;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

const shown = (experiment: unknown, more: Partial<Shown> = {}): Shown => ({
  module,
  ...more,
  state: { experiment, ...more.state },
});

const until = (name: string, isSo: (seen: Seen) => boolean) => notebook.until(name, isSo);
const ran = (name: string, results?: number) => notebook.ran(name, results);

const chart = (output: string) => notebook.page.locator(`#${output} nd-svg-chart svg`);

describe('the module', () => {
  it('is one that imports nothing and asks for no address of its own', () => {
    const found: string[] = [];
    const visit = (node: unknown): void => {
      if (typeof node !== 'object' || node === null) return;
      const { type } = node as { type?: string };
      if (type && /^(Import|MetaProperty|Export(All|Named)Declaration)/.test(type)) {
        const { specifiers } = node as { specifiers?: { exported?: { name: string } }[] };
        found.push(specifiers?.map(({ exported }) => exported?.name).join() ?? type);
      }
      Object.values(node).forEach(visit);
    };
    visit(parseSync('anywidget.js', module).program);
    expect(found).toEqual(['default']);
  });

  it('has at most the size that the documentation names', () => {
    const page = pageText('web/docs/how-to/use-it-in-a-notebook.md');
    const [, megabytes] = /at most (\d+\.\d) MB/.exec(page)!;
    expect(module.length).toBeLessThanOrEqual(Number(megabytes) * 1e6);
  });
});

describe('a widget', () => {
  afterEach(async () => {
    const { asked, complaints } = notebook;
    await notebook.close();
    expect(asked).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('runs without a network and gives the plan and the result, with the bits of Node', async () => {
    notebook = await Notebook.open(browser);
    await notebook.show('one', shown(opening));
    const result = await ran('one');
    await chart('one').waitFor();
    writeFileSync(
      join(project, 'bits.mjs'),
      `import { createEngine } from 'noisy-descent';
       const engine = await createEngine();
       console.log((await engine.run(${JSON.stringify(opening)})).fingerprint);
       engine.dispose();`,
    );
    expect(result.fingerprint).toBe(run(project, 'node', ['bits.mjs']).trim());
    const { state, sent } = await notebook.seen('one');
    expect(state.plan).toMatchObject({ plans: [{ privacy: { certified: true } }, {}] });
    expect(state.error).toBeNull();
    expect(sent).toEqual([]);
  });

  it.each(['linear-regression', 'digits'])('has the data of examples/%s.json', async (name) => {
    notebook = await Notebook.open(browser);
    const text = readFileSync(join(installed, 'examples', `${name}.json`), 'utf8');
    const experiment = { ...(JSON.parse(text) as object), run: { ...opening.run, repeats: 1 } };
    await notebook.show('one', shown(experiment));
    expect(await ran('one')).toMatchObject({ status: 'completed' });
  });

  it('runs on an isolated page, too, for which it has no threads', async () => {
    notebook = await Notebook.open(browser, isolation);
    expect(await notebook.page.evaluate(() => crossOriginIsolated)).toBe(true);
    await notebook.show('one', shown(opening));
    expect(await ran('one')).toMatchObject({ status: 'completed' });
  });

  it('shows and tells what is wrong, and goes on when that is over', async () => {
    notebook = await Notebook.open(browser);
    await notebook.show('one', shown({ ...opening, privacy: { notion: 'pure', epsilon: -1 } }));
    const { state } = await until('one', (seen) => seen.state.error !== null);
    const wrong = { code: 'invalid-budget', field: 'privacy.epsilon' };
    expect(state.error).toMatchObject(wrong);
    const { message } = state.error as { message: string };
    await notebook.page.getByRole('alert').getByText(message).waitFor();
    await notebook.call('change', 'one', 'experiment', opening);
    await ran('one');
    expect((await notebook.seen('one')).state.error).toBeNull();
    await notebook.call('change', 'one', 'view', 'full');
    const full = await until('one', (seen) => seen.state.error !== null);
    expect(full.state.error).toMatchObject({ code: 'invalid-value', field: 'view' });
  });

  it('asks the host for its records, runs on no others, and runs again with new ones', async () => {
    notebook = await Notebook.open(browser);
    const state = { data_version: 1 };
    await notebook.show('one', shown(onFile, { state, data: csv }));
    const first = await ran('one');
    expect((await notebook.seen('one')).sent).toEqual([{ type: 'data' }]);
    expect(JSON.stringify((await notebook.seen('one')).state)).not.toContain('teacher');
    await notebook.call('supply', 'one', csv.split('\n').slice(0, 801).join('\n'));
    const second = await ran('one', 2);
    expect(second.privacy.statement.text.join()).toContain('all 800 records');
    expect(first.privacy.statement.text.join()).toContain('all 1200 records');
    expect((await notebook.seen('one')).state.error).toBeNull();
  });

  it('obeys the host, in one view only', async () => {
    notebook = await Notebook.open(browser);
    await notebook.show('one', shown(opening, { state: { start: 'click' } }));
    await notebook.call('view', 'one', 'two');
    await notebook.call('tell', 'one', { type: 'run' });
    await ran('one');
    await chart('one').waitFor();
    await chart('two').waitFor();
    expect((await notebook.seen('one')).results).toBe(1);
    await notebook.call('change', 'one', 'experiment', endless);
    await notebook.call('tell', 'one', { type: 'run' });
    await notebook.page.locator('#one').getByRole('button', { name: 'Pause' }).waitFor();
    await notebook.call('tell', 'one', { type: 'cancel' });
    await notebook.page.locator('#one').getByText('Cancelled').waitFor();
  });

  it('shown again shows its result, and draws no noise anew', async () => {
    notebook = await Notebook.open(browser);
    const records = { state: { data_version: 1 }, data: csv };
    await notebook.show('one', shown(secure, records));
    // What spends a budget on records waits for somebody to say so.
    await notebook.page.getByRole('button', { name: 'Run' }).waitFor();
    await notebook.call('tell', 'one', { type: 'run' });
    const result = await ran('one');
    await notebook.call('end', 'one', 'cleanup');
    await notebook.call('view', 'one', 'again');
    await chart('again').waitFor();
    // As after a reload of the page: the module anew, with the traits that the host has kept.
    const { state } = await notebook.seen('one');
    await notebook.show('reloaded', { module, state, data: csv });
    await chart('reloaded').waitFor();
    await notebook.page.waitForTimeout(1000);
    for (const name of ['one', 'reloaded']) {
      const seen = await notebook.seen(name);
      expect(seen.results).toBe(name === 'one' ? 1 : 0);
      expect(seen.state.result).toEqual(result);
    }
  });

  it('leaves nothing behind, whether it is ended by its function or by the signal', async () => {
    notebook = await Notebook.open(browser);
    for (const how of ['cleanup', 'signal']) {
      await notebook.show(how, shown(opening));
      await ran(how);
      expect(notebook.page.workers().length).toBeGreaterThan(0);
      await notebook.call('end', how, how);
      expect(await notebook.page.locator(`#${how} noisy-descent`).count()).toBe(0);
      // What hears the host's messages belongs to the widget.
      expect((await notebook.seen(how)).listeners).toBe(1);
    }
    await expect.poll(() => notebook.page.workers().length, { timeout: 10_000 }).toBe(0);
  });

  it('stands beside others, also of another version, and shares their workers', async () => {
    notebook = await Notebook.open(browser);
    const later = module.replaceAll('nd-legend', 'nd-later-legend');
    expect(later).not.toBe(module);
    await notebook.show('one', shown({ ...opening, title: 'First' }));
    await notebook.show('two', shown({ ...opening, title: 'Second' }, { module: later }));
    const titles = [await ran('one'), await ran('two')].map(({ experiment }) => experiment.title);
    expect(titles).toEqual(['First', 'Second']);
    const cores = await notebook.page.evaluate(() => navigator.hardwareConcurrency);
    expect(notebook.page.workers()).toHaveLength(Math.min(cores, 16));
    const tags = await notebook.page.evaluate(() =>
      ['nd-legend', 'nd-later-legend'].filter((tag) => customElements.get(tag)),
    );
    expect(tags).toEqual(['nd-legend']);
  });

  it('keeps what is typed in it from the notebook, and follows the notebook in light and dark', async () => {
    notebook = await Notebook.open(browser, {}, '<body data-jp-theme-light="false">');
    await notebook.show('one', shown(opening));
    await ran('one');
    const element = notebook.page.locator('#one noisy-descent');
    expect(await element.getAttribute('theme')).toBe('dark');
    await notebook.page.evaluate(() => (document.body.dataset.jpThemeLight = 'true'));
    await expect.poll(() => element.getAttribute('theme')).toBe('light');
    await notebook.call('change', 'one', 'theme', 'dark');
    await expect.poll(() => element.getAttribute('theme')).toBe('dark');
    await element.getByRole('textbox', { name: 'ε' }).fill('');
    await notebook.page.keyboard.type('3');
    await notebook.page.keyboard.press('Enter');
    await ran('one', 2);
    expect(
      await notebook.page.evaluate(() => (window as unknown as { outside: [] }).outside),
    ).toEqual([]);
    expect(await element.getAttribute('data-lm-suppress-shortcuts')).toBe('true');
  });
});
