import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { medians, watchedPages, settled, type VisitOptions } from './harness.ts';

const open = watchedPages();

async function lab(settings = '', options: VisitOptions = {}): Promise<Page> {
  const page = await open({ hash: `#lab=${settings}`, ...options });
  await page
    .locator('nd-lab .verdict, nd-figures-view nd-panel-grid, nd-tables-view table')
    .first()
    .waitFor();
  return page;
}

const verdict = (page: Page) => page.locator('nd-lab .verdict');
const says = (page: Page, text: string | RegExp) =>
  verdict(page).filter({ hasText: text }).waitFor();
const setting = (page: Page, label: string) =>
  page.locator('nd-lab nd-slider-field').getByRole('textbox', { name: label });

/** How many pixels of a chart's or map's canvas have ink. */
function ink(page: Page, selector: string): Promise<number> {
  return page
    .locator(selector)
    .first()
    .evaluate((element) => {
      const canvas = element as HTMLCanvasElement;
      const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
      return data.filter((value, index) => index % 4 === 3 && value > 0).length;
    });
}

interface KeptFile {
  name: string;
  text: string;
}

/** Keeps what the page hands out as files in the page, without the browser's downloads, which other tests use. */
async function keepFiles(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const kept: KeptFile[] = [];
    const blobs = new Map<string, Blob>();
    const addressOf = URL.createObjectURL.bind(URL);
    URL.createObjectURL = (blob: Blob) => {
      const url = addressOf(blob);
      blobs.set(url, blob);
      return url;
    };
    HTMLAnchorElement.prototype.click = function () {
      const { download: name, href } = this;
      void blobs
        .get(href)!
        .text()
        .then((text) => kept.push({ name, text }));
    };
    Object.assign(window, { kept });
  });
}

const keptFiles = (page: Page) =>
  page.evaluate(() => (window as unknown as { kept: KeptFile[] }).kept);

