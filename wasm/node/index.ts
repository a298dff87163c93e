import { createEngineIn } from '../client/engine.ts';
import type { Engine, EngineOptions } from '../client/types.ts';
import { nodeEnvironment } from './environment.ts';

/**
 * Starts the engine in worker threads of this process.
 *
 * @throws EngineError `unsupported-option` or `worker-died` when it cannot start
 */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return createEngineIn(nodeEnvironment, options);
}

export * from '../client/public.ts';
