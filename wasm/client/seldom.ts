import {
  aBoolean,
  aNumber,
  aText,
  asks,
  callBack,
  checkOptions,
  data,
  followed,
  isObject,
  jsonText,
  reading,
  signal,
  wrongType,
  type RulesOf,
} from './arguments.ts';
import { engineError } from './error.ts';
import type { Experiment } from './experiment.ts';
import { followRequest, orAborted } from './follow.ts';
import type { InspectOptions } from './inspect.ts';
import type { AuditRequest } from './module.ts';
import type { AnswerSteps } from './own-solvers.ts';
import type { WorkerPool } from './pool.ts';
import type { DataMessage, Told } from './protocol.ts';
import { readExperiment } from './read-experiment.ts';
import type { SolveOptions, StepAnswer } from './solve.ts';
import { parseStrictJson } from './strict-json.ts';
import type { MarginalsOptions, MarginalsQuestion, SynthesizeOptions } from './synthetic.ts';
import type {
  AuditOptions,
  DataOptions,
  DataSource,
  ExperimentResult,
  LandscapeOptions,
  LandscapeRequest,
  NeighbourOptions,
  RecommendOptions,
} from './types.ts';

export { writtenTable } from './table.ts';

// What few pages use: calls beside plans and runs, and streams of data. The package has this in a
// file that is loaded with the first of them.

interface CallOptions {
  audit: AuditOptions;
  neighbours: NeighbourOptions;
  inspect: InspectOptions;
  klTrial: DataOptions;
  recommend: RecommendOptions;
  landscape: LandscapeOptions;
  solve: SolveOptions;
  synthesize: SynthesizeOptions;
  marginals: MarginalsOptions;
}

/** What each of them takes by name. */
export const rules: { [Call in keyof CallOptions]: RulesOf<CallOptions[Call]> } = {
  audit: {
    ...followed,
    algorithm: aText,
    planted: aText,
    runs: aNumber,
    confidence: aNumber,
    seed: aNumber,
  },
  neighbours: { ...followed, algorithm: aText },
  inspect: {
    signal,
    name: aText,
    format: aText,
    delimiter: aText,
    decimal: aText,
    header: aText,
    comments: aText,
    encoding: aText,
    target: asks('a text or a number', (value) => ['string', 'number'].includes(typeof value)),
    positive: aText,
    firstIndex: aNumber,
  },
  klTrial: reading,
  recommend: { ...reading, method: aText, samples: aNumber, features: aNumber },
  landscape: followed,
  solve: {
    ...followed,
    solver: aText,
    tolerance: aNumber,
    gradients: aNumber,
    seed: aNumber,
    primalRegularization: aNumber,
    dualRegularization: aNumber,
  },
  synthesize: { run: aNumber, records: aNumber, seed: aNumber, codes: aBoolean },
  marginals: { ...followed, run: aNumber },
};

/** What a worker is asked about an experiment, beside it and its data. */
export const questions = {
  audit: (options: AuditOptions) => ({ type: 'audit', request: auditRequest(options) }) as const,
  neighbours: (options: NeighbourOptions) =>
    ({ type: 'audit', request: { ...auditRequest(options), neighbours: true } }) as const,
  klTrial: () => ({ type: 'kl-trial' }) as const,
  recommend: ({ method = '', samples = 0, features = 0 }: RecommendOptions) =>
    ({ type: 'recommend', asked: { method, samples, features } }) as const,
  landscape: (_: object, request: LandscapeRequest) =>
    ({ type: 'landscape', request: landscapeText(request) }) as const,
  solve: (options: SolveOptions) => ({ type: 'solve', request: solveText(options) }) as const,
};

/** An experiment as a survey takes it: what recommends a method is asked of one without, too. */
export function asked(
  call: keyof typeof questions,
  experiment: Experiment | string,
  [some]: Iterable<string>,
): string {
  const isText = call === 'recommend' && typeof experiment === 'string';
  const given: unknown = isText ? parseStrictJson(experiment) : experiment;
  if (call !== 'recommend' || !isObject(given) || 'algorithms' in given) {
    return readExperiment(experiment).text;
  }
  return readExperiment({ ...given, algorithms: [{ id: some }] } as Experiment).text;
}

