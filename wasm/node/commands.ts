import { availableParallelism } from 'node:os';
import { basename } from 'node:path';

import { engineError } from '../client/error.ts';
import { take } from '../client/host.ts';
import type { WholeHost } from '../client/whole-host.ts';
import type { CommandLine, DataShape } from '../client/module.ts';
import type { MarginalsQuestion } from '../client/synthetic.ts';
import type { KlTrial, RecommendReport, StatementReport, VerifyReport } from '../client/types.ts';
import {
  checkOutput,
  mostExperimentBytes,
  mostResultBytes,
  openData,
  readText,
  writeText,
} from './files.ts';
import { startInstance, type Instance, type Reader } from './instance.ts';
import { link } from './link.ts';
import { checkModel, fitModel, isModel, predictRows, showModel } from './model-commands.ts';
import { countEntry, showOdometer } from './odometer.ts';
import { assembleParts, runParts } from './parts.ts';
import { declareSolvers, writeReport, written } from './report.ts';
import { advanceToEnd, chosenVariant, load, runSession, type RunOutcome } from './work.ts';

// The commands of the native binary, in this process: the engine works in slices between which
// interrupts are seen.

const mostQueryBytes = 1e6;

/**
 * Does what the command line says, writing with the instance that read it.
 *
 * @returns the exit status: 1 when what could run was written but algorithms were refused, 2 when
 * nobody can say here what was to be said
 */
export async function execute(line: CommandLine, instance: Reader): Promise<number> {
  if (line.out !== null) checkOutput(line.out);
  if (line.says !== null) {
    await writeText(line.out, line.says);
    return 0;
  }
  switch (line.command) {
    case 'plan':
      return writeReport(line, await plan(line), instance);
    case 'run':
      return runParts(line, instance);
    case 'assemble':
      return writeReport(line, assembleParts(line, instance), instance);
    case 'check-statement':
      return checkStatement(line, instance);
    default:
      await answer(line, instance);
      return 0;
  }
}

async function checkStatement(line: CommandLine, { host }: Instance): Promise<number> {
  const text = readText(line.input, mostResultBytes);
  const report = isModel(text) ? checkModel(text, host) : host.checkStatement(text);
  await writeText(line.out, host.readable(report));
  const { consistent } = JSON.parse(report) as StatementReport;
  if (consistent !== false) return consistent === null ? 2 : 0;
  const message = 'it does not follow from its figures and its experiment; "problems" says what';
  throw engineError('inconsistent-statement', 'privacy.statement', message);
}

