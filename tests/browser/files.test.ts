import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, it } from 'vitest';

import { dataSay, drop, medians, rows, settled, watchedPages } from './harness.ts';

const open = watchedPages();
let page: Page;

beforeEach(async () => {
  page = await open();
  await settled(page);
});

describe('a dropped file', () => {
  it('of numbers with a header runs at once and stays in the page', async () => {
    await drop(page, 'mine.csv', ['a,b,c,label', ...rows()].join('\n'));
    await dataSay(page, /mine\.csv, /);
    await dataSay(page, /40 rows/);
    await settled(page);
    expect((await medians(page)).size).toBe(3);
    expect(page.url()).not.toContain(Buffer.from('0.5').toString('base64url'));
  });

  it('in LIBSVM form is read with a number of columns, which is stated as public', async () => {
    const lines = rows().map((row) => {
      const [a, b, c, label] = row.split(',');
      return `${label === '1' ? '+1' : '-1'} 1:${a} 2:${b} 3:${c}`;
    });
    await drop(page, 'mine.libsvm', lines.join('\n'));
    const columns = page.locator('nd-data-panel').getByLabel('Columns', { exact: true });
    await settled(page);
    await dataSay(page, /40 rows × 3\s/);
    expect(await columns.inputValue()).toBe('3');
    await columns.fill('4');
    await columns.press('Enter');
    await dataSay(page, /40 rows × 4\s/);
  });

  it('that is an experiment or a result is opened', async () => {
    await page.locator('nd-page-header summary').click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Result as JSON' }).click(),
    ]);
    const chunks: Buffer[] = [];
    for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
    const result = JSON.parse(Buffer.concat(chunks).toString('utf8')) as { experiment: object };
    const renamed = { ...result.experiment, title: 'From a file' };
    await drop(page, 'other.json', JSON.stringify(renamed));
    await page.getByRole('heading', { name: 'From a file' }).waitFor();
    await settled(page);
    await drop(page, 'result.json', JSON.stringify(result));
    await page.getByText('The file’s result is shown.').waitFor();
    await drop(page, 'bad.json', '{"version": 1}');
    await page.getByRole('alert').filter({ hasText: 'bad.json was not opened' }).waitFor();
  });
});