describe('the lab', () => {
  it('is loaded when it is opened, and back leads to the playground as it was', async () => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    const labCode = () =>
      page.evaluate(
        () =>
          performance.getEntriesByType('resource').filter(({ name }) => name.includes('lab-page'))
            .length,
      );
    expect(await labCode()).toBe(0);
    await page.getByRole('button', { name: 'Lab', exact: true }).click();
    await says(page, 'One digit every');
    expect(await labCode()).toBe(1);
    expect(page.url()).toContain('#lab=');
    expect(await page.title()).toContain('Lab');
    await page.goBack();
    await settled(page);
    expect(await medians(page)).toEqual(before);
    await page.goForward();
    await says(page, 'One digit every');
  });

  it('keeps what was set: in the address, over a reload, and for each tab', async () => {
    const page = await lab();
    const before = await verdict(page).innerText();
    await setting(page, 'Momentum').fill('0.9');
    await setting(page, 'Momentum').press('Enter');
    await page.waitForURL(/quadratic\.momentum:0\.9/);
    await expect.poll(() => verdict(page).innerText()).not.toBe(before);
    const text = await verdict(page).innerText();
    await page.reload();
    await says(page, text.split('\n')[0]);
    await page.getByRole('button', { name: 'Certificate' }).click();
    await page.waitForURL(/#lab=certificate,quadratic\.momentum:0\.9/);
    await page.goBack();
    await says(page, text.split('\n')[0]);
    await page.getByRole('button', { name: 'Back to the defaults' }).click();
    await expect.poll(() => setting(page, 'Momentum').inputValue()).toBe('0.7');
  });

  it('plans under the KL condition, with the methods that its exponent allows', async () => {
    const page = await lab('kl,kl.samples:10000000');
    await says(page, /KL Spider promises a gap of/);
    await page.getByRole('heading', { name: 'Adaptive GD' }).waitFor();
    await setting(page, 'Exponent κ').fill('3');
    await setting(page, 'Exponent κ').press('Enter');
    await says(page, /The proximal point method promises a gap of/);
    await page.getByRole('heading', { name: 'Adaptive GD' }).waitFor({ state: 'detached' });
    expect(await page.locator('nd-kl-view').getByText('Growth that follows').isVisible()).toBe(
      true,
    );
  });

  it('plans certified releases: bounds, phases, noise and solvers', async () => {
    const page = await lab('releases');
    await says(page, /^\s*Phases beat one release from n = 8\d\d0 on\./);
    const cells = (view: string, name: string) =>
      page
        .locator(`${view} tbody tr`)
        .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
        .getByRole('cell')
        .allInnerTexts();
    expect(await cells('nd-release-bounds-view', 'One release')).toContain('−0.50');
    expect((await cells('nd-release-bounds-view', 'Geometric phases')).at(0)).toBe('0.00382');
    // Equal blocks: the noise halves from phase to phase.
    const phases = page.locator('nd-release-phases-view');
    await phases.getByText('the noise shrinks 2 times').waitFor();
    expect(await phases.locator('tbody tr').count()).toBe(20);
    expect((await cells('nd-noise-ladder-view', 'Analytic, the least proven')).at(-1)).toMatch(
      /\(1 ×\)$/,
    );
    const slopes = await cells('nd-solver-costs-view', 'Gradient descent ascent');
    expect(slopes.slice(0, 2)).toEqual(['2.00', '2.00']);
    await expect
      .poll(() => ink(page, 'nd-solver-costs-view nd-convergence-chart canvas'))
      .toBeGreaterThan(3000);
  });

  it('says beside its field what the engine refuses, and draws what is left', async () => {
    const page = await lab('releases,releases.noise:paper');
    await setting(page, 'Epsilon').fill('2');
    await setting(page, 'Epsilon').press('Enter');
    await page
      .locator('nd-slider-field .error:not([hidden])')
      .getByText(/proved for epsilon < 1/)
      .waitFor();
    expect(await setting(page, 'Epsilon').getAttribute('aria-invalid')).toBe('true');
    await page.locator('nd-noise-ladder-view').getByText('only for ε below 1').first().waitFor();
    await setting(page, 'Epsilon').fill('0.5');
    await setting(page, 'Epsilon').press('Enter');
    await says(page, 'Phases beat one release');
    await expect.poll(() => setting(page, 'Epsilon').getAttribute('aria-invalid')).toBe('false');
  });

  it('fits the certified releases into a phone', async () => {
    const page = await lab('releases', { width: 390, height: 844 });
    await page.locator('nd-solver-costs-view table').waitFor();
    const widths = await page.evaluate(() => [
      document.documentElement.scrollWidth,
      document.documentElement.clientWidth,
    ]);
    expect(widths[0]).toBe(widths[1]);
    const chart = page.locator('nd-release-bounds-view nd-lab-chart');
    await chart.getByRole('application').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowRight');
    await expect
      .poll(() => chart.getByRole('status').innerText())
      .toMatch(/^Records n: .*Equal phases/);
  });

  it('opens an experiment from an address beside it', async () => {
    const page = await open();
    await settled(page);
    const field = page.locator('nd-privacy-panel').getByLabel('Epsilon', { exact: true });
    await field.fill('4');
    await field.press('Enter');
    await page.waitForURL(/#v4\./);
    await page.getByRole('button', { name: 'Lab', exact: true }).click();
    await page.waitForURL(/#v4\..*&lab=/);
    await page.reload();
    await says(page, 'One digit every');
    await page.getByRole('button', { name: 'Look inside' }).click();
    await settled(page);
    expect(await field.inputValue()).toBe('4');
  });

  it('reads nonsense in the address as its defaults', async () => {
    const page = await lab('quadratic,quadratic.step:1e99,quadratic.momentum:%22%3E,x.y:1');
    expect(await setting(page, 'Step').inputValue()).toBe('4');
    expect(await setting(page, 'Momentum').inputValue()).toBe('0.7');
  });
});

describe('the quadratic', () => {
  it('hands out the numbers of every chart and table as CSV', { timeout: 180_000 }, async () => {
    const page = await lab('', { prepare: keepFiles });
    const names = new Set<string>();
    for (const tab of await page.locator('nd-lab nav.tabs button').all()) {
      await tab.click();
      const main = page.locator('nd-lab main');
      const charts = main.locator('nd-lab-chart, nd-stability-map, nd-panel-grid');
      const buttons = main.locator('nd-csv-button button');
      const missing = async () => (await charts.count()) - (await buttons.count());
      await charts.or(buttons).first().waitFor();
      // What is still computed would come between, and move the buttons.
      await expect.poll(() => main.getByText('Being computed…').count()).toBe(0);
      await expect.poll(missing, { message: await tab.innerText() }).toBeLessThanOrEqual(0);
      for (const button of await buttons.all()) {
        const before = (await keptFiles(page)).length;
        await button.click();
        await expect.poll(async () => (await keptFiles(page)).length).toBe(before + 1);
        const { name, text } = (await keptFiles(page))[before];
        const lines = text.split('\n');
        const columns = lines[0].split(',');
        expect(new Set(columns).size).toBe(columns.length);
        expect(lines.length, name).toBeGreaterThan(2);
        names.add(name);
      }
    }
    expect(names.size).toBeGreaterThan(9);
  });

  it('stays where it is while charts are pointed at', { timeout: 180_000 }, async () => {
    const page = await lab();
    for (const tab of await page.locator('nd-lab nav.tabs button').all()) {
      await tab.click();
      const main = page.locator('nd-lab main');
      await main.locator('nd-lab-chart, nd-panel-grid, table').first().waitFor();
      const height = () => main.evaluate((element) => element.scrollHeight);
      // All of it is there once nothing is computed and nothing has grown for a while.
      const settledHeight = async () => {
        const first = await height();
        await page.waitForTimeout(200);
        const isBusy = (await main.getByText('Being computed…').count()) > 0;
        return isBusy ? -1 : (await height()) - first;
      };
      await expect.poll(settledHeight).toBe(0);
      for (const chart of await main.locator('nd-lab-chart .stage').all()) {
        const before = await height();
        await chart.hover();
        await chart.evaluate(() => new Promise(requestAnimationFrame));
        expect(await height(), await tab.innerText()).toBe(before);
        await page.mouse.move(0, 0);
      }
    }
  });

  it('draws the error and the map', async () => {
    const page = await lab();
    await expect.poll(() => ink(page, 'nd-lab nd-convergence-chart canvas')).toBeGreaterThan(3000);
    await expect.poll(() => ink(page, 'nd-stability-map canvas')).toBeGreaterThan(100_000);
  });

  it('follows the marker from the keyboard, and says what it stands on', async () => {
    const page = await lab();
    const map = page.getByRole('application', { name: 'Step against momentum' });
    const words = page.locator('nd-stability-map [role=status]');
    await expect
      .poll(() => words.innerText())
      .toMatch(/^Step 1, momentum 0\.7: rate 0\.\d+, noise/);
    const before = await verdict(page).innerText();
    await map.focus();
    await page.keyboard.press('Shift+ArrowUp');
    await expect.poll(() => words.innerText()).toContain('momentum 0.75');
    expect(await setting(page, 'Momentum').inputValue()).toBe('0.75');
    await expect.poll(() => verdict(page).innerText()).not.toBe(before);
    for (let press = 0; press < 12; press += 1) await page.keyboard.press('Shift+ArrowRight');
    await says(page, 'Diverges');
    await expect.poll(() => words.innerText()).toMatch(/: diverges\.$/);
  });

  it('follows a dragged marker while it is held', async () => {
    const page = await lab();
    const box = (await page.locator('nd-stability-map .plane').boundingBox())!;
    const at = (across: number, up: number) =>
      [box.x + across * box.width, box.y + (1 - up) * box.height] as const;
    const before = await verdict(page).innerText();
    await page.mouse.move(...at(0.25, 0.7));
    await page.mouse.down();
    for (let step = 1; step <= 8; step += 1) {
      await page.mouse.move(...at(0.25, 0.7 + step * 0.025));
    }
    // Still held down: the verdict follows the hand.
    await expect.poll(() => verdict(page).innerText()).not.toBe(before);
    await expect.poll(() => setting(page, 'Momentum').inputValue()).toMatch(/^0\.9/);
    await page.mouse.up();
  });

  it('shows that momentum is faster and noisier than none', async () => {
    const page = await lab();
    await page.getByRole('button', { name: 'best rate' }).click();
    await says(page, /times faster than gradient descent/);
    await says(page, /times higher than gradient descent/);
    await page.getByRole('button', { name: 'no momentum' }).click();
    await says(page, /no faster than gradient descent/);
  });

  it('refuses what is no setting beside its field', async () => {
    const page = await lab();
    await setting(page, 'Noise').fill('-1');
    await setting(page, 'Noise').press('Enter');
    await page
      .locator('nd-slider-field .error:not([hidden])')
      .getByText(/A number from/)
      .waitFor();
    expect(await setting(page, 'Noise').getAttribute('aria-invalid')).toBe('true');
  });
});

describe('the certificate', () => {
  it('has the rate of the table, a matrix and a bound', async () => {
    const page = await lab('certificate');
    await says(page, 'Certified: rate 0.926');
    expect(
      await page.locator('nd-certificate-view math').first().getAttribute('aria-label'),
    ).toMatch(/^P is a matrix/);
    await page.getByText('Best bound after 50 iterations').waitFor();
  });

  it('says plainly where there is none', async () => {
    const page = await lab('certificate,certificate.step:1,certificate.momentum:0.9');
    await says(page, 'No certificate');
    await says(page, 'does not mean that the method diverges');
    expect(await page.locator('nd-certificate-view table').count()).toBe(0);
  });
});

describe('the figures', () => {
  it('are drawn in all presets', async () => {
    const page = await lab('figures');
    expect(await page.locator('nd-panel-grid .panels > li').count()).toBe(4);
    const legend = page.locator('nd-figures-view nd-lab-chart').first().locator('nd-legend ul');
    const texts = new Set<string>();
    for (const preset of ['corrected', 'paper-figure-1', 'paper-text']) {
      await page.locator('nd-lab nd-choice-field select').first().selectOption(preset);
      await expect.poll(async () => texts.has(await legend.innerText())).toBe(false);
      texts.add(await legend.innerText());
    }
    expect(texts.size).toBe(3);
  });
});

describe('the horizon', () => {
  it('is the one of the paper’s constants', async () => {
    const page = await lab('horizon');
    await says(page, 'T′ = 121 of 500');
    await page.getByText('The best division, known exactly').waitFor();
    await page.locator('nd-lab nd-choice-field select').nth(1).selectOption('paper-text');
    await says(page, 'T′ = 106 of 500');
  });

  it('is one step where one step reaches the minimum', async () => {
    const page = await lab('horizon,horizon.strongConvexity:1,horizon.smoothness:1');
    await says(page, 'T′ = 1');
  });
});

describe('the contraction of an epoch', () => {
  it('has the theorem’s choice, and says what a longer step breaks', async () => {
    const page = await lab('epoch');
    await page.getByRole('button', { name: 'the theorem’s choice' }).click();
    await says(page, 'A = 0.488: each epoch more than halves');
    await page.getByRole('button', { name: 'the printed step' }).click();
    await says(page, 'nothing is proven to shrink');
    await page.getByRole('button', { name: 'the theorem’s choice' }).click();
    await says(page, 'more than halves');
    await page.getByRole('button', { name: 'the shortest epoch' }).click();
    await says(page, 'No shorter epoch would do');
  });

  it('is read out along the step with the arrow keys', async () => {
    const page = await lab('epoch');
    const chart = page.locator('nd-lab-chart').first();
    await chart.getByRole('application').focus();
    for (let press = 0; press < 3; press += 1) await page.keyboard.press('Shift+ArrowRight');
    await expect
      .poll(() => chart.getByRole('status').innerText())
      .toMatch(/^Step η, in units of 1\/L: 0\.\d+\. At this epoch length: \d/);
  });
});

describe('noise by batch size', () => {
  const own = 'batch,batch.source:own,batch.epsilon:1,batch.delta:0.001';

  it('has the accountant’s table, and marks where the theorem’s proof holds', async () => {
    const page = await lab(own);
    const row = (batch: string) =>
      page
        .locator('nd-batch-view tbody tr')
        .filter({ has: page.getByRole('rowheader', { name: batch, exact: true }) });
    expect(await row('1').innerText()).toMatch(/^1\s+1\.91\s+no\s+no\s+above 10\s000/);
    expect(await row('1000').innerText()).toMatch(/^1\s?000\s+0\.00939\s+yes\s+yes\s+0\.141/);
    await says(page, /The theorem’s proof covers batches of about 1\s?000\./);
  });

  it('follows the open experiment until one of its numbers is changed', async () => {
    const page = await open();
    await settled(page);
    await page.getByRole('button', { name: 'Lab', exact: true }).click();
    await page.getByRole('button', { name: 'Batch size', exact: true }).click();
    await expect.poll(() => setting(page, 'Records n').inputValue()).toBe('456');
    await setting(page, 'Epsilon').fill('3');
    await setting(page, 'Epsilon').press('Enter');
    await page.waitForURL(/batch\.source:own/);
    expect(await setting(page, 'Records n').inputValue()).toBe('456');
    expect(await setting(page, 'Epsilon').inputValue()).toBe('3');
  });
});

describe('the tables', () => {
  it('stand beside what the accountant certifies', async () => {
    const page = await lab('tables,tables.source:own');
    expect(await page.locator('nd-tables-view table').count()).toBe(5);
    const first = page.locator('nd-tables-view table').first();
    expect(await first.locator('math').first().getAttribute('aria-label')).toBe(
      'p log(n) over (n epsilon) squared',
    );
    await first.getByText(/epochs, .* inner steps on batches of/).waitFor();
  });
});

describe('the widths', () => {
  it('are those of the sets at the chosen dimension', async () => {
    const page = await lab('widths,widths.dimension:1000');
    await says(page, 'In 1000 dimensions the l1 ball is 9.2');
    const row = page.locator('nd-widths-view tbody tr').filter({ hasText: 'l1 ball' });
    expect(await row.innerText()).toMatch(/3\.4[34]\s+11\.9/);
  });
});

describe('the bounds', () => {
  it('are those of the theorem, for every method', async () => {
    const own = 'bounds,bounds.source:own,bounds.samples:10000000';
    const page = await lab(own);
    await says(page, 'The expected gap is at most');
    await says(page, /epochs, m = 20\s000, step 0\.0208\/L/);
    const method = page.locator('nd-lab nd-choice-field').getByLabel('Method');
    await method.selectOption('dp-accmd');
    await says(page, /\d iterations, noise σ/);
    await method.selectOption('dp-gd-nonconvex');
    await says(page, 'The expected squared gradient norm is at most');
    await page.getByRole('rowheader', { name: 'Made by noise' }).waitFor();
  });
});
