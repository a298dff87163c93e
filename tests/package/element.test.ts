// The examples of the element in pages, each with the installed package, built as its README says, and opened.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { launchChromium } from '../../wasm/toolchain/chromium.mjs';
import { root } from '../../wasm/toolchain/process.mjs';
import { listen } from '../../wasm/toolchain/server.mjs';

const installed = join(inject('project'), 'node_modules', 'noisy-descent');
const examples = join(installed, 'examples', 'embed');

let browser: Browser;

beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** A copy of a packed example, with its experiment and its modules: the package, and what is installed here. */
function project(name: string, purpose = name): string {
  const folder = join(inject('project'), `element-${purpose}`);
  cpSync(join(examples, name), folder, { recursive: true });
  cpSync(join(examples, 'experiment.json'), join(folder, 'experiment.json'));
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  for (const module of readdirSync(join(root, 'node_modules'))) {
    if (!module.startsWith('.'))
      symlinkSync(join(root, 'node_modules', module), join(modules, module));
  }
  cpSync(installed, join(modules, 'noisy-descent'), { recursive: true });
  return folder;
}

function build(folder: string): string {
  const program = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: undefined };
  const { status, stderr } = spawnSync('node', [program, 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  return join(folder, 'dist');
}

/** Opens the page of a folder and gives what the element says of its privacy. */
async function visit(
  folder: string,
): Promise<{ privacy: string; status: string; complaints: string[] }> {
  const server = await listen(0, {});
  server.open(folder);
  const page = await browser.newPage();
  const complaints: string[] = [];
  page.on('pageerror', (error) => complaints.push(error.message));
  await page.goto(server.address);
  await page.locator('nd-svg-chart svg').waitFor();
  const status = page.locator('#status');
  if ((await status.count()) > 0) await page.getByText('completed').waitFor();
  const said = {
    privacy: (await page.locator('nd-privacy-note p').allInnerTexts()).join(' '),
    status: (await status.allInnerTexts()).join(),
    complaints,
  };
  await page.close();
  await server.close();
  return said;
}

const promised = expect.stringMatching(/ε 1, pure DP, one record replaced\s+certified/) as string;

describe('the element', () => {
  it('runs in plain HTML, from the files of the package', async () => {
    const said = await visit(project('html'));
    expect(said).toEqual({ privacy: promised, status: '', complaints: [] });
  });

  it.each(['react', 'vue', 'svelte'])('runs in %s, which hears its result', async (name) => {
    const said = await visit(build(project(name)));
    expect(said).toEqual({ privacy: promised, status: 'completed', complaints: [] });
  });

  it('serves a page that loads another version of it, too, from the copy that came first', async () => {
    const folder = project('html', 'two-copies');
    const copy = (name: string) => {
      cpSync(join(installed, 'wasm', 'dist'), join(folder, name), { recursive: true });
      return join(folder, name, 'element-core.js');
    };
    copy('first');
    const core = copy('second');
    writeFileSync(core, readFileSync(core, 'utf8').replaceAll('nd-legend', 'nd-later-legend'));
    writeFileSync(
      join(folder, 'index.html'),
      `<!doctype html>
<noisy-descent src="experiment.json"></noisy-descent>
<p id="status"></p>
<script type="module">
  import { NoisyDescentElement } from './first/element.js';
  import * as second from './second/element.js';
  const isOne = second.NoisyDescentElement === NoisyDescentElement;
  const tags = ['nd-legend', 'nd-later-legend'].filter((tag) => customElements.get(tag));
  const element = new second.NoisyDescentElement();
  document.querySelector('noisy-descent').addEventListener('result', ({ detail }) => {
    document.querySelector('#status').textContent =
      [isOne, element.localName, tags, detail.status].join(' ');
  });
</script>`,
    );
    const said = await visit(folder);
    const status = 'true noisy-descent nd-legend completed';
    expect(said).toEqual({ privacy: promised, status, complaints: [] });
  });

  it('is imported on a server, where it does nothing', () => {
    const text =
      "import('noisy-descent/element').then(({ NoisyDescentElement }) => console.log(typeof NoisyDescentElement))";
    const { stdout, stderr } = spawnSync('node', ['-e', text], {
      cwd: inject('project'),
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['function\n', '']);
  });
});
