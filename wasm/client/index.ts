import { browserEnvironment } from './browser.ts';
import { checkOptions, engineRules } from './arguments.ts';
import { createEngineIn } from './engine.ts';
import { engineError } from './error.ts';
import type { Engine, EngineOptions } from './types.ts';

/**
 * Starts the engine in workers of this page. Importing this module does nothing: it may be imported
 * on a server.
 *
 * @throws EngineError `unsupported-option` when the browser cannot run it, `worker-died` when its
 *   files cannot be loaded
 */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  checkOptions('createEngine', options, engineRules);
  if (!('Worker' in globalThis)) {
    const message =
      'There are no web workers here. Create the engine in a page or in a worker of one; in Node' +
      ' the package itself has an entry that runs there.';
    throw engineError('unsupported-option', '', message);
  }
  return createEngineIn(browserEnvironment(options.baseUrl), options);
}

export * from './public.ts';
