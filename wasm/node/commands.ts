import { createHash, type Hash } from 'node:crypto';
import { availableParallelism } from 'node:os';

import { engineError } from '../client/error.ts';
import { take, type Session } from '../client/host.ts';
import type { Audit, WholeHost } from '../client/whole-host.ts';
import { limits } from '../client/limits.ts';
import type { CommandLine, SliceProgress } from '../client/module.ts';
import type { MarginalsQuestion } from '../client/synthetic.ts';
import type { KlTrial, StatementReport, VerifyReport } from '../client/types.ts';
import { hasThreads } from './environment.ts';
import { checkOutput, mostResultBytes, openData, readText, writeText } from './files.ts';
import { startInstance, type Instance } from './instance.ts';
import { link } from './link.ts';
import { countRun, hashed, showOdometer } from './odometer.ts';
import { progressLine } from './progress.ts';

// The commands of the native binary, in this process: the engine works in slices between which
// interrupts are seen.

const sliceSeconds = 0.05;
const mostExperimentBytes = limits.textBytes * 1.1;
const mostQueryBytes = 1e6;

/**
 * Does what the command line says, writing with the instance that read it.
 *
 * @returns the exit status: 1 when what could run was written but algorithms were refused
 */
export async function execute(line: CommandLine, instance: Instance): Promise<number> {
  if (line.out !== null) checkOutput(line.out);
  switch (line.command) {
    case 'plan':
      return writeReport(line, await plan(line), instance);
    case 'run': {
      const experiment = readText(line.input, mostExperimentBytes);
      if (line.table !== null) take(() => instance.module.mayLeaveTableAlone(experiment));
      const { text, isCancelled, sha256 } = await run(line, experiment);
      if (!line.isUncounted) countRun(line, text, sha256, instance);
      const status = await writeReport(line, text, instance);
      if (!isCancelled) return status;
      const message = 'interrupted; the result holds what was finished';
      throw engineError('cancelled', 'run', message);
    }
    default:
      await answer(line, instance);
      return 0;
  }
}

/** The commands that either succeed or fail. */
async function answer(line: CommandLine, instance: Instance): Promise<void> {
  const { host } = instance;
  const write = (json: string) => writeText(line.out, host.readable(json));
  switch (line.command) {
    case 'catalogue':
      return write(host.catalogue());
    case 'landscape':
    case 'solve':
      return write(
        await survey(line, readText(line.input, mostExperimentBytes), queryText(line.request)),
      );
    case 'kl-trial':
      return write(await klTrial(line));
    case 'audit':
      return write(await audit(line));
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
    case 'export':
      return writeText(line.out, written(line, readText(line.input, mostResultBytes), host));
    case 'redact':
      return write(host.redact(readText(line.input, mostResultBytes)));
    case 'synthesize': {
      const result = readText(line.input, mostResultBytes);
      return writeText(line.out, host.synthesize(result, { ...line, codes: line.wantsCodes }));
    }
    case 'marginals': {
      const result = readText(line.input, mostResultBytes);
      const question = host.marginalsQuestion(result, line.run);
      const { experiment, request } = JSON.parse(question) as MarginalsQuestion;
      return write(await survey(line, experiment, request));
    }
    case 'constants':
      throw engineError(
        'invalid-command',
        'constants',
        'the native program estimates constants: noisy-descent constants ...',
      );
    case 'link':
      return link(line, instance);
    case 'odometer':
      return showOdometer(line, instance);
    case 'account':
      return write(host.account(queryText(line.input)));
    case 'theory':
      return write(await theory(line));
    default:
      throw engineError('internal', line.command, 'a command without an action');
  }
}

/** A plan report or a result as it is asked for. */
function written({ table }: CommandLine, report: string, host: WholeHost): string {
  return table === null ? host.readable(report) : host.table(report, table);
}

/** Writes a plan report or a result, then says what it refuses; returns the exit status. */
async function writeReport(
  line: CommandLine,
  report: string,
  { host, module }: Instance,
): Promise<number> {
  await writeText(line.out, written(line, report, host));
  const lines = take(() => module.refusalLines(report));
  for (const refusal of lines) process.stderr.write(`${refusal}\n`);
  return lines.length === 0 ? 0 : 1;
}

/** A query stands on the command line itself, or in a file. */
function queryText(word: string): string {
  return word.startsWith('{') ? word : readText(word, mostQueryBytes);
}

async function theory(line: CommandLine): Promise<string> {
  const query = queryText(line.input);
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

/** What a survey says of the exact objective of the first sweep point. */
async function survey(line: CommandLine, experiment: string, request: string): Promise<string> {
  const threads = line.threads || availableParallelism();
  const { host } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const session = host.open(experiment, '');
  await load(session, line);
  const asked = host.openSurvey(session, request);
  const advance = (seconds: number) => asked.advance(seconds);
  const isCancelled = await advanceToEnd(advance, line.isQuiet);
  if (isCancelled) throw engineError('cancelled', line.command, 'interrupted');
  return asked.result();
}

/** What a trial makes of an experiment; of a data file, only its size is read. */
async function klTrial(line: CommandLine): Promise<string> {
  const { host } = await startInstance('simd', 1, line.memoryBytes);
  const experiment = readText(line.input, mostExperimentBytes);
  const session = host.open(experiment, '');
  const isOnFile = session.needsBytes() || line.data !== null;
  if (isOnFile) await load(session, line);
  const trial = host.klTrial(experiment, isOnFile ? session.shape() : null);
  if (!line.wantsExperiment) return trial;
  return JSON.stringify((JSON.parse(trial) as KlTrial).experiment);
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
): Promise<{ text: string; isCancelled: boolean; sha256: string }> {
  const threads = line.threads || availableParallelism();
  const { host } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const session = host.open(experiment, '');
  const hash = createHash('sha256');
  await load(session, line, hash);
  session.start(0, session.runCount());
  const advance = (seconds: number) => {
    const slice = session.advance(seconds);
    session.drain();
    return slice;
  };
  const isCancelled = await advanceToEnd(advance, line.isQuiet);
  if (isCancelled) session.cancel();
  const text = host.assemble(experiment, [session.group()]);
  return { text, isCancelled, sha256: hash.digest('hex') };
}

/** NOISY_DESCENT_VARIANT overrules what the threads ask for. */
function chosenVariant(threads: number): 'simd' | 'simd-mt' {
  const wanted = process.env.NOISY_DESCENT_VARIANT;
  if (wanted === 'simd' || wanted === 'simd-mt') return wanted;
  return threads > 1 && hasThreads() ? 'simd-mt' : 'simd';
}

/** @param hash hears the bytes of the data file */
async function load(session: Session | Audit, { data }: CommandLine, hash?: Hash): Promise<void> {
  if (data !== null && !session.needsBytes()) {
    const message = 'the experiment does not take its data from a file';
    throw engineError('invalid-command', '--data', message);
  }
  const source = data === null ? null : openData(data);
  await session.load(source && hash ? hashed(source, hash) : source);
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
