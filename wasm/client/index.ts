import { browserEnvironment } from './browser.ts';
import { createEngineIn } from './engine.ts';
import type { Engine, EngineOptions } from './types.ts';

/**
 * Starts the engine in workers of this page.
 *
 * @throws EngineError `unsupported-option` when the browser cannot run it, `worker-died` when its
 *   files cannot be loaded
 */
export function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return createEngineIn(browserEnvironment(options.baseUrl), options);
}

export * from './public.ts';
