import { appendFileSync, existsSync, rmSync, statSync, truncateSync } from 'node:fs';
import { availableParallelism } from 'node:os';

import { engineError } from '../client/error.ts';
import { take, type Session } from '../client/host.ts';
import type { CommandLine, FileNames, PartHandle } from '../client/module.ts';
import { ioError, mostExperimentBytes, mostResultBytes, readText, writeWhole } from './files.ts';
import { startInstance, type Instance, type Reader } from './instance.ts';
import { countRun } from './odometer.ts';
import { declareSolvers, writeReport } from './report.ts';
import { advanceToEnd, chosenVariant, load } from './work.ts';

// Runs of an experiment, group by group: finished ones are appended to a file, with which a run that was ended goes on.

/** How long the runs of one group take, by loads that are those of a slow core. */
const groupSeconds = 20;

/** The file to which finished runs go; one that nobody asked for is written where there are several groups, and removed. */
interface Target {
  path: string | null;
  isAsked: boolean;
}

function targetOf({ out, resume, checkpoint, partOf }: CommandLine): Target {
  const hasPlace = out !== null && (statSync(out, { throwIfNoEntry: false })?.isFile() ?? true);
  const beside = hasPlace ? `${out}.part` : null;
  if (partOf > 0) return { path: out, isAsked: true };
  if (resume !== null) return { path: resume, isAsked: resume !== beside };
  return checkpoint === null
    ? { path: beside, isAsked: false }
    : { path: checkpoint, isAsked: true };
}

function readPart({ module }: Instance, path: string): PartHandle {
  const text = readText(path, mostResultBytes);
  return take(() => module.readPart(text, path));
}

/** The part that is gone on with; a line that was not written to its end is cut off. */
function resumedPart(path: string, { out, table }: CommandLine, instance: Instance): PartHandle {
  const part = readPart(instance, path);
  if (part.of() > 1 && (out !== null || table !== null)) {
    const message = 'is for a result: assemble makes one of all parts';
    throw engineError('invalid-command', out === null ? '--format' : '--out', message);
  }
  try {
    truncateSync(path, part.soundBytes());
  } catch (error) {
    throw ioError(path, error);
  }
  return part;
}

/** @param before bytes that the file has while nobody else writes it */
function append(path: string, text: string, before: number): void {
  if (statSync(path, { throwIfNoEntry: false })?.size !== before) {
    const message =
      'was changed by another program while this one ran: let one alone work on a part';
    throw engineError('io-failed', path, message);
  }
  try {
    appendFileSync(path, text);
  } catch (error) {
    throw ioError(path, error);
  }
}

interface Work {
  line: CommandLine;
  instance: Instance;
  reader: Reader;
  session: Session;
  part: PartHandle;
  /** Of the data file, where its runs may be counted. */
  names: FileNames | null;
}

/**
 * Runs what is missing. After an interrupt, the runs of the group that was at work and of those that had not begun stay
 * out of the file; they are cancelled in the result.
 */
async function runGroups(
  { line, instance, reader, session, part, names }: Work,
  experiment: string,
  { path, isAsked }: Target,
): Promise<{ isKept: boolean; isCancelled: boolean }> {
  const threads = line.threads || availableParallelism();
  const seconds = path === null ? Infinity : groupSeconds;
  const numbers = take(() => part.batches(session.handle, seconds, threads));
  const groups = Array.from({ length: numbers.length / 3 }, (_, i) =>
    numbers.slice(3 * i, 3 * i + 3),
  );
  const isKept = path !== null && (isAsked || line.resume !== null || groups.length > 1);
  if (isKept && line.resume === null) {
    if (existsSync(path)) {
      const message =
        'exists already: noisy-descent run --resume goes on with a part; to begin anew, remove the file first';
      throw engineError('io-failed', path, message);
    }
    await writeWhole(
      path,
      take(() => part.append(0, 0, '')),
    );
  }
  const totalEvaluations = groups.reduce((sum, [, , load]) => sum + load, 0);
  let over = 0;
  let isCancelled = false;
  for (const [i, [first, last, load]] of groups.entries()) {
    session.start(first, last);
    const advance = (slice: number) => {
      const { done, gradientEvaluations, totalEvaluations: all } = session.advance(slice);
      session.drain();
      const share = gradientEvaluations / Math.max(1, all);
      return { done, gradientEvaluations: over + load * share, totalEvaluations };
    };
    const begins = !isCancelled;
    isCancelled ||= await advanceToEnd(advance, line.isQuiet);
    if (isCancelled) session.cancel();
    over += load;
    const group = session.group();
    if (begins && names !== null) {
      const isQuiet = line.isQuiet || !(isCancelled || i === groups.length - 1);
      const alone = instance.host.assemble(experiment, [group]);
      countRun({ ...line, isQuiet }, alone, names, reader);
    }
    const before = part.soundBytes();
    const text = take(() => part.append(first, last, group));
    if (isKept && !isCancelled) append(path, text, before);
  }
  return { isKept, isCancelled };
}

/** Runs an experiment or a part of it, or goes on with one; returns the exit status. */
export async function runParts(line: CommandLine, reader: Reader): Promise<number> {
  const threads = line.threads || availableParallelism();
  const variant = chosenVariant(threads);
  const instance = await startInstance(variant, threads, line.memoryBytes, line.mostRuns);
  const { host, module } = instance;
  const resumed = line.resume === null ? null : resumedPart(line.resume, line, instance);
  const experiment = resumed?.experiment() ?? readText(line.input, mostExperimentBytes);
  const { table } = line;
  if (table !== null) take(() => module.mayLeaveTableAlone(experiment, table));
  declareSolvers(instance, experiment, line.isQuiet);
  const session = host.open(experiment, '');
  const isCounted = line.data !== null && !line.isUncounted && module.isCounted(experiment);
  const identity = isCounted ? new module.FileIdentity() : undefined;
  await load(session, line, identity);
  const [number, of] = line.partOf > 0 ? [line.partNumber, line.partOf] : [1, 1];
  const part = resumed ?? take(() => module.beginPart(experiment, session.handle, number, of));
  if (resumed) take(() => resumed.check(session.handle));
  const work = { line, instance, reader, session, part, names: identity?.finish() ?? null };
  const target = targetOf(line);
  const { isKept, isCancelled } = await runGroups(work, experiment, target);
  const onward = isKept
    ? `; noisy-descent run --resume ${String(target.path)} goes on, with the same --data`
    : '';
  if (line.partOf > 0 || part.of() > 1) {
    if (isCancelled)
      throw engineError(
        'cancelled',
        'run',
        `interrupted; the part holds what was finished${onward}`,
      );
    const note = `noisy-descent: part ${part.number()}/${part.of()} is finished: ${String(target.path)}`;
    if (!line.isQuiet) process.stderr.write(`${note}\n`);
    return 0;
  }
  const status = await writeReport(
    line,
    take(() => part.result()),
    reader,
  );
  if (isCancelled)
    throw engineError(
      'cancelled',
      'run',
      `interrupted; the result holds what was finished${onward}`,
    );
  if (isKept && !target.isAsked) rmSync(String(target.path), { force: true });
  return status;
}

/** The result that parts are together. */
export function assembleParts(line: CommandLine, { module }: Instance): string {
  const paths = [line.input, ...line.parts];
  if (line.out !== null && paths.includes(line.out)) {
    throw engineError('invalid-command', '--out', 'names one of the parts');
  }
  const texts = paths.map((path) => readText(path, mostResultBytes));
  return take(() => module.assembleParts(texts, paths));
}
