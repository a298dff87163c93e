#!/usr/bin/env node
import { EngineError, engineError } from '../client/error.ts';
import { readCommandLine } from './arguments.ts';
import { execute } from './commands.ts';

// `npx noisy-descent`: the words of the native binary.

/** Codes that say nothing about the input: the work failed. */
const failures = new Set([
  'no-reference',
  'out-of-memory',
  'diverged',
  'cancelled',
  'worker-died',
  'fingerprint-mismatch',
  'io-failed',
  'internal',
]);

async function main(): Promise<number> {
  try {
    await execute(readCommandLine(process.argv.slice(2)));
    return 0;
  } catch (error) {
    const known = error instanceof EngineError ? error : engineError('internal', '', String(error));
    const place = known.field === '' ? '' : ` at ${known.field}`;
    process.stderr.write(`noisy-descent: error: ${known.code}${place}: ${known.message}\n`);
    return failures.has(known.code) ? 1 : 2;
  }
}

// Threads of the engine would keep the process alive.
process.exit(await main());
