#!/usr/bin/env node
import { EngineError, engineError } from '../client/error.ts';
import { take } from '../client/host.ts';
import { execute } from './commands.ts';
import { startInstance } from './instance.ts';

// `npx noisy-descent`: the words of the native binary, read by the native binary's code.

async function main(): Promise<number> {
  const words = process.argv.slice(2);
  const instance = await startInstance('simd', 1, 0);
  const { stderr } = process;
  const messages = new instance.module.Messages(words, stderr.isTTY && stderr.hasColors());
  try {
    const line = take(() => instance.module.commandLine(words));
    return await execute(line, { ...instance, messages });
  } catch (error) {
    const known = error instanceof EngineError ? error : engineError('internal', '', String(error));
    stderr.write(`${messages.error(known.code, known.field, known.message)}\n`);
    return instance.module.exitStatus(known.code);
  }
}

// Threads of the engine would keep the process alive.
process.exit(await main());
