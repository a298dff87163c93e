import { readFile } from 'node:fs/promises';

import * as client from '../client/load.ts';
import type { CoreModule, EngineFactory, WholeModule } from '../client/module.ts';
import type { ThreadStart } from '../client/protocol.ts';
import type { Variant } from '../client/types.ts';
import { startThread } from './threads.ts';

// The glue is a browser's: what it fetches is read from a file here, and its threads are Node's.

type Glue = ThreadStart['glue'];

const modules: Record<Glue, Record<Variant, URL>> = {
  core: {
    simd: new URL('../dist/noisy-descent-core-simd.wasm', import.meta.url),
    'simd-mt': new URL('../dist/noisy-descent-core-simd-mt.wasm', import.meta.url),
  },
  whole: {
    simd: new URL('../dist/noisy-descent-simd.wasm', import.meta.url),
    'simd-mt': new URL('../dist/noisy-descent-simd-mt.wasm', import.meta.url),
  },
};

export async function loadCore(variant: Variant): Promise<EngineFactory<CoreModule>> {
  return inNode(await client.loadCore(variant), 'core', variant);
}

export async function loadWhole(variant: Variant): Promise<EngineFactory<WholeModule>> {
  return inNode(await client.loadWhole(variant), 'whole', variant);
}

function inNode<Module>(
  factory: EngineFactory<Module>,
  glue: Glue,
  variant: Variant,
): EngineFactory<Module> {
  return async (options) => {
    const module = await WebAssembly.compile(await readFile(modules[glue][variant]));
    return factory({
      ...options,
      startThread: () => startThread(glue),
      instantiateWasm: (imports, done) => {
        done(new WebAssembly.Instance(module, imports), module);
      },
    });
  };
}
