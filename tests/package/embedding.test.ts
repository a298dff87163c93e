// Where pages put the package: other origins, sandboxes, strict policies, servers. It works, or says what to allow.
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';

import { isolation } from '../../wasm/toolchain/headers.mjs';
import { run } from './installed.ts';
import { Site, application, html, program, type Outcome } from './site.ts';

const project = inject('project');
const files = join(project, 'node_modules', 'noisy-descent', 'wasm', 'dist');

/** What a content delivery network sends. */
const shared = {
  'Access-Control-Allow-Origin': '*',
  'Cross-Origin-Resource-Policy': 'cross-origin',
};
const policy = (...directives: string[]) => ({ 'Content-Security-Policy': directives.join('; ') });

let site: Site;
let inNode: Outcome;
/** The installed files alone, on an origin of their own. */
let network: string;

beforeAll(async () => {
  site = await Site.open();
  const text = `import { createEngine } from 'noisy-descent';
    console.log(JSON.stringify(await ${program()}));`;
  writeFileSync(join(project, 'embedded.mjs'), text);
  inNode = JSON.parse(run(project, 'node', ['embedded.mjs'])) as Outcome;
  network = await site.serve(files, shared);
});
afterAll(() => site.close());

/** A folder with a page whose script is `script`. */
function page(name: string, script: string): string {
  const folder = join(project, name);
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), html());
  writeFileSync(join(folder, 'main.js'), script);
  return folder;
}

/** The same with the package's files beside it. */
function pageWithFiles(name: string, options = {}): string {
  const folder = page(name, application('./index.js', options));
  cpSync(files, folder, { recursive: true });
  return folder;
}

const ran = (variant: string) => ({ ...inNode, variant });

describe('the package on another origin', () => {
  let folder: string;
  beforeAll(() => {
    folder = page('foreign', application(`${network}index.js`));
  });

  it('runs on an ordinary page', async () => {
    expect(await site.visit(await site.serve(folder))).toEqual({ ...ran('simd'), complaints: [] });
  });

  it('runs with threads on an isolated page', async () => {
    const outcome = await site.visit(await site.serve(folder, isolation));
    expect(outcome).toEqual({ ...ran('simd-mt'), complaints: [] });
  });

  it('falls back where its files for threads cannot be had', async () => {
    const fewer = join(project, 'fewer');
    cpSync(files, fewer, { recursive: true });
    for (const name of ['noisy-descent-core-simd-mt', 'noisy-descent-simd-mt']) {
      rmSync(join(fewer, `${name}.js`));
    }
    const address = `${await site.serve(fewer, shared)}index.js`;
    const there = await site.serve(page('foreign-fewer', application(address)), isolation);
    expect(await site.visit(there)).toMatchObject(ran('simd'));
  });

  it('runs under a policy that names it', async () => {
    const { origin } = new URL(network);
    const strict = policy(
      "default-src 'none'",
      `script-src 'self' 'wasm-unsafe-eval' ${origin}`,
      'worker-src blob:',
      `connect-src ${origin}`,
      "require-trusted-types-for 'script'",
      'trusted-types noisy-descent',
    );
    const outcome = await site.visit(await site.serve(folder, { ...isolation, ...strict }));
    expect(outcome).toEqual({ ...ran('simd-mt'), complaints: [] });
  });

  it('says what a policy must allow', async () => {
    const { origin } = new URL(network);
    const strict = policy(`script-src 'self' 'wasm-unsafe-eval' ${origin}`, "worker-src 'self'");
    const { error } = await site.visit(await site.serve(folder, strict));
    expect(error).toMatchObject({ name: 'EngineError', code: 'worker-died' });
    expect(error?.message).toContain('Content-Security-Policy must allow blob: in worker-src');
  });
});

