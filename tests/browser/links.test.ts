// Links that replay: what one says before it runs, what became of it after, and how the next one is made.
import { createHash } from 'node:crypto';
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import quickstart from '../../examples/quickstart.json' with { type: 'json' };
import { encodeLink, encodePlainLink, type LinkContent } from '../../wasm/client/link/index.ts';
import type { ExperimentFile } from '../../wasm/client/index.ts';
import { drop, rows, settled, watchedPages } from './harness.ts';

const open = watchedPages();
const experiment = quickstart as ExperimentFile;
const wrong = 'ab'.repeat(32);
const csv = rows().join('\n');
const sha256 = createHash('sha256').update(csv).digest('hex');
const onFile: ExperimentFile = {
  version: 1,
  title: 'Points of the sender',
  data: {
    kind: 'file',
    name: 'points.csv',
    format: 'csv',
    preprocess: [
      { kind: 'clip-rows', norm: 'l1', bound: 1 },
      { kind: 'labels', positive: 1 },
    ],
  },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.1 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd', parameters: { iterations: 10 } }],
  run: { repeats: 2, randomness: { mode: 'reproducible', seed: 3 } },
};

const plain = (more: Partial<LinkContent> = {}) =>
  encodePlainLink({ experiment, engine: '0.1.0', ...more });
const bar = (page: Page) => page.locator('nd-link-bar');
const inDialog: [string, string, ...string[]][] = [
  ['noisy-descent', 'noisy-descent-app', 'nd-share-dialog', 'dialog'],
];
const form = (page: Page, title: string) =>
  page.locator('nd-share-dialog').getByLabel(title, { exact: true });

async function share(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Share this experiment' }).click();
  await form(page, 'Link').waitFor();
}

