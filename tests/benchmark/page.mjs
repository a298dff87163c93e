// Measures in Chromium: DP-SGD against plain JavaScript and TensorFlow.js. Prints lines like measure.h's.
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { cached } from '../../wasm/toolchain/cache.mjs';
import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { isolation } from '../../wasm/toolchain/headers.mjs';
import { main, mustRun, root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';

const version = '4.22.0';

/** TensorFlow.js is no dependency of the project: it is fetched for this comparison alone. */
function tensorFlow() {
  return cached(`tensorflow-${version}`, async (staging) => {
    const names = ['core', 'backend-cpu', 'backend-wasm'].map(
      (part) => `@tensorflow/tfjs-${part}@${version}`,
    );
    const args = ['install', '--silent', '--no-audit', '--no-fund', '--prefix', staging, ...names];
    await mustRun('installing TensorFlow.js', 'npm', args, { cwd: staging, quiet: true });
  });
}

/** A folder to serve: the contestants' page, and TensorFlow.js beside it. */
async function assemble(folder) {
  const packages = join(await tensorFlow(), 'node_modules', '@tensorflow');
  await cp(join(root, 'tests', 'benchmark', 'page'), folder, { recursive: true });
  await mkdir(join(folder, 'tensorflow'));
  await cp(join(packages, 'tfjs-core', 'dist'), join(folder, 'tensorflow', 'core'), {
    recursive: true,
  });
  await cp(join(packages, 'tfjs-backend-wasm', 'dist'), join(folder, 'tensorflow', 'backend'), {
    recursive: true,
  });
}

function report(row, column, value) {
  const benchmark = 'DP-SGD in Chromium, d = 100, batch 256';
  console.log(JSON.stringify({ benchmark, row, unit: 'steps/s', column, value }));
}

async function contest(browser, address) {
  const page = await browser.newPage();
  page.on('pageerror', (error) => console.error(error.message));
  await page.goto(address);
  for (const name of ['plain', 'tensorflow']) {
    report('steps', name, await page.evaluate((chosen) => globalThis.contestants[chosen](), name));
  }
}

await main(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-bench-'));
  const server = await listen(0, isolation);
  const browser = await launchChromium();
  try {
    await assemble(folder);
    server.open(folder);
    await contest(browser, server.address);
  } finally {
    await browser.close();
    await server.close();
    await rm(folder, { recursive: true });
  }
});
