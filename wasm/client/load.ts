import type { CoreModule, EngineFactory, WholeModule } from './module.ts';
import type { Variant } from './types.ts';

// Literal imports, so that bundlers see every file.

/** Fetches the glue of a variant's core: what the first screen needs. */
export async function loadCore(variant: Variant): Promise<EngineFactory<CoreModule>> {
  const threaded = variant === 'simd-mt';
  const glue: { default: EngineFactory<CoreModule> } = threaded
    ? await import('../dist/noisy-descent-core-simd-mt.js')
    : await import('../dist/noisy-descent-core-simd.js');
  return glue.default;
}

/** Fetches the glue of a whole variant: every question has its answer there. */
export async function loadWhole(variant: Variant): Promise<EngineFactory<WholeModule>> {
  const threaded = variant === 'simd-mt';
  const glue: { default: EngineFactory<WholeModule> } = threaded
    ? await import('../dist/noisy-descent-simd-mt.js')
    : await import('../dist/noisy-descent-simd.js');
  return glue.default;
}