/** The options with the defaults of the command line. */
function auditRequest(options: AuditOptions): AuditRequest {
  return {
    algorithm: options.algorithm ?? '',
    runs: wholeNumber('runs', options.runs ?? 100_000),
    confidence: options.confidence ?? 0.999999,
    seed: wholeNumber('seed', options.seed ?? 1),
    planted: options.planted ?? '',
    neighbours: false,
  };
}

function wholeNumber(field: string, value: number): number {
  if (Number.isSafeInteger(value) && value >= 0) return value;
  throw engineError('invalid-value', field, 'Give a whole number.');
}

/** Typed arrays, such as a trace event's iterates, are lists for the engine. */
function landscapeText(request: LandscapeRequest): string {
  return jsonText(request, 'request', (_, inner) =>
    inner instanceof Float64Array ? Array.from(inner) : inner,
  );
}

function solveText(options: SolveOptions): string {
  const { solver, tolerance, gradients, seed, primalRegularization, dualRegularization } = options;
  const regularizations = { primalRegularization, dualRegularization };
  return JSON.stringify({ solve: { solver, tolerance, gradients, seed, ...regularizations } });
}

/**
 * An InspectReport as text.
 *
 * @param message makes a message of the file
 * @throws EngineError at what is no file, or no option
 */
export async function inspect(
  pool: WorkerPool,
  file: DataSource,
  options: InspectOptions,
  message: () => Promise<DataMessage>,
): Promise<string> {
  checkOptions('inspect', options, rules.inspect);
  const expected = data(file);
  if (expected) throw wrongType('data', expected);
  const name = options.name ?? (file instanceof File && file.name ? file.name : 'data');
  const request = JSON.stringify({ ...options, name, signal: undefined });
  const asked = { type: 'inspect', data: await orAborted(message(), options.signal), request } as const; // prettier-ignore
  return followRequest(pool, asked, options.signal, () => undefined);
}

/** Synthetic records as CSV. */
export function synthesize(
  pool: WorkerPool,
  result: ExperimentResult | string,
  options: SynthesizeOptions,
): Promise<string> {
  checkOptions('synthesize', options, rules.synthesize);
  return pool.ask({ type: 'synthesize', result: jsonText(result, 'result'), synthesis: options });
}

/**
 * A MarginalsReport as text.
 *
 * @param message makes a message of the data
 */
export async function marginals(
  pool: WorkerPool,
  result: ExperimentResult | string,
  options: MarginalsOptions,
  message: () => Promise<DataMessage | null>,
): Promise<string> {
  checkOptions('marginals', options, rules.marginals);
  const text = jsonText(result, 'result');
  const { run = 0, signal } = options;
  const data = await orAborted(message(), signal);
  const question = await pool.ask({ type: 'marginals', result: text, run });
  const { experiment, request } = JSON.parse(question) as MarginalsQuestion;
  const asked = { type: 'landscape', experiment, data, request } as const;
  return followRequest(pool, asked, signal, listener(options));
}

/**
 * Hears what a worker tells of its work: rounds of an audit, or evaluations.
 *
 * @param answerSteps makes the steps that the worker waits for
 */
export function listener({ onProgress }: LandscapeOptions, answerSteps?: AnswerSteps) {
  const started = performance.now();
  return (told: Told, answer: (steps: StepAnswer[]) => void): void => {
    if (told.type !== 'rounds' && told.type !== 'measured') return;
    const [done, total] =
      told.type === 'rounds'
        ? [told.progress.rounds, told.progress.total]
        : [told.progress.gradientEvaluations, told.progress.totalEvaluations];
    const elapsed = (performance.now() - started) / 1000;
    const secondsLeft = done > 0 ? (elapsed * (total - done)) / done : null;
    callBack('onProgress', onProgress, { phase: 'running', done, total, secondsLeft });
    if (told.type === 'measured' && told.steps.length > 0) {
      void answerSteps?.(told.steps).then(answer);
    }
  };
}
