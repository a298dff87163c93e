// Measures in Chromium; prints lines like measure.h's.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cached } from '../../wasm/toolchain/cache.mjs';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { isolation } from '../../wasm/toolchain/headers.mjs';
import { main, mustRun, root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';
import { measurePlayground } from './playground.mjs';

const version = '4.22.0';

/** TensorFlow.js is no dependency of the project: it is fetched for this comparison alone. */
function tensorFlow() {
  return cached(`tensorflow-${version}`, async (staging) => {
    const parts = ['core', 'backend-cpu', 'backend-wasm'];
    const names = parts.map((part) => `@tensorflow/tfjs-${part}@${version}`);
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', staging, ...names];
    await mustRun('installing TensorFlow.js', 'npm', args, { cwd: staging, quiet: true });
  });
}

/** A folder to serve: the contestants' page, with the engine and TensorFlow.js beside it. */
async function assemble(folder) {
  const packages = join(await tensorFlow(), 'node_modules', '@tensorflow');
  const copy = (from, to) => cp(from, join(folder, to), { recursive: true });
  await copy(join(root, 'tests', 'benchmark', 'page'), '.');
  await copy(join(root, 'wasm', 'dist'), 'engine');
  await mkdir(join(folder, 'tensorflow'));
  await copy(join(packages, 'tfjs-core', 'dist'), 'tensorflow/core');
  await copy(join(packages, 'tfjs-backend-wasm', 'dist'), 'tensorflow/backend');
}

function report(benchmark, row, unit, value, column = 'Chromium') {
  console.log(JSON.stringify({ benchmark, row, unit, column, value }));
}

/** The same DP-SGD by each contestant, one after the other. */
async function contest(browser, address) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(address);
  const names = await page.evaluate(() => Object.keys(globalThis.contestants));
  for (const name of names) {
    const rate = await page.evaluate((chosen) => globalThis.contestants[chosen](), name);
    report('DP-SGD in Chromium', 'd = 100, batch 256', 'steps/s', rate, name);
  }
  await page.close();
}

await main(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-bench-'));
  const server = await listen(0, isolation);
  const browser = await launchChromium();
  try {
    await assemble(folder);
    server.open(folder);
    await contest(browser, server.address);
    await measurePlayground(browser, report);
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
});
