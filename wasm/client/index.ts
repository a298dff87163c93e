import { browserEnvironment } from './browser.ts';
import { checkOptions } from './arguments.ts';
import { createEngineIn } from './engine.ts';
import type { Engine, EngineOptions } from './types.ts';

/**
 * Starts the engine in workers of this page.
 *
 * @throws EngineError `unsupported-option` when the browser cannot run it, `worker-died` when its
 *   files cannot be loaded
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkOptions(options);
  return createEngineIn(browserEnvironment(options.baseUrl), options);
}

export * from './public.ts';
