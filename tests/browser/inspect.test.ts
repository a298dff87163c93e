import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';

import { dataSay, dropBlob, settled, watchedPages } from './harness.ts';

const open = watchedPages();
const caseOf = (name: string) => readFileSync(new URL(`../data/cases/${name}`, import.meta.url));

/** The page after a file was dropped, once it says this of it. */
async function dropped(name: string, words: RegExp, bytes = caseOf(name)): Promise<Page> {
  const page = await open();
  await settled(page);
  const blob = await page.evaluateHandle(
    (text) => new Blob([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))]),
    bytes.toString('base64'),
  );
  await dropBlob(page, name, blob);
  await dataSay(page, words);
  return page;
}

/** The fields that say how a file is read. */
async function openFields(page: Page): Promise<Locator> {
  const fields = page.locator('nd-file-fields');
  await fields.locator('summary').click();
  return fields;
}

const ended = (page: Page) => page.locator('noisy-descent-app').getAttribute('data-error');

/** Files of the wild, what the page says of them, and how many columns it reads. */
describe.each([
  ['winequality.csv', /4 columns, semicolon, header; target “label”: two classes/, 3],
  ['messung.csv', /semicolon, decimal comma, header; target “label”/, 3],
  ['heart_scale', /LIBSVM, indices from 1; target the label: two classes/, 3],
  ['skl.libsvm', /LIBSVM, indices from 0/, 3],
  ['pandas.csv', /left out: column 0\./, 3],
  ['wdbc.data', /no header; target column 3: “M” counts as yes/, 3],
  ['bank.csv', /target “label”: “yes” counts as yes, logistic loss/, 3],
  ['mac.csv', /4 columns, comma, header/, 3],
  ['hash.csv', /left out: “a”\./, 2],
  ['mushroom.data', /40 records, 3 columns, comma, no header/, 2],
  ['housing.data', /4 columns, blanks, no header/, 3],
  ['reg.csv', /target “price”: numbers, squared loss/, 3],
])('%s', (name, words, columns) => {
  it('runs as it was dropped, with all of its 40 records', async () => {
    const page = await dropped(name, words);
    await dataSay(page, new RegExp(`40 rows × ${columns}\\s`));
    await settled(page);
    expect(await ended(page)).toBe('');
  });
});

describe('a file that was looked at', () => {
  it('is read anew when a field of it is changed', async () => {
    const page = await dropped('mushroom.data', /40 records/);
    const fields = await openFields(page);
    await fields.getByLabel('Header').selectOption('yes');
    await dataSay(page, /39 records, 3 columns, comma, header/);
    await dataSay(page, /39 rows × 2\s/);
    await fields.getByLabel('Header').selectOption('no');
    await fields.getByLabel('Target column').selectOption('0');
    await dataSay(page, /target column 0: “p” counts as yes/);
    await fields.getByLabel('Counts as yes').selectOption('e');
    await dataSay(page, /“e” counts as yes/);
    await fields.getByText('you state that these are public').waitFor();
    await settled(page);
    expect(await ended(page)).toBe('');
  });

  it('has fields for what the look got wrong', async () => {
    const page = await dropped('bank.csv', /40 records/);
    const fields = await openFields(page);
    await fields.getByLabel('Separator').selectOption(';');
    await dataSay(page, /each record has one cell.*Is the separator another one\?/i);
    await fields.getByLabel('Separator').selectOption(',');
    await dataSay(page, /40 rows × 3\s/);
  });

  it('may be compressed', async () => {
    const words = /40 records, 4 columns, comma, header, gzip/;
    const page = await dropped('bank.csv.gz', words, gzipSync(caseOf('bank.csv')));
    await dataSay(page, /40 rows × 3\s/);
    await settled(page);
  });

  it.each([
    ['login.csv', /HTML page/],
    ['ok.csv.xz', /XZ archive/],
    ['a.npy', /NumPy/],
  ])('and is no table is named: %s', async (name, words) => {
    await dropped(name, words);
  });
});