describe('threads', () => {
  it('whose workers may not be started are done without, or named where they were asked for', async () => {
    const asked = pageWithFiles('threads-asked', { variant: 'simd-mt' });
    const headersOf = (file: string) =>
      file === 'worker.js' ? { ...isolation, ...policy("worker-src 'none'") } : isolation;
    const any = pageWithFiles('threads-any');
    expect(await site.visit(await site.serveEach(any, headersOf))).toMatchObject(ran('simd'));
    const { error } = await site.visit(await site.serveEach(asked, headersOf));
    expect(error).toMatchObject({ name: 'EngineError', code: 'worker-died', field: 'variant' });
    expect(error?.message).toMatch(/A thread could not be started: .*Content-Security-Policy/);
  });
});

describe('a worker of a page', () => {
  it('runs the package', async () => {
    const folder = pageWithFiles('inside');
    writeFileSync(
      join(folder, 'inside.js'),
      `import { createEngine } from './index.js';\npostMessage(await ${program()});\n`,
    );
    const script = `const inside = new Worker('inside.js', { type: 'module' });
window.outcome = new Promise((resolve) => (inside.onmessage = ({ data }) => resolve(data)));
`;
    writeFileSync(join(folder, 'main.js'), script);
    const isolated = await site.visit(await site.serve(folder, isolation));
    expect(isolated).toEqual({ ...ran('simd-mt'), complaints: [] });
  });
});

describe('a sandboxed frame without an origin', () => {
  const frame = '<!doctype html><iframe sandbox="allow-scripts" src="frame.html"></iframe>';

  it('runs the package', async () => {
    const folder = pageWithFiles('sandbox');
    writeFileSync(join(folder, 'frame.html'), html());
    writeFileSync(join(folder, 'index.html'), frame);
    expect(await site.visitFrame(await site.serve(folder, shared))).toEqual(ran('simd'));
  });

  it('is told what the server of the files must send', async () => {
    const folder = pageWithFiles('sandbox-unshared');
    const [inline] = [application(`${network}index.js`, { baseUrl: 'unshared/' })];
    writeFileSync(
      join(folder, 'frame.html'),
      `<!doctype html><script type="module">${inline}</script>`,
    );
    writeFileSync(join(folder, 'index.html'), frame);
    const { error } = await site.visitFrame(await site.serve(folder));
    expect(error).toMatchObject({ name: 'EngineError', code: 'worker-died', field: 'baseUrl' });
    expect(error?.message).toContain('its server must send Access-Control-Allow-Origin');
  });
});

describe('a strict policy with Trusted Types', () => {
  const directives = [
    "default-src 'none'",
    "script-src 'self' 'wasm-unsafe-eval'",
    "worker-src 'self'",
    "connect-src 'self'",
    "require-trusted-types-for 'script'",
  ];
  let folder: string;
  beforeAll(() => {
    folder = pageWithFiles('strict');
  });

  it('lets the package run, with and without isolation, once it is named', async () => {
    const headers = policy(...directives, 'trusted-types noisy-descent');
    const isolated = await site.visit(await site.serve(folder, { ...isolation, ...headers }));
    expect(isolated).toEqual({ ...ran('simd-mt'), complaints: [] });
    const ordinary = await site.visit(await site.serve(folder, headers));
    expect(ordinary).toEqual({ ...ran('simd'), complaints: [] });
  });

  it('that does not name it gets an error that says so', async () => {
    const headers = policy(...directives, 'trusted-types other');
    const { error } = await site.visit(await site.serve(folder, headers));
    expect(error).toMatchObject({ name: 'EngineError', code: 'worker-died', field: '' });
    expect(error?.message).toContain('it must allow noisy-descent in trusted-types');
  });
});

describe('a server', () => {
  it('imports the entry for pages, and is told where an engine can be', () => {
    writeFileSync(
      join(project, 'server.mjs'),
      `import { createEngine, readExperiment } from './node_modules/noisy-descent/wasm/dist/index.js';
       const { name, code, message } = await createEngine().catch((error) => error);
       console.log(JSON.stringify({ is: typeof readExperiment, name, code, message }));`,
    );
    const said = JSON.parse(run(project, 'node', ['server.mjs'])) as Record<string, string>;
    expect(said).toMatchObject({
      is: 'function',
      name: 'EngineError',
      code: 'unsupported-option',
    });
    expect(said.message).toContain('There are no web workers here');
  });
});