describe('a shared link', () => {
  it('replays bit for bit, and says so; an edit ends that, and undo brings it back', async () => {
    const page = await open();
    await settled(page);
    await share(page);
    const dialog = page.getByRole('dialog', { name: 'Share this experiment' });
    await dialog.getByText(/carries the fingerprint of the result/).waitFor();
    const link = await form(page, 'Link').inputValue();
    expect(link).toMatch(/#v4\.\w+\.[\w-]+$/);
    for (const title of ['Markdown', 'HTML, in a frame', 'HTML, as an element', 'Citation']) {
      expect(await form(page, title).inputValue()).toContain(link.slice(link.indexOf('#')));
    }
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await page.goto(link);
    await page.reload();
    await bar(page).getByText('Replayed bit for bit.').waitFor();
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    await field.fill('2');
    await field.press('Enter');
    await bar(page).waitFor({ state: 'hidden' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await bar(page).getByText('Replayed bit for bit.').waitFor();
  });

  it('is copied from the dialog, which a keyboard reaches and leaves', async () => {
    const page = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await settled(page);
    const button = page.getByRole('button', { name: 'Share this experiment' });
    await button.focus();
    await page.keyboard.press('Enter');
    await form(page, 'Citation').waitFor();
    const { violations } = await new AxeBuilder({ page }).include(inDialog).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes[0].html}`)).toEqual([]);
    const copy = page.getByRole('button', { name: 'Copy: Citation' });
    await copy.focus();
    await page.keyboard.press('Enter');
    await page.getByText('Citation: copied.').waitFor();
    const text = await page.evaluate(() => navigator.clipboard.readText());
    expect(text).toBe(await form(page, 'Citation').inputValue());
    await page.keyboard.press('Escape');
    await page.locator('nd-share-dialog').waitFor({ state: 'detached' });
    const isBack = await button.evaluate((element) => element.matches(':focus'));
    expect(isBack).toBe(true);
  });

  it('keeps what is looked at, and what is faded', async () => {
    const view = {
      axis: 'passes',
      measure: 'accuracy',
      scale: 'linear',
      hidden: ['DP-HB'],
    } as const;
    const page = await open({ hash: plain({ view: { ...view, hidden: [...view.hidden] } }) });
    await settled(page);
    await share(page);
    const link = await form(page, 'Link').inputValue();
    const address = new URL(link).hash;
    expect(address).toMatch(/^#v4\./);
    await page.goto('about:blank');
    await page.goto(link);
    await settled(page);
    const faded = page.locator('nd-legend').getByRole('button', { name: /DP-HB/ });
    expect(await faded.first().getAttribute('aria-pressed')).toBe('false');
  });
});

describe('a link that does not come out as it was sent', () => {
  it('says that the fingerprint is another one, and by which engine it was made', async () => {
    const page = await open({ hash: plain({ fingerprint: wrong, engine: '9.0.0' }) });
    await bar(page)
      .getByText(/The replay gave different bits/)
      .waitFor();
    await bar(page)
      .getByText(/is older than the link’s, 9\.0\.0/)
      .waitFor();
  });

  it('says what a costly one will do, and starts it on a click only', async () => {
    const costly: ExperimentFile = {
      ...experiment,
      data: { kind: 'synthetic', name: 'logistic', samples: 50_000, features: 20, seed: 1 },
      algorithms: [{ id: 'dp-gd', parameters: { iterations: 2000 } }],
      run: { ...experiment.run, diagnostics: ['suboptimality'] },
    };
    const link = await encodeLink({ experiment: costly, engine: '0.1.0', fingerprint: wrong });
    const page = await open({ hash: link });
    await bar(page)
      .getByText(
        /20 runs of up to 2000 iterations, .* gradients, about .* Nothing runs until you click/,
      )
      .waitFor();
    await page.getByRole('button', { name: 'Run it' }).waitFor();
  });

  it('asks for the data file that it names, and takes another one only when it is told to', async () => {
    const link = await encodeLink({ experiment: onFile, engine: '0.1.0', sha256 });
    const page = await open({ hash: link });
    await bar(page)
      .getByText(/This link is about points\.csv,\s+a file that it does not hold/)
      .waitFor();
    const choose = (text: string) =>
      page
        .locator('nd-link-bar input[type=file]')
        .setInputFiles({ name: 'mine.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
    await choose(`${csv}\n0.1,0.2,0.3,1`);
    await bar(page)
      .getByText(/Nothing\s+was\s+started/)
      .waitFor();
    await page.locator('noisy-descent-app[data-phase=failed]').waitFor();
    await choose(csv);
    await settled(page);
    await bar(page)
      .getByText(/The link holds no fingerprint/)
      .waitFor();
    await page.getByRole('heading', { name: 'Points of the sender' }).first().waitFor();
  });

  it('takes the file that is dropped on it, and says that it is another one', async () => {
    const link = await encodeLink({
      experiment: onFile,
      engine: '0.1.0',
      sha256,
      fingerprint: wrong,
    });
    const page = await open({ hash: link });
    await bar(page)
      .getByText(/Choose your copy/)
      .waitFor();
    const other = rows((index) => (index + 1) % 2).join('\n');
    await drop(page, 'dropped.csv', other, 'noisy-descent-app');
    await page.getByRole('button', { name: 'Use it anyway' }).click();
    await settled(page);
    await bar(page)
      .getByText(/The data file is a different one/)
      .waitFor();
  });
});

describe('a link that is not opened', () => {
  it.each([
    ['of a later version', '#v5.plain.e30', 'unsupported-version', /newer release/],
    [
      'of a megabyte',
      `#v4.plain.${'A'.repeat(2 ** 20)}`,
      'limit-exceeded',
      /at most 200000 are read/,
    ],
  ])('%s says why, and the opening experiment runs', async (_, hash, code, words) => {
    const page = await open({ hash });
    await page.locator(`noisy-descent-app[data-error=${code}]`).waitFor();
    await page.getByRole('alert').filter({ hasText: words }).waitFor();
    await settled(page);
  });

  it('leaves what was open as it is', async () => {
    const page = await open({ hash: plain({ experiment: { ...experiment, title: 'Mine' } }) });
    await settled(page);
    await page.evaluate(() => (location.hash = '#v5.plain.e30'));
    await page
      .getByRole('alert')
      .filter({ hasText: /The open experiment is unchanged/ })
      .waitFor();
    await page.getByRole('heading', { name: 'Mine' }).first().waitFor();
  });
});

it('records inside an experiment stay out of the address, and a reload keeps them', async () => {
  const inline = {
    ...onFile,
    title: 'Records inside',
    data: {
      kind: 'inline',
      features: Array.from({ length: 40 }, (_, index) => [index % 2 ? 0.5 : -0.5, 0.125]),
      targets: Array.from({ length: 40 }, (_, index) => (index % 2 ? 1 : -1)),
      preprocess: [{ kind: 'clip-rows', norm: 'l1', bound: 1 }],
    },
  };
  const page = await open();
  await settled(page);
  await drop(page, 'inside.json', JSON.stringify(inline));
  await page.getByRole('heading', { name: 'Records inside' }).first().waitFor();
  await page.waitForFunction(() => history.state !== null);
  expect(new URL(page.url()).hash).toBe('#inside');
  await page.reload();
  await page.getByRole('heading', { name: 'Records inside' }).first().waitFor();
  await settled(page);
  await page.getByRole('button', { name: 'Share this experiment' }).click();
  await page
    .getByRole('alert')
    .filter({ hasText: /a link never carries data/ })
    .waitFor();
});
