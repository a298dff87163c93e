// The playground as a visitor meets it: sizes, time to the first curve, and how fast the curves follow epsilon.
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';

const site = join(root, 'web', 'dist');
const visits = 5;
const drags = 50;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** @param {(benchmark: string, row: string, unit: string, value: number) => void} report */
export async function measurePlayground(browser, report) {
  const server = await listen(0);
  server.open(site);
  try {
    await measureSizes((row, value) => report('playground: size', row, 'KB', value));
    await measureTimes(browser, server.address, (row, value) =>
      report('playground: time', row, 'ms', value),
    );
  } finally {
    await server.close();
  }
}

/** Compressed, as they are sent. */
async function measureSizes(report) {
  const files = await readdir(site, { recursive: true });
  for (const ending of ['.wasm', '.js', '.css']) {
    for (const file of files.filter((name) => name.endsWith(ending)).toSorted()) {
      const sent = files.includes(`${file}.br`) ? `${file}.br` : file;
      report(
        file.replace(/^assets./, '').replace(/-[\w-]{8}(?=\.\w+$)/, ''),
        (await stat(join(site, sent))).size / 1024,
      );
    }
  }
}

/** Each visit is a first one: nothing is kept from the visit before. */
async function measureTimes(browser, address, report) {
  const first = [];
  const followed = [];
  for (let visit = 0; visit < visits; ++visit) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await page.goto(address);
    const opening = await nextRun(page, 0);
    first.push(opening.end);
    if (visit === 0) followed.push(...(await drag(page)));
    await context.close();
  }
  report('opening the address to the first finished chart, median of 5', median(first));
  report(`epsilon moved to curves redrawn, median of ${drags}`, median(followed));
  report(`epsilon moved to curves redrawn, slowest of ${drags}`, Math.max(...followed));
}

/** The page measures each re-run from the edit to the drawn chart. */
async function nextRun(page, seen) {
  await page.waitForFunction(
    (count) => performance.getEntriesByName('noisy-descent:rerun').length > count,
    seen,
    { timeout: 30_000 },
  );
  return page.evaluate(() => {
    const latest = performance.getEntriesByName('noisy-descent:rerun').at(-1);
    return { duration: latest.duration, end: latest.startTime + latest.duration };
  });
}

async function drag(page) {
  const slider = page.locator('nd-epsilon-control input[type=range]').first();
  const times = [];
  await slider.focus();
  for (let i = 0; i < drags; ++i) {
    const seen = await page.evaluate(
      () => performance.getEntriesByName('noisy-descent:rerun').length,
    );
    await slider.press('ArrowRight');
    times.push((await nextRun(page, seen)).duration);
  }
  return times;
}
