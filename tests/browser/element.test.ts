// <noisy-descent> in pages of others: what its attributes do, what it says, and what it costs a page.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import AxeBuilder from '@axe-core/playwright';
import type { Browser, BrowserContextOptions, FrameLocator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import type { SavedElement } from '../../wasm/client/element.ts';
import type { ErrorBody, PlanReport } from '../../wasm/client/index.ts';
import { embedHtml, elementHtml } from '../../wasm/client/link/index.ts';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';
import { endless, opening } from '../wasm/experiments.ts';
import { linkTo, sitePath } from './harness.ts';

type Server = Awaited<ReturnType<typeof listen>>;

let browser: Browser;
let site: Server;
let page: Page;
let complaints: string[];

beforeAll(async () => {
  browser = await launchChromium();
  site = await listen(0);
  site.open(sitePath);
});
afterAll(async () => {
  await browser.close();
  await site.close();
});
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

const text = (experiment: unknown) => JSON.stringify(experiment).replaceAll('"', '&quot;');
const element = (attributes: string, inside = '') =>
  `<noisy-descent ${attributes}>${inside}</noisy-descent>`;
const running = element(`experiment="${text(opening)}"`);

/** Keeps what elements say; events that do not bubble are heard on their way down. */
const recorder = `window.told = [];
for (const type of ['plan', 'progress', 'result', 'error']) {
  document.addEventListener(type, ({ target, detail }) => {
    if (target.localName === 'noisy-descent') told.push({ type, id: target.id, detail });
  }, true);
}`;

/** Opens a page of somebody else's on the site's origin. */
async function open(body: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(20_000);
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.stack ?? error.message));
  const script = '<script type="module" src="embed/noisy-descent.js"></script>';
  const start = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Page</title>`;
  await page.route(`${site.address}page`, (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `${start}<script>${recorder}</script>${script}<main>${body}</main></html>`,
    }),
  );
  await page.goto(`${site.address}page`);
  return page;
}

interface Told {
  type: string;
  id: string;
  detail: unknown;
}

const told = (type: string): Promise<Told[]> =>
  page.evaluate(
    (wanted) => (window as unknown as { told: Told[] }).told.filter((one) => one.type === wanted),
    type,
  );

async function hears(type: string, count = 1): Promise<Told[]> {
  await expect.poll(async () => (await told(type)).length, { timeout: 20_000 }).toBe(count);
  return told(type);
}

const tall = { viewport: { width: 1280, height: 2400 } };
const privacy = async (frame: Page | FrameLocator = page) =>
  (await frame.locator('nd-privacy-note p').allInnerTexts()).join(' ');
const chart = () => page.locator('nd-svg-chart svg');

describe('an element in plain HTML', () => {
  it('runs the experiment of its attribute, and says how private it is', async () => {
    await open(running);
    await chart().waitFor();
    const said = await privacy();
    expect(said).toMatch(/ε 1, pure DP, one record replaced\s+certified/);
    expect(said).toContain('reproducible: not for publishing');
    expect(said).toContain('have no noise: they are not private');
  });

  it('tells the plan, the progress and the result, each once', async () => {
    await open(running);
    const [{ detail: result }] = await hears('result');
    const [{ detail: plan }] = await hears('plan');
    expect((plan as PlanReport).plans[0].privacy.certified).toBe(true);
    expect(result).toMatchObject({ status: 'completed' });
    expect((await told('progress')).length).toBeGreaterThan(0);
    expect(await told('error')).toEqual([]);
  });

  it('takes an object as a property, another file, and a link; and hides what it is told to', async () => {
    await open(element('hide="title legend"'));
    await page.route('**/experiment.json', (route) =>
      route.fulfill({ json: { ...opening, title: 'From a file' } }),
    );
    await page.$eval('noisy-descent', (one, given) => (one.experiment = given), opening as never);
    await hears('result');
    expect(await page.locator('nd-compact-view .title').count()).toBe(0);
    expect(await page.locator('nd-legend').count()).toBe(0);
    await page.$eval('noisy-descent', (one) => {
      one.hide = '';
      one.experiment = null;
      one.src = 'experiment.json';
    });
    await page.getByText('From a file', { exact: true }).waitFor();
    const link = linkTo({ ...opening, title: 'From a link' });
    await page.$eval(
      'noisy-descent',
      (one, given) => {
        one.src = null;
        one.link = given;
      },
      link,
    );
    await page.getByText('From a link', { exact: true }).waitFor();
  });

  it('follows its own epsilon', async () => {
    await open(running);
    await hears('result');
    await page.getByRole('textbox', { name: 'ε' }).fill('3');
    await page.keyboard.press('Enter');
    await hears('result', 2);
    await expect.poll(() => privacy()).toContain('ε 3, pure DP');
  });

  it('starts nothing before it is seen, or clicked where it says so', async () => {
    const far = `<div style="height: 4000px"></div>${running}`;
    await open(`${element(`id="click" start="click" experiment="${text(opening)}"`)}${far}`);
    await page.waitForTimeout(500);
    expect(page.workers()).toEqual([]);
    await page.locator('#click').getByRole('button', { name: 'Run' }).click();
    expect(await hears('result')).toMatchObject([{ id: 'click' }]);
    await page.locator('noisy-descent').last().scrollIntoViewIfNeeded();
    await hears('result', 2);
  });

  it('waits for a click with what is costly, and ends it by another', async () => {
    await open(element(`view="curve" experiment="${text(endless)}"`));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Cancelled').waitFor();
    expect(await told('error')).toEqual([]);
  });
});

describe('several elements of a page', () => {
  it('share one pool of workers, which ends with the last of them', async () => {
    await open(running + running + running, tall);
    await hears('result', 3);
    const cores = await page.evaluate(() => navigator.hardwareConcurrency);
    expect(page.workers()).toHaveLength(Math.min(cores, 16));
    await page.$$eval('noisy-descent', ([first, ...others]) => {
      for (const one of others) one.remove();
      first.run();
    });
    await hears('result', 4);
    await page.$eval('noisy-descent', (one) => one.remove());
    await expect.poll(() => page.workers().length, { timeout: 10_000 }).toBe(0);
  });

  it('go on when one is removed while it runs, which ends without a word', async () => {
    await open(element(`id="long" experiment="${text(endless)}"`));
    await page.getByRole('button', { name: 'Run' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.evaluate((html) => {
      document.querySelector('main')!.innerHTML = html;
    }, running);
    expect(await hears('result')).toMatchObject([{ id: '' }]);
    expect(await told('error')).toEqual([]);
  });

  it('lose nothing when they are moved', async () => {
    await open(`${running}<div id="there"></div>`);
    await hears('result');
    await page.evaluate(() => {
      document.querySelector('#there')!.append(document.querySelector('noisy-descent')!);
    });
    await page.$eval('noisy-descent', (one) => one.run());
    await hears('result', 2);
  });
});

describe('what an element cannot use', () => {
  const cases: [name: string, attributes: string, wrong: Partial<ErrorBody>][] = [
    ['broken JSON', 'experiment="{"', { code: 'invalid-json', field: 'experiment' }],
    [
      'a wrong budget',
      `experiment="${text({ ...opening, privacy: { notion: 'pure', epsilon: -1 } })}"`,
      { code: 'invalid-budget', field: 'privacy.epsilon' },
    ],
    ['a file that is not there', 'src="nowhere.json"', { code: 'io-failed', field: 'src' }],
    ['a link that was cut', 'link="#e=eyJ"', { code: 'invalid-link', field: 'link' }],
    ['no source', '', { code: 'missing-field', field: 'experiment' }],
    [
      'two sources',
      `experiment="${text(opening)}" src="experiment.json"`,
      { code: 'invalid-value', field: 'src' },
    ],
    [
      'an unknown view',
      `view="table" experiment="${text(opening)}"`,
      { code: 'invalid-value', field: 'view' },
    ],
    [
      'the wish to hide the privacy',
      `hide="privacy" experiment="${text(opening)}"`,
      { code: 'invalid-value', field: 'hide' },
    ],
  ];

  it.each(cases)(
    '%s is told, nothing starts, and no room is kept',
    async (_, attributes, wrong) => {
      await open(element(attributes));
      const [{ detail }] = await hears('error');
      expect(detail).toMatchObject(wrong);
      const { message } = detail as ErrorBody;
      await page.getByRole('alert').getByText(message).waitFor();
      expect(page.workers()).toEqual([]);
      expect((await page.locator('noisy-descent').boundingBox())!.height).toBeLessThan(200);
    },
  );

  it('leaves what was there as it was', async () => {
    await open(running);
    await hears('result');
    await page.$eval('noisy-descent', (one) => one.setAttribute('experiment', '{'));
    await hears('error');
    await chart().waitFor();
  });
});

describe('what an element keeps', () => {
  it('comes back without a run, and as a poster', async () => {
    await open(running);
    await hears('result');
    const saved = (await page.$eval('noisy-descent', (one) => one.save())) as SavedElement;
    const poster = await page.$eval('noisy-descent', (one) => one.drawPoster());
    expect(poster).toMatch(/^<svg [\s\S]*DP-GD[\s\S]*<\/svg>$/);
    await page.context().close();
    await open(element('start="click"'));
    await page.$eval('noisy-descent', (one, given) => one.restore(given), saved as object);
    await chart().waitFor();
    expect(page.workers()).toEqual([]);
    expect(await page.$eval('noisy-descent', (one) => one.save())).toEqual(saved);
    const refused = await page.$eval(
      'noisy-descent',
      (one, given) => {
        try {
          one.restore(given);
          return null;
        } catch (error) {
          const { code, field } = error as ErrorBody;
          return { code, field };
        }
      },
      { ...saved, experiment: { ...saved.experiment, algorithms: [] } } as object,
    );
    expect(refused).toMatchObject({ field: 'experiment.algorithms' });
    expect(await page.$eval('noisy-descent', (one) => one.save())).toEqual(saved);
  });

  it('is seen as a poster without JavaScript, and until the curves are there', async () => {
    const poster = '<p>The curves, drawn before</p>';
    const experiment = `experiment="${text(opening)}"`;
    await open(element(experiment, poster), { javaScriptEnabled: false });
    expect(await page.getByText('The curves, drawn before').isVisible()).toBe(true);
    await page.context().close();
    await open(element(`start="click" ${experiment}`, poster));
    await page.getByText('The curves, drawn before').waitFor();
    await page.getByRole('button', { name: 'Run' }).click();
    await chart().waitFor();
    expect(await page.getByText('The curves, drawn before').isVisible()).toBe(false);
  });
});

describe('looks', () => {
  it.each([
    ['light', 375],
    ['dark', 1280],
  ] as const)('axe finds nothing to blame, %s at %i px', async (theme, width) => {
    await open(element(`theme="${theme}" experiment="${text(opening)}"`), {
      viewport: { width, height: 800 },
    });
    await hears('result');
    const { violations } = await new AxeBuilder({ page }).include('noisy-descent').analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
    ).toBe(true);
  });
});

describe('the whole playground in a column', () => {
  it('follows the width of the column, not of the window', async () => {
    const full = element(`view="full" experiment="${text(opening)}"`);
    await open(`<div id="column" style="width: 600px">${full}</div>`, {
      viewport: { width: 1440, height: 900 },
    });
    const app = page.locator('noisy-descent-app');
    const looks = () =>
      app.evaluate((one) => {
        const { isWide } = (one as unknown as { screen: { isWide: boolean } }).screen;
        const { minHeight } = getComputedStyle(one);
        return { isWide, minHeight, overflow: one.scrollWidth - one.clientWidth };
      });
    await app.waitFor();
    expect(await looks()).toEqual({ isWide: false, minHeight: '900px', overflow: 0 });
    await page.$eval('#column', (one) => one.setAttribute('style', 'width: 1200px'));
    await expect.poll(looks).toEqual({ isWide: true, minHeight: '0px', overflow: 0 });
  });
});

describe('an embed', () => {
  it('runs in a page of another origin, as a frame and as a script', async () => {
    const url = `${site.address}${linkTo({ ...opening, title: 'Embedded' })}`;
    const shared = { url, title: 'Embedded', engine: '' };
    const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-embed-'));
    const other = await listen(0, {});
    const start = `<!doctype html><title>Other</title><script>${recorder}</script>`;
    await writeFile(join(folder, 'index.html'), start + embedHtml(shared) + elementHtml(shared));
    other.open(folder);
    await open('', tall);
    await page.goto(other.address);
    await hears('result');
    const frame = page.frameLocator('iframe');
    await frame.locator('nd-svg-chart svg').waitFor();
    expect(await privacy(frame)).toContain('certified');
    await other.close();
    await rm(folder, { recursive: true });
  });
});
