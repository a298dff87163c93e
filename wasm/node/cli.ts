#!/usr/bin/env node
import { EngineError, engineError } from '../client/error.ts';
import { take } from '../client/host.ts';
import { execute } from './commands.ts';
import { writeText } from './files.ts';
import { startInstance, type Instance } from './instance.ts';

// `npx noisy-descent`: the words of the native binary, read by the native binary's code.

/** @returns the exit status */
async function carryOut(instance: Instance, words: string[]): Promise<number> {
  const { module, host } = instance;
  const line = take(() => module.commandLine(words));
  if (line.wantsVersion || line.wantsHelp) {
    const help = () => module.helpText(line.command);
    await writeText(null, line.wantsVersion ? `noisy-descent ${host.version}` : help());
    return 0;
  }
  return execute(line, instance);
}

function report({ code, field, message }: EngineError): void {
  const line = `noisy-descent: error: ${code} at ${field || 'input'}: ${message}`;
  // One line, whatever the message quotes.
  // eslint-disable-next-line no-control-regex
  process.stderr.write(`${line.replace(/[\x00-\x1f\x7f]/g, ' ')}\n`);
}

async function main(): Promise<number> {
  const instance = await startInstance('simd', 1, 0);
  try {
    return await carryOut(instance, process.argv.slice(2));
  } catch (error) {
    const known = error instanceof EngineError ? error : engineError('internal', '', String(error));
    report(known);
    return instance.module.exitStatus(known.code);
  }
}

// Threads of the engine would keep the process alive.
process.exit(await main());
