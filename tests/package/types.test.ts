// The package's types in a strict project: calls of the client, and the element's tag as frameworks write it.
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, inject, it } from 'vitest';

import { root } from '../../wasm/toolchain/process.mjs';
import { run } from './installed.ts';

const installed = join(inject('project'), 'node_modules', 'noisy-descent');

const sources = {
  'use.ts': `
    import { createEngine, EngineError, type Experiment } from 'noisy-descent';
    const engine = await createEngine();
    const catalogue: unknown = await engine.catalogue();
    console.log(catalogue);
    // @ts-expect-error the engine knows no such algorithm
    export const unknown: Experiment['algorithms'][number] = { id: 'dp-gdd' };
    // @ts-expect-error an epsilon is a number
    await engine.run({ privacy: { notion: 'pure', epsilon: 'one' } });
    export function explain(error: unknown): boolean {
      if (!(error instanceof EngineError)) return false;
      // @ts-expect-error the engine has no such code
      if (error.code === 'invalid-budgett') return true;
      // @ts-expect-error nor this one
      if (error.body.code === 'no-such-code') return true;
      return error.code === 'invalid-budget';
    }`,
  'vue.ts': `
    import 'noisy-descent/vue';
    import type { GlobalComponents } from 'vue';
    type Props = InstanceType<GlobalComponents['noisy-descent']>['$props'];
    export const props: Props = {
      class: 'chart',
      src: 'experiment.json',
      onResult: ({ detail }) => console.log(detail.status),
      onError: ({ detail }) => console.log(detail.code === 'invalid-budget'),
    };
    // @ts-expect-error there is no such view
    export const wrong: Props = { view: 'table' };`,
  'svelte.ts': `
    import 'noisy-descent/svelte';
    import type { SvelteHTMLElements } from 'svelte/elements';
    type Props = SvelteHTMLElements['noisy-descent'];
    export const props: Props = {
      class: 'chart',
      'base-url': 'noisy-descent/',
      onprogress: ({ detail }) => console.log(detail.share.toFixed(2)),
    };
    // @ts-expect-error a result has no share
    export const wrong: Props = { onresult: ({ detail }) => console.log(detail.share) };`,
  'react.tsx': `
    import 'noisy-descent/react';
    // @ts-expect-error there is no such view
    export const wrong = <noisy-descent view="table" />;
    // @ts-expect-error an error has a message, and no reason
    export const deaf = <noisy-descent onerror={({ detail }) => detail.reason} />;`,
};

it('the package and the TSX example type check in a strict project', () => {
  const folder = join(inject('project'), 'typed');
  const modules = join(folder, 'node_modules');
  mkdirSync(modules, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n');
  for (const [name, text] of Object.entries(sources)) writeFileSync(join(folder, name), text);
  const examples = join(installed, 'examples', 'embed');
  cpSync(join(examples, 'react', 'main.tsx'), join(folder, 'main.tsx'));
  cpSync(join(examples, 'experiment.json'), join(folder, 'experiment.json'));
  for (const name of ['@types', 'csstype', 'svelte', 'vue', '@vue']) {
    symlinkSync(join(root, 'node_modules', name), join(modules, name));
  }
  // A copy, so that it finds the frameworks beside itself, as an installed package does.
  const copy = join(modules, 'noisy-descent');
  cpSync(join(installed, 'package.json'), join(copy, 'package.json'), { recursive: true });
  cpSync(join(installed, 'wasm/dist/types'), join(copy, 'wasm/dist/types'), { recursive: true });
  const options = {
    strict: true,
    noEmit: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    jsx: 'react-jsx',
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options }));
  const said = run(folder, 'node', [join(root, 'node_modules/typescript/bin/tsc'), '-p', '.']);
  expect(said).toBe('');
});
