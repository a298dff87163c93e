import { limits } from '../client/limits.ts';
import type { MessagesHandle, WholeModule } from '../client/module.ts';
import type { Variant } from '../client/types.ts';
import { WholeHost } from '../client/whole-host.ts';
import { loadWhole } from './load.ts';
import { readDataFile } from './read-data.ts';

/** An engine in this thread. */
export interface Instance {
  module: WholeModule;
  host: WholeHost;
}

/** The one that has read the command line. */
export interface Reader extends Instance {
  messages: MessagesHandle;
}

/** What fits beside the rest in the memory that each variant can have (4 GB and 2 GB). */
const mostBytes: Record<Variant, number> = { simd: 3e9, 'simd-mt': 1.5e9 };

/**
 * @param memoryBytes most that data and traces may take; 0: as much as the variant can
 * @param mostRuns of an experiment; 0: the usual limit
 */
export async function startInstance(
  variant: Variant,
  threads: number,
  memoryBytes: number,
  mostRuns = 0,
): Promise<Instance> {
  const used = variant === 'simd' ? 1 : threads;
  const factory = await loadWhole(variant);
  const module = await factory({ threads: used - 1 });
  const settings = {
    threads: used,
    memoryBytes: Math.min(memoryBytes || Infinity, mostBytes[variant]),
    runs: mostRuns || limits.runs,
    readDataFile,
  };
  return { module, host: new WholeHost(module, settings) };
}