/** The commands that either succeed or fail. */
async function answer(line: CommandLine, instance: Reader): Promise<void> {
  const { host } = instance;
  const write = (json: string) => writeText(line.out, host.readable(json));
  switch (line.command) {
    case 'inspect':
      return writeText(line.out, await inspect(line));
    case 'catalogue':
      return write(host.catalogue());
    case 'landscape':
    case 'solve':
      return write(
        await survey(line, readText(line.input, mostExperimentBytes), queryText(line.request)),
      );
    case 'kl-trial':
      return write(await klTrial(line));
    case 'recommend':
      return recommend(line);
    case 'audit':
      return write(await audit(line));
    case 'verify': {
      const recorded = readText(line.input, mostResultBytes);
      const replay = await replayed(line, host.replayableExperiment(recorded));
      if (replay.isCancelled) throw engineError('cancelled', 'verify', 'interrupted');
      const report = host.compareReplay(recorded, replay.text);
      await write(report);
      if ((JSON.parse(report) as VerifyReport).matches) return;
      const message = 'the replay gave other bits than the result says';
      throw engineError('fingerprint-mismatch', 'fingerprint', message);
    }
    case 'export':
      return writeText(line.out, written(line, readText(line.input, mostResultBytes), host));
    case 'redact': {
      const text = readText(line.input, mostResultBytes);
      return write(isModel(text) ? host.redactModel(text) : host.redact(text));
    }
    case 'fit':
      return fitModel(line, instance);
    case 'predict':
      return predictRows(line);
    case 'model':
      return showModel(line, instance);
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
      return write(await estimateConstants(line, instance));
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

/** A query stands on the command line itself, or in a file. */
function queryText(word: string): string {
  return word.startsWith('{') ? word : readText(word, mostQueryBytes);
}

/** What is in a data file, for people or as JSON. */
async function inspect(line: CommandLine): Promise<string> {
  const { host } = await startInstance('simd', 1, line.memoryBytes);
  const name = line.input === '-' ? 'data' : basename(line.input);
  const source = openData(line.input);
  const report = await host.inspect(source, JSON.stringify({ name }), {
    breathe: () => Promise.resolve(),
  });
  return line.wantsJson ? host.readable(report) : host.inspectionText(report);
}

async function theory(line: CommandLine): Promise<string> {
  const query = queryText(line.input);
  const { host } = await startInstance(chosenVariant(1), 1, 0);
  return host.theory(query);
}

async function plan(line: CommandLine): Promise<string> {
  const instance = await startInstance('simd', 1, line.memoryBytes, line.mostRuns);
  const experiment = readText(line.input, mostExperimentBytes);
  declareSolvers(instance, experiment, line.isQuiet);
  const session = instance.host.open(experiment, '');
  await load(session, line);
  return session.plan();
}

/** Private estimates of constants, counted before anyone sees them. */
async function estimateConstants(line: CommandLine, reader: Reader): Promise<string> {
  const experiment = readText(line.input, mostExperimentBytes);
  const threads = line.threads || availableParallelism();
  const { host, module } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const session = host.open(experiment, '');
  const identity = new module.FileIdentity();
  await load(session, line, identity);
  const estimates = host.constants(session, line.rho, line.failure, line.rank);
  const entry = take(() => module.estimatesEntry(experiment, estimates));
  countEntry(line, entry, identity.finish(), reader);
  return estimates;
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

/** The size of a data file, which an experiment on one does not say. */
async function shapeOfFile(
  line: CommandLine,
  host: WholeHost,
  experiment: string,
): Promise<DataShape | null> {
  const session = host.open(experiment, '');
  if (!session.needsBytes() && line.data === null) return null;
  await load(session, line);
  return session.shape();
}

/** Chooses a method; the experiment with the choice goes to --out. */
async function recommend(line: CommandLine): Promise<void> {
  const threads = line.threads || availableParallelism();
  const { host, module } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const given = readText(line.input, mostExperimentBytes);
  const experiment = take(() => module.withAnyAlgorithm(given));
  const { method, samples, features } = line;
  const shape = samples === 0 ? await shapeOfFile(line, host, experiment) : null;
  const report = host.recommend(given, { method, samples, features }, shape);
  const { sentences, experiment: chosen } = JSON.parse(report) as RecommendReport;
  if (line.out !== null) await writeText(line.out, host.readable(JSON.stringify(chosen)));
  await writeText(null, line.wantsJson ? host.readable(report) : `${sentences.join('\n')}\n`);
}

/** What a trial makes of an experiment; of a data file, only its size is read. */
async function klTrial(line: CommandLine): Promise<string> {
  const { host } = await startInstance('simd', 1, line.memoryBytes);
  const experiment = readText(line.input, mostExperimentBytes);
  const trial = host.klTrial(experiment, await shapeOfFile(line, host, experiment));
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

/** All runs of a recorded experiment in one group; an interrupt ends them early. */
async function replayed(line: CommandLine, experiment: string): Promise<RunOutcome> {
  const threads = line.threads || availableParallelism();
  const { host } = await startInstance(
    chosenVariant(threads),
    threads,
    line.memoryBytes,
    line.mostRuns,
  );
  const session = host.open(experiment, '');
  await load(session, line);
  return runSession(line, host, session, experiment);
}
