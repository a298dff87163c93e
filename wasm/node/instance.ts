import { Host } from '../client/host.ts';
import { loadVariant } from '../client/load.ts';
import type { EngineModule } from '../client/module.ts';
import type { Variant } from '../client/types.ts';

/** An engine in this thread. */
export interface Instance {
  module: EngineModule;
  host: Host;
}

/** What fits beside the rest in the memory that each variant can have (4 GB and 2 GB). */
const mostBytes: Record<Variant, number> = { simd: 3e9, 'simd-mt': 1.5e9 };

/** @param memoryBytes most that data and traces may take; 0: as much as the variant can */
export async function startInstance(
  variant: Variant,
  threads: number,
  memoryBytes: number,
): Promise<Instance> {
  const used = variant === 'simd' ? 1 : threads;
  const factory = await loadVariant(variant);
  const module = await factory({ threads: used - 1 });
  const bytes = Math.min(memoryBytes || Infinity, mostBytes[variant]);
  return { module, host: new Host(module, used, bytes) };
}
