import { ownValues } from '../../../../wasm/client/index.ts';
import type { ColumnBlock, Experiment, ExperimentResult, PageEngine } from '../../engine/types.ts';
import { withValueAt } from '../../experiment/paths.ts';
import { columnsOf } from './make.ts';
import {
  accuracyOf,
  codesOf,
  drawnCodes,
  majorityAccuracy,
  rowsText,
  samplesOf,
  uniformCodes,
  type Codes,
  type Samples,
} from './encode.ts';
import type { Records } from './records.ts';
import { splitRecords, type Split } from './split.ts';

type Trainer = Pick<PageEngine, 'run' | 'solve' | 'synthesize'>;

/** What is tested. */
export interface ClassifierQuestion {
  /** All records, and the experiment that reads them. */
  records: Records;
  /** The method's place in it. */
  entry: number;
  /** The point of its sweep. */
  sweep: Readonly<Record<string, unknown>>;
  /** The column that is predicted, and its level that counts as yes. */
  target: string;
  level: number;
  /** How much is held out, and by which seed. */
  share: number;
  seed: number;
  /** How often synthetic data are made, each time at the whole budget. */
  repeats: number;
}

/** A share of records that are told right, over repeats. */
export interface Accuracy {
  mean: number;
  standardError: number;
}

/** How often classifiers are right about records that none of them has seen. All of it reads the data. */
export interface ClassifierReport {
  synthetic: Accuracy;
  /** Of records that are drawn from the table that every method starts from. */
  uniform: Accuracy;
  /** Of the training records themselves. */
  real: number;
  majority: number;
  counts: Split['counts'];
  repeats: number;
}

/** Keeps the minimum where classes can be told apart. */
const strength = 1e-3;

/**
 * Holds records out, makes synthetic data of the others at the experiment's budget, and trains a
 * logistic model on them; others are trained on the records themselves and on what knows nothing.
 */
export async function testClassifier(
  engine: Trainer,
  question: ClassifierQuestion,
  signal: AbortSignal,
): Promise<ClassifierReport> {
  const { records, target, level, repeats } = question;
  const { experiment, form, text } = records;
  const columns = columnsOf(experiment.data) ?? [];
  const split = splitRecords(text, form, question.share, question.seed);
  if (split.counts.heldOut === 0) throw new Error('Too few records to hold any out.');
  const labelled = (codes: Codes) => samplesOf(codes, columns, target, level);
  const real = labelled(codesOf(split.training, form, columns));
  const tested = labelled(codesOf(split.heldOut, form, columns));
  const accuracy = async (samples: Samples) =>
    accuracyOf(await trained(engine, samples, question, signal), tested);
  const result = await made(engine, question, split, signal);
  const [synthetic, uniform]: [number[], number[]] = [[], []];
  for (let repeat = 0; repeat < repeats; repeat += 1) {
    const drawn = await drawnFrom(engine, result, repeat, question, split, columns);
    const seed = question.seed + repeat;
    synthetic.push(await accuracy(labelled(drawn)));
    uniform.push(await accuracy(labelled(uniformCodes(columns, split.counts.training, seed))));
  }
  return {
    synthetic: overRepeats(synthetic),
    uniform: overRepeats(uniform),
    real: await accuracy(real),
    majority: majorityAccuracy(real, tested),
    counts: split.counts,
    repeats,
  };
}

/** Runs the method on the training records alone, which nothing else is told to it of. */
function made(
  engine: Trainer,
  { records, entry, sweep, seed, repeats }: ClassifierQuestion,
  { training }: Split,
  signal: AbortSignal,
): Promise<ExperimentResult> {
  const experiment = atPoint(records.experiment, sweep, entry);
  const release = experiment.run?.randomness?.release;
  const own: Experiment = {
    ...withValueAt(experiment, 'sweep', undefined),
    algorithms: experiment.algorithms.slice(entry, entry + 1),
    run: {
      repeats,
      randomness: { mode: 'reproducible', seed, ...(release ? { release } : {}) },
      diagnostics: [],
      trace: { points: 2 },
    },
  };
  return engine.run(own, { data: new Blob([training]), signal });
}

/** The experiment with the values of one point of its sweep. */
function atPoint(
  experiment: Experiment,
  sweep: ClassifierQuestion['sweep'],
  entry: number,
): Experiment {
  return Object.entries(ownValues(experiment, sweep)).reduce(
    (one, [path, value]) => withValueAt(one, path.replace('*', String(entry)), value),
    experiment,
  );
}

/** As many synthetic records as there are training records. */
async function drawnFrom(
  engine: Trainer,
  result: ExperimentResult,
  run: number,
  { records, seed }: ClassifierQuestion,
  { counts }: Split,
  columns: readonly ColumnBlock[],
): Promise<Codes> {
  const { data } = records.experiment;
  const asked = { run, records: counts.training, seed, codes: true };
  const text = await engine.synthesize(result, asked);
  // The file's own target stands last in synthetic records, whichever column is predicted here.
  return drawnCodes(text, columns, data.kind === 'file' ? String(data.target) : '');
}

/** The weights of a logistic model; all labels alike need no model. */
async function trained(
  engine: Trainer,
  samples: Samples,
  { records, entry }: ClassifierQuestion,
  signal: AbortSignal,
): Promise<number[]> {
  const [first] = samples.labels;
  const width = samples.features[0].length;
  if (samples.labels.every((label) => label === first)) {
    return Array.from({ length: width }, (_, at) => (at === width - 1 ? first : 0));
  }
  const exact: Experiment = {
    version: 1,
    data: { kind: 'file', name: 'samples.csv', format: 'csv', header: 'no', target: 'last' },
    problem: { loss: 'logistic', regularizer: { kind: 'l2', strength } },
    privacy: { notion: 'none' },
    // A file names at least one; it is not run where the exact minimum is asked for.
    algorithms: records.experiment.algorithms.slice(entry, entry + 1),
  };
  const data = new Blob([rowsText(samples)]);
  const report = await engine.solve(exact, { data, signal });
  return report.solution;
}

function overRepeats(values: readonly number[]): Accuracy {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, standardError: Math.sqrt(squares / Math.max(1, count - 1) / count) };
}

/**
 * How much of what the records teach beyond the majority synthetic ones teach, 1 for all; null where
 * the records teach nothing.
 */
export function keptShare({ synthetic, real, majority }: ClassifierReport): number | null {
  return real > majority ? (synthetic.mean - majority) / (real - majority) : null;
}

/** One standard error of a share that is seen among so many held-out records. */
export function testError(share: number, { heldOut }: Split['counts']): number {
  return Math.sqrt((share * (1 - share)) / heldOut);
}
