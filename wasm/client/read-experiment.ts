import { jsonText } from './arguments.ts';
import { checkSchema } from './check-schema.ts';
import { engineError } from './error.ts';
import { generatorSizes, limits } from './limits.ts';
import { experimentSchema, type ExperimentFile } from './schema.ts';
import { parseStrictJson } from './strict-json.ts';

/** An experiment that passed the schema and the caps, with the text that goes to the engine. */
export interface CheckedExperiment {
  experiment: ExperimentFile;
  text: string;
  /** Algorithms x sweep points x repeats. */
  runs: number;
}

/**
 * Checks an experiment from anywhere, an untrusted link included, before anything is sent.
 *
 * @throws EngineError with the engine's codes, at the dotted path of the offending field
 */
export function readExperiment(source: ExperimentFile | string): CheckedExperiment {
  const text = jsonText(source, '');
  if (text.length > limits.textBytes) {
    throw engineError('limit-exceeded', '', `The text is longer than ${limits.textBytes} bytes.`);
  }
  const tree = typeof source === 'string' ? parseStrictJson(text) : source;
  checkVersion(tree);
  const experiment = checkSchema(experimentSchema, tree);
  return { experiment, text, runs: checkCaps(experiment) };
}

/** The version decides what all other fields mean, so a wrong one is said first. */
function checkVersion(tree: unknown): void {
  const version: unknown = tree && typeof tree === 'object' && 'version' in tree && tree.version;
  if (typeof version === 'number' && version !== 1) {
    throw engineError(
      'unsupported-version',
      'version',
      `The file has version ${version}; this engine reads version 1.`,
    );
  }
}

/** What no single field shows: products of sizes. Returns the number of runs. */
function checkCaps(experiment: ExperimentFile): number {
  const axes = experiment.sweep ?? [];
  const points = axes.reduce((product, axis) => product * axis.values.length, 1);
  if (points > limits.sweepPoints) {
    const message = `The grid has ${points} points; at most ${limits.sweepPoints} are allowed.`;
    throw engineError('limit-exceeded', 'sweep', message);
  }
  const runs = points * experiment.algorithms.length * (experiment.run?.repeats ?? 1);
  if (runs > limits.runs) {
    const message = `These are ${runs} runs; at most ${limits.runs} are allowed.`;
    throw engineError('limit-exceeded', 'run.repeats', message);
  }
  if (dataBytes(experiment) > limits.memoryBytes) {
    const message = `The data would take more than ${limits.memoryBytes / 1e6} MB.`;
    throw engineError('limit-exceeded', 'data.samples', message);
  }
  return runs;
}

/** Bytes that the data will take, where the experiment says how large they are; else 0. */
export function dataBytes({ data, problem }: ExperimentFile): number {
  // Records that are drawn whenever they are read are nowhere kept.
  if (data.kind !== 'synthetic' || data.storage === 'drawn') return 0;
  // Problems of the gallery store equal records once; the engine looks at the rest.
  const isPlain = data.storage !== 'dense' && (data.preprocess ?? []).length === 0;
  if (problem.kind === 'gallery' && isPlain) return 0;
  const size = generatorSizes[data.name];
  const samples = data.samples ?? size?.samples ?? 0;
  const features = data.features ?? size?.features ?? 0;
  const isSparse = size !== undefined && size.rowValues > 0 && data.storage !== 'dense';
  return isSparse ? samples * sparseRowBytes(size.rowValues) : samples * features * 8;
}

/** Each value with its place, listed by rows and by columns; each row with its end and its target. */
function sparseRowBytes(values: number): number {
  return values * 2 * (8 + 4) + 16;
}
