import type { Experiment, PageEngine } from '../engine/types.ts';
import { withValueAt } from '../store/paths.ts';
import { columnsOf } from './make.ts';
import {
  accuracyOf,
  codesOf,
  drawnCodes,
  majorityAccuracy,
  rowsText,
  samplesOf,
  type Codes,
  type Samples,
} from './encode.ts';
import type { LineForm } from './lines.ts';
import { splitRecords, type Split } from './split.ts';

type Trainer = Pick<PageEngine, 'run' | 'solve' | 'synthesize'>;

/** What is tested. */
export interface ClassifierQuestion {
  /** The experiment on the whole file. */
  experiment: Experiment;
  /** The method's place in it. */
  entry: number;
  /** The file's text, and how its lines are cut. */
  text: string;
  form: LineForm;
  /** The column that is predicted, and its level that counts as yes. */
  target: string;
  level: number;
  /** How much is held out, and by which seed. */
  share: number;
  seed: number;
}

/** How often three classifiers are right about records that none of them has seen. All of it reads the data. */
export interface ClassifierReport {
  synthetic: number;
  real: number;
  majority: number;
  counts: Split['counts'];
}

/** Keeps the minimum where classes can be told apart. */
const strength = 1e-3;

/**
 * Holds records out, makes synthetic data of the others at the experiment's budget, and trains a
 * logistic model on them; another one is trained on the records themselves.
 */
export async function testClassifier(
  engine: Trainer,
  question: ClassifierQuestion,
  signal: AbortSignal,
): Promise<ClassifierReport> {
  const { experiment, form, target, level, text } = question;
  const columns = columnsOf(experiment.data) ?? [];
  const split = splitRecords(text, form, question.share, question.seed);
  if (split.counts.heldOut === 0) throw new Error('Too few records to hold any out.');
  const labelled = (codes: Codes) => samplesOf(codes, columns, target, level);
  const drawn = await synthesized(engine, question, split, signal);
  // The file's own target stands last in synthetic records, whichever column is predicted here.
  const last = experiment.data.kind === 'file' ? String(experiment.data.target) : '';
  const synthetic = labelled(drawnCodes(drawn, columns, last));
  const real = labelled(codesOf(split.training, form, columns));
  const tested = labelled(codesOf(split.heldOut, form, columns));
  const accuracy = async (samples: Samples) =>
    accuracyOf(await trained(engine, samples, question, signal), tested);
  return {
    synthetic: await accuracy(synthetic),
    real: await accuracy(real),
    majority: majorityAccuracy(real, tested),
    counts: split.counts,
  };
}

/** As many synthetic records as there are training records, made of these alone. */
async function synthesized(
  engine: Trainer,
  { experiment, entry, seed }: ClassifierQuestion,
  { training, counts }: Split,
  signal: AbortSignal,
): Promise<string> {
  const own = {
    ...withValueAt(experiment, 'sweep', undefined),
    algorithms: experiment.algorithms.slice(entry, entry + 1),
    run: {
      repeats: 1,
      randomness: { mode: 'reproducible' as const, seed },
      diagnostics: [],
      trace: { points: 2 },
    },
  };
  const result = await engine.run(own, { data: new Blob([training]), signal });
  return engine.synthesize(result, { run: 0, records: counts.training, seed, codes: true });
}

/** The weights of a logistic model; all labels alike need no model. */
async function trained(
  engine: Trainer,
  samples: Samples,
  { experiment, entry }: ClassifierQuestion,
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
    algorithms: experiment.algorithms.slice(entry, entry + 1),
  };
  const data = new Blob([rowsText(samples)]);
  const report = await engine.solve(exact, { data, signal });
  return report.solution;
}
