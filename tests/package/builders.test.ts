// Fresh projects with the installed package, put together by the builders that people use, each opened in Chromium.
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';

import { nodeResolve } from '@rollup/plugin-node-resolve';
import { build as esbuild } from 'esbuild';
import { rollup } from 'rollup';
import { createServer } from 'vite';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import webpack from 'webpack';

import { isolation } from '../../wasm/toolchain/headers.mjs';
import { root } from '../../wasm/toolchain/process.mjs';
import { run } from './installed.ts';
import { blocksOf } from './documented.ts';
import { opening } from '../wasm/experiments.ts';
import { Site, application, html, program, type Outcome } from './site.ts';

const project = inject('project');

let site: Site;
let inNode: Outcome;

beforeAll(async () => {
  site = await Site.open();
  const text = `import { createEngine } from 'noisy-descent';
    console.log(JSON.stringify(await ${program()}));`;
  writeFileSync(join(project, 'outcome.mjs'), text);
  inNode = JSON.parse(run(project, 'node', ['outcome.mjs'])) as Outcome;
  expect(inNode.fingerprint).toMatch(/^[0-9a-f]{64}$/);
});
afterAll(() => site.close());

/** A project with nothing but the package, a page and its script. */
function fresh(name: string, script = application('noisy-descent'), page = html()): string {
  const folder = join(project, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'package.json'), `{ "name": "${name}", "private": true }\n`);
  writeFileSync(join(folder, 'index.html'), page);
  writeFileSync(join(folder, 'main.js'), script);
  cpSync(join(project, 'node_modules'), join(folder, 'node_modules'), { recursive: true });
  return folder;
}

/** Adds files, and what is installed here under these names. */
function furnish(folder: string, files: Record<string, string>, modules: string[]): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(folder, dirname(name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  for (const name of modules) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name));
  }
}

