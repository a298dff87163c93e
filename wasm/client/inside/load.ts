// Stands in for ../load.ts where the engine is inside of the worker: the whole engine serves as its core, too.
import createNoisyDescent from '../../dist/noisy-descent-simd.js';
import text from 'inside:engine';
import type { EngineFactory, WholeModule } from '../module.ts';
import { inflate } from './inflate.ts';

let compiled: Promise<WebAssembly.Module> | undefined;

export async function loadWhole(): Promise<EngineFactory<WholeModule>> {
  compiled ??= inflate(text).then((bytes) => WebAssembly.compile(bytes));
  const module = await compiled;
  return (options) =>
    new Promise((resolve, reject: (error: unknown) => void) => {
      const instantiateWasm: typeof options.instantiateWasm = (imports, done) => {
        WebAssembly.instantiate(module, imports).then((instance) => done(instance, module), reject);
      };
      createNoisyDescent({ ...options, instantiateWasm }).then(resolve, reject);
    });
}

export { loadWhole as loadCore };
