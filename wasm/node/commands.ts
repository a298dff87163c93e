import { availableParallelism } from 'node:os';

import { engineError } from '../client/error.ts';
import { Host, type Session } from '../client/host.ts';
import { limits } from '../client/limits.ts';
import { loadVariant } from '../client/load.ts';
import { redact } from '../client/redact.ts';
import type { ExperimentResult, Variant } from '../client/types.ts';
import { compareReplay, readResult } from '../client/verify.ts';
import { usage, type CommandLine } from './arguments.ts';
import { hasThreads } from './environment.ts';
import { openData, readText, writeText } from './files.ts';

// The commands of the native binary, in this process: the engine works in slices between which
// interrupts are seen.

const sliceSeconds = 0.05;

/** Does what the command line says. */
export async function execute(line: CommandLine): Promise<void> {
  switch (line.command) {
    case '--help':
      return writeText(null, usage);
    case '--version':
      return writeText(null, (await startHost(1)).version);
    case 'catalogue':
      return writeText(null, (await startHost(1)).catalogue());
    case 'plan':
      return writeText(null, await plan(line));
    case 'run':
      return run(line);
    case 'verify':
      return verify(line);
    case 'redact': {
      const result = JSON.parse(readText(line.file)) as unknown;
      return writeText(null, JSON.stringify(redact(result), null, 1));
    }
  }
}

async function plan(line: CommandLine): Promise<string> {
  const session = await openSession(line, readText(line.file));
  return session.plan();
}

async function run(line: CommandLine): Promise<void> {
  const experiment = readText(line.file);
  const { text, isCancelled } = await replay(line, experiment);
  await writeText(line.out, text);
  if (isCancelled) throw engineError('cancelled', '', 'The runs that went on were cancelled.');
}

async function verify(line: CommandLine): Promise<void> {
  const recorded = readResult(readText(line.file));
  const { text } = await replay(line, JSON.stringify(recorded.experiment));
  const report = compareReplay(recorded, JSON.parse(text) as ExperimentResult);
  if (!report.matches) {
    const message = `The replay gave ${report.actual}, the file has ${report.expected}.`;
    throw engineError('fingerprint-mismatch', 'fingerprint', message);
  }
  await writeText(null, `The replay gave the same bits: ${report.actual}`);
}

/** All runs of an experiment in one group; an interrupt ends them early. */
async function replay(
  line: CommandLine,
  experiment: string,
): Promise<{ text: string; isCancelled: boolean }> {
  const host = await startHost(line.threads ?? availableParallelism());
  const session = host.open(experiment, '');
  await session.load(line.data === null ? null : openData(line.data));
  session.start(0, session.runCount());
  const isCancelled = await advanceToEnd(session, line.isQuiet);
  return { text: host.assemble(experiment, [session.group()]), isCancelled };
}

async function advanceToEnd(session: Session, isQuiet: boolean): Promise<boolean> {
  const interrupt = new AbortController();
  process.once('SIGINT', () => {
    interrupt.abort();
  });
  const report = isQuiet ? () => undefined : progressReporter();
  while (!interrupt.signal.aborted) {
    const { done, gradientEvaluations, totalEvaluations } = session.advance(sliceSeconds);
    session.drain();
    report(gradientEvaluations, totalEvaluations);
    if (done) return false;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
  session.cancel();
  return true;
}

/** A line on standard error each second. */
function progressReporter(): (done: number, total: number) => void {
  const start = performance.now();
  let next = start + 1000;
  return (done, total) => {
    const now = performance.now();
    if (now < next || done === 0) return;
    next = now + 1000;
    const left = Math.ceil(((now - start) * (total - done)) / done / 1000);
    process.stderr.write(`${Math.floor((100 * done) / total)}%, ${left} s left\n`);
  };
}

async function openSession(line: CommandLine, experiment: string): Promise<Session> {
  const session = (await startHost(1)).open(experiment, '');
  await session.load(line.data === null ? null : openData(line.data));
  return session;
}

/** One thread needs no threads; NOISY_DESCENT_VARIANT decides otherwise. */
async function startHost(threads: number): Promise<Host> {
  const variant = chosenVariant(threads);
  const used = variant === 'simd' ? 1 : threads;
  const factory = await loadVariant(variant);
  return new Host(await factory({ threads: used - 1 }), used, limits.memoryBytes);
}

function chosenVariant(threads: number): Variant {
  const wanted = process.env.NOISY_DESCENT_VARIANT;
  if (wanted === 'simd' || wanted === 'simd-mt') return wanted;
  return threads > 1 && hasThreads() ? 'simd-mt' : 'simd';
}
