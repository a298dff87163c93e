import type { EngineFactory } from './module.ts';
import type { Variant } from './types.ts';

/** Fetches the glue of one variant. Two literal imports, so that bundlers see both files. */
export async function loadVariant(variant: Variant): Promise<EngineFactory> {
  if (variant === 'simd-mt') {
    const glue: { default: EngineFactory } = await import('../dist/noisy-descent-simd-mt.js');
    return glue.default;
  }
  const glue: { default: EngineFactory } = await import('../dist/noisy-descent-simd.js');
  return glue.default;
}
