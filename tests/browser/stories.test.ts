// Five stories: each step shows what its sentence says, by keyboard, and Back returns to what was open.
import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { stories } from '../../web/src/feature/stories/table.ts';
import { medians, settled, watchedPages } from './harness.ts';

const open = watchedPages();

/** Waits until a step is told whole: its runs, and its audit if that is awaited, have ended. */
async function told(page: Page, step: number, of: number, isWhole = true): Promise<string> {
  const bar = page.locator('nd-story-bar');
  await bar.getByText(`${step} of ${of}`, { exact: true }).waitFor();
  await page.locator('noisy-descent-app[data-phase=done]:not([data-stale])').waitFor();
  const words = bar.locator('.words p');
  if (isWhole) await expect.poll(() => words.count(), { timeout: 60_000 }).toBe(1);
  return (await words.first().innerText()).trim();
}

const story = (id: string) => stories.find((one) => one.id === id)!;

describe('a story', () => {
  it('turns by the arrow keys, says the numbers of the page, and leaves by Escape', async () => {
    const page = await open();
    await settled(page);
    const before = await medians(page);
    await page.locator('nd-stories-panel').getByRole('button').first().click();
    await page.getByRole('button', { name: 'When to stop' }).click();
    const { length } = story('when-to-stop').steps;
    await told(page, 1, length);
    await page.keyboard.press('ArrowRight');
    const sentence = await told(page, 2, length);
    await settled(page);
    const ends = await medians(page);
    expect([...ends.keys()]).toEqual(['60 steps', '400 steps']);
    const cells = await page.locator('nd-summary-table tbody td:nth-of-type(1)').allInnerTexts();
    expect(sentence).toContain(
      `After 60 steps the gap is ${cells[0]}, after 400 it is ${cells[1]}.`,
    );

    await page.keyboard.press('ArrowLeft');
    const first = await told(page, 1, length);
    const [end] = await page.locator('nd-summary-table tbody td:nth-of-type(1)').allInnerTexts();
    expect(first).toContain(`It ends at ${end},`);
    // The reader may touch anything meanwhile: what is said follows, and Next sets the next step.
    await page.locator('nd-privacy-panel').getByLabel('Epsilon').first().fill('4');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.locator('nd-story-bar .words p').innerText()).not.toBe(first);
    await page.locator('nd-story-bar').getByRole('button', { name: 'Next' }).click();
    expect(await told(page, 2, length)).toBe(sentence);

    await page.keyboard.press('Escape');
    await page.locator('nd-story-bar').waitFor({ state: 'detached' });
    expect(await medians(page)).toEqual(ends);
    await expect.poll(() => page.url()).not.toContain('story=');
    await page.goBack();
    await settled(page);
    await expect.poll(() => medians(page)).toEqual(before);
  });

  it('opens by its address on a phone, in at most a third of the screen', async () => {
    const page = await open({ hash: '#story=catch-a-broken-mechanism.2', width: 320, height: 640 });
    await told(page, 2, story('catch-a-broken-mechanism').steps.length);
    const bar = page.locator('nd-story-bar');
    expect((await bar.boundingBox())!.height).toBeLessThanOrEqual(640 / 3);
    await page.locator('main > nd-promise-panel').waitFor();
    for (const button of await bar.getByRole('button').all()) {
      expect((await button.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    }
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    // A reload keeps the step.
    await page.waitForURL(/story=catch-a-broken-mechanism\.2$/);
    await page.reload();
    await told(page, 2, story('catch-a-broken-mechanism').steps.length);
  });

  it('of an unknown name is refused, and the page stands', async () => {
    const page = await open({ hash: '#story=<img src=x>' });
    await page.getByText('There is no story of this name').waitFor();
    expect(await page.locator('nd-story-bar').count()).toBe(0);
    await page.waitForURL((url) => !url.hash.includes('story'));
  });
});

describe('every step', () => {
  it('runs by itself, and shows what it says', { timeout: 240_000 }, async () => {
    const page = await open({ hash: '#story=price-of-epsilon' });
    for (const { id, steps } of stories) {
      if (id !== stories[0].id) {
        await page.evaluate((name) => (location.hash = `story=${name}`), id);
        await page.getByRole('heading', { name: story(id).title, exact: false }).waitFor();
      }
      for (const [index, { found, text, audits }] of steps.entries()) {
        // One audit is enough: each is played many thousand times.
        const isWhole = audits === undefined || audits === 'noise-too-small';
        const sentence = await told(page, index + 1, steps.length, isWhole);
        const own = sentence.replace(/^Step \d of \d\.\s*/, '');
        expect(own.startsWith(text), `${id} ${index + 1}: ${own}`).toBe(true);
        if (found && isWhole)
          expect(own.length, `${id} ${index + 1} finds`).toBeGreaterThan(text.length + 1);
        expect(own.length).toBeLessThanOrEqual(240);
        if (index + 1 < steps.length) await page.keyboard.press('ArrowRight');
      }
    }
  });
});