/** Builds with the program of a builder, as in a reader's terminal, without a warning. */
function build(folder: string, program: string): void {
  const env = {
    ...process.env,
    NODE_ENV: undefined,
    NO_COLOR: undefined,
    FORCE_COLOR: '0',
    ASTRO_TELEMETRY_DISABLED: '1',
  };
  const file = join(root, 'node_modules', program);
  const { status, stdout, stderr } = spawnSync('node', [file, 'build'], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  expect(stdout).not.toMatch(/warn|externalized/i);
  expect(status).toBe(0);
}

const vite = 'vite/bin/vite.js';

/** The built page runs with the bits of Node, with threads where the page is isolated. */
async function runsEverywhere(folder: string): Promise<void> {
  const expected = { ...inNode, complaints: [] };
  const isolated = await site.visit(await site.serve(folder, isolation));
  expect(isolated).toEqual({ ...expected, variant: 'simd-mt' });
  const ordinary = await site.visit(await site.serve(folder));
  expect(ordinary).toEqual({ ...expected, variant: 'simd' });
}

/** The page of the documentation draws its element, and says that the engine that it made ran too. */
async function showsItsChart(folder: string): Promise<void> {
  const until = /completed[^]*ε 1[^]*certified/;
  const { complaints } = await site.look(await site.serve(folder), until);
  expect(complaints).toEqual([]);
}

describe('the package in a page', () => {
  it('built by Vite as it comes, without a warning', async () => {
    const folder = fresh('vite');
    build(folder, vite);
    await runsEverywhere(join(folder, 'dist'));
  });

  it("served by Vite's development server as it comes", async () => {
    const folder = fresh('vite-dev');
    const server = await createServer({
      root: folder,
      configFile: false,
      logLevel: 'error',
      server: { port: 0, host: '127.0.0.1' },
    });
    try {
      await server.listen();
      const [address] = server.resolvedUrls!.local;
      expect(await site.visit(address)).toMatchObject({ fingerprint: inNode.fingerprint });
    } finally {
      await server.close();
    }
  });

  it('built by webpack as it comes', async () => {
    const folder = fresh('webpack', undefined, html('dist/main.js'));
    const { errors, warnings } = await new Promise<webpack.StatsCompilation>((resolve, reject) => {
      const output = { path: join(folder, 'dist') };
      const options = { context: folder, entry: './main.js', mode: 'production', output } as const;
      webpack(options, (error, stats) => {
        if (stats) resolve(stats.toJson());
        else reject(error ?? new Error('webpack said nothing'));
      });
    });
    expect(errors).toEqual([]);
    // That the engine is large is so.
    const other = warnings?.filter(({ message }) => !/size limit|performance/i.test(message));
    expect(other).toEqual([]);
    await runsEverywhere(folder);
  });

  it('built by esbuild, the worker as an entry of its own, what is no script beside the bundle', async () => {
    const folder = fresh('esbuild');
    const out = join(folder, 'out');
    cpSync(join(folder, 'node_modules/noisy-descent/wasm/dist'), out, {
      recursive: true,
      filter: (file) => !file.endsWith('.js'),
    });
    cpSync(join(folder, 'index.html'), join(out, 'index.html'));
    const { warnings } = await esbuild({
      absWorkingDir: folder,
      entryPoints: { main: './main.js', worker: 'noisy-descent/worker' },
      bundle: true,
      splitting: true,
      format: 'esm',
      outdir: out,
    });
    expect(warnings).toEqual([]);
    await runsEverywhere(out);
  });

  it('built by Rollup, with the files in a folder that baseUrl names', async () => {
    const folder = fresh('rollup', application('noisy-descent', { baseUrl: 'noisy-descent/' }));
    const out = join(folder, 'public');
    mkdirSync(out);
    const copy = blocksOf('console').find(({ text }) => text.startsWith('cp '))!;
    run(folder, 'sh', ['-ec', copy.text]);
    cpSync(join(folder, 'index.html'), join(out, 'index.html'));
    const warnings: string[] = [];
    const bundle = await rollup({
      input: join(folder, 'main.js'),
      plugins: [nodeResolve({ browser: true })],
      onwarn: ({ message }) => warnings.push(message),
    });
    await bundle.write({ dir: out, format: 'es' });
    await bundle.close();
    expect(warnings).toEqual([]);
    await runsEverywhere(out);
  });

  it('built by Astro, as the documentation shows it', async () => {
    const folder = fresh('astro');
    const [{ text }] = blocksOf('astro');
    const files = {
      'src/pages/index.astro': `${text}\n<script>${application('noisy-descent')}</script>\n`,
      'public/experiment.json': JSON.stringify(opening),
    };
    furnish(folder, files, ['astro']);
    build(folder, 'astro/bin/astro.mjs');
    await runsEverywhere(join(folder, 'dist'));
    await showsItsChart(join(folder, 'dist'));
  });

  it('built by SvelteKit, as the documentation shows it', async () => {
    const folder = fresh('sveltekit');
    const files = {
      'src/routes/+page.svelte': blocksOf('svelte')[0].text,
      'src/routes/+page.js': 'export const prerender = true;\n',
      // With what the element says before the page's objects have come.
      'src/hooks.client.js': `addEventListener('error', ({ detail }) => console.error(detail.message), true);
${application('noisy-descent')}`,
      'package.json': '{ "type": "module" }',
      'src/app.html': '<!doctype html><head>%sveltekit.head%</head><body>%sveltekit.body%</body>',
      'src/experiment.json': JSON.stringify(opening),
      'vite.config.mjs': `import adapter from '@sveltejs/adapter-static';
import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [sveltekit({ adapter: adapter({ pages: 'out' }) })] };
`,
    };
    furnish(folder, files, ['@sveltejs', 'svelte', 'vite']);
    build(folder, vite);
    await runsEverywhere(join(folder, 'out'));
    await showsItsChart(join(folder, 'out'));
  });

  it('without a builder', async () => {
    const folder = fresh('plain', application('./node_modules/noisy-descent/wasm/dist/index.js'));
    await runsEverywhere(folder);
  });
});

// Electron's own program is no npm package. What it gives to the main process is played by a module of its name, and
// its window by Chromium, where a page finds what `nodeIntegration` and `nodeIntegrationInWorker` put there.
describe('the package in Electron', () => {
  const ofNode = `Object.assign(globalThis, {
  global: globalThis,
  process: { type: 'renderer', versions: { ...${JSON.stringify(process.versions)}, electron: '45.5.0' } },
  require: () => { throw new Error('The page has no use for Node.'); },
  module: { exports: {} },
});
`;
  const electron = `const { readFileSync } = require('node:fs');
const { createServer } = require('node:http');
const types = { html: 'text/html', js: 'text/javascript', wasm: 'application/wasm' };
let handle;
exports.app = { whenReady: () => Promise.resolve() };
exports.protocol = {
  registerSchemesAsPrivileged: () => undefined,
  handle: (scheme, handler) => (handle = (path) => handler(new Request(scheme + '://page' + path))),
};
exports.net = {
  fetch: async (address) => {
    const headers = { 'Content-Type': types[address.split('.').at(-1)] ?? 'text/plain' };
    return new Response(readFileSync(new URL(address)), { headers });
  },
};
exports.BrowserWindow = class {
  loadURL(address) {
    const server = createServer(async (request, response) => {
      const none = () => new Response(null, { status: 404 });
      const { status, headers, body } = await handle(request.url).catch(none);
      response.writeHead(status, Object.fromEntries(headers));
      for await (const chunk of body ?? []) response.write(chunk);
      response.end();
    });
    const { pathname } = new URL(address);
    const say = () => console.log('http://localhost:' + server.address().port + pathname);
    server.listen(0, '127.0.0.1', say);
  }
};
`;

  it('runs in the main process, and with threads in a window that this opens', async () => {
    const page = html().replace('<script', `<script>${ofNode}</script>$&`);
    const folder = fresh('electron', undefined, page);
    const files = {
      'node_modules/electron/index.js': electron,
      'main.js': blocksOf('cjs')[0].text,
    };
    build(folder, vite);
    const assets = join(folder, 'dist', 'assets');
    for (const name of readdirSync(assets).filter((file) => /^worker.*js$/.test(file))) {
      const file = join(assets, name);
      writeFileSync(file, ofNode + readFileSync(file, 'utf8'));
    }
    furnish(folder, files, []);
    const main = spawn('node', ['main.js'], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] });
    try {
      const lines = createInterface(main.stdout)[Symbol.asyncIterator]();
      const next = async () => (await lines.next()).value as string;
      expect(await next()).toBe(`The main process has ${inNode.variant}`);
      expect(await site.visit(await next())).toEqual({ ...inNode, complaints: [] });
    } finally {
      main.kill();
    }
  });
});
