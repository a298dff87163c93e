import { availableParallelism } from 'node:os';

import { engineError } from '../client/error.ts';
import type { Audit, Session } from '../client/host.ts';
import { limits } from '../client/limits.ts';
import type { CommandLine, SliceProgress } from '../client/module.ts';
import type { StatementReport, VerifyReport } from '../client/types.ts';
import { hasThreads } from './environment.ts';
import { openData, readText, writeText } from './files.ts';
import { startInstance, type Instance } from './instance.ts';
import { progressLine } from './progress.ts';

// The commands of the native binary, in this process: the engine works in slices between which
// interrupts are seen.

const sliceSeconds = 0.05;
const mostExperimentBytes = limits.textBytes * 1.1;
const mostQueryBytes = 1e6;
const mostResultBytes = 1e9;

/** Does what the command line says, writing with the instance that read it. */
export async function execute(line: CommandLine, { host }: Instance): Promise<void> {
  const write = (json: string) => writeText(line.out, host.readable(json));
  switch (line.command) {
    case 'catalogue':
      return write(host.catalogue());
    case 'plan':
      return write(await plan(line));
    case 'audit':
      return write(await audit(line));
    case 'run': {
      const { text, isCancelled } = await run(line, readText(line.input, mostExperimentBytes));
      await write(text);
      if (!isCancelled) return;
      const message = 'interrupted; the result holds what was finished';
      throw engineError('cancelled', 'run', message);
    }
    case 'verify': {
      const recorded = readText(line.input, mostResultBytes);
      const replay = await run(line, host.replayableExperiment(recorded));
      if (replay.isCancelled) throw engineError('cancelled', 'verify', 'interrupted');
      const report = host.compareReplay(recorded, replay.text);
      await write(report);
      if ((JSON.parse(report) as VerifyReport).matches) return;
      const message = 'the replay gave other bits than the result says';
      throw engineError('fingerprint-mismatch', 'fingerprint', message);
    }
    case 'check-statement': {
      const report = host.checkStatement(readText(line.input, mostResultBytes));
      await write(report);
      if ((JSON.parse(report) as StatementReport).consistent) return;
      const message =
        'it does not follow from its figures and its experiment; "problems" says what';
      throw engineError('inconsistent-statement', 'privacy.statement', message);
    }
    case 'redact':
      return write(host.redact(readText(line.input, mostResultBytes)));
    case 'account':
      return write(host.account(queryText(line)));
    case 'theory':
      return write(await theory(line));
    default:
      throw engineError('internal', line.command, 'a command without an action');
  }
}

/** A query stands on the command line itself, or in a file. */
function queryText({ input }: CommandLine): string {
  return input.startsWith('{') ? input : readText(input, mostQueryBytes);
}

async function theory(line: CommandLine): Promise<string> {
  const query = queryText(line);
  const { host } = await startInstance(chosenVariant(1), 1, 0);
  return host.theory(query);
}

async function plan(line: CommandLine): Promise<string> {
  const { host } = await startInstance('simd', 1, line.memoryBytes);
  const experiment = readText(line.input, mostExperimentBytes);
  const session = host.open(experiment, '');
  await load(session, line);
  return session.plan();
}

async function audit(line: CommandLine): Promise<string> {
  const threads = line.threads || availableParallelism();
  const { host } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const session = host.openAudit(readText(line.input, mostExperimentBytes), line.audit);
  await load(session, line);
  session.start();
  const advance = (seconds: number) => {
    const { done, rounds, total } = session.advance(seconds);
    return { done, gradientEvaluations: rounds, totalEvaluations: total };
  };
  const isCancelled = await advanceToEnd(advance, line.isQuiet);
  if (isCancelled) throw engineError('cancelled', 'audit', 'interrupted');
  return session.result();
}

/** All runs of an experiment in one group; an interrupt ends them early. */
async function run(
  line: CommandLine,
  experiment: string,
): Promise<{ text: string; isCancelled: boolean }> {
  const threads = line.threads || availableParallelism();
  const { host } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const session = host.open(experiment, '');
  await load(session, line);
  session.start(0, session.runCount());
  const advance = (seconds: number) => {
    const slice = session.advance(seconds);
    session.drain();
    return slice;
  };
  const isCancelled = await advanceToEnd(advance, line.isQuiet);
  if (isCancelled) session.cancel();
  return { text: host.assemble(experiment, [session.group()]), isCancelled };
}

/** NOISY_DESCENT_VARIANT overrules what the threads ask for. */
function chosenVariant(threads: number): 'simd' | 'simd-mt' {
  const wanted = process.env.NOISY_DESCENT_VARIANT;
  if (wanted === 'simd' || wanted === 'simd-mt') return wanted;
  return threads > 1 && hasThreads() ? 'simd-mt' : 'simd';
}

async function load(session: Session | Audit, { data }: CommandLine): Promise<void> {
  if (data !== null && !session.needsBytes()) {
    const message = 'the experiment does not take its data from a file';
    throw engineError('invalid-command', '--data', message);
  }
  await session.load(data === null ? null : openData(data));
}

/** @returns whether an interrupt came before the end */
async function advanceToEnd(
  advance: (seconds: number) => SliceProgress,
  isQuiet: boolean,
): Promise<boolean> {
  const interrupt = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM']) {
    process.once(name, () => {
      interrupt.abort();
    });
  }
  const progress = progressLine(isQuiet);
  try {
    while (!interrupt.signal.aborted) {
      const slice = advance(sliceSeconds);
      progress.show(slice);
      if (slice.done) return false;
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    return true;
  } finally {
    progress.end();
  }
}
