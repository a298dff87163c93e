import * as v from 'valibot';

import { limits } from './limits.ts';
import { lossParameters } from './words.ts';

// The experiment file as types and as a strict schema: unknown fields are errors. What depends on
// the catalogue (algorithm ids, their parameters, names of data sets) is checked by the engine.
// A message that begins with an error code and a bar gives that code to a value out of range.

const text = v.pipe(
  v.string(),
  v.maxLength(limits.titleLength, `limit-exceeded|Use at most ${limits.titleLength} characters.`),
);
const finite = v.pipe(v.number(), v.finite());
const positive = v.pipe(finite, v.gtValue(0, 'Give a number greater than 0.'));

function whole(minimum: number, maximum: number) {
  const range = `Give a whole number from ${minimum} to ${maximum}.`;
  return v.pipe(
    v.number(),
    v.integer(range),
    v.minValue(minimum, range),
    v.maxValue(maximum, range),
  );
}

/** A privacy budget: every number that is not positive and finite is `invalid-budget`. */
function budget(maximum: number) {
  const range = 'invalid-budget|Give a positive, finite number.';
  return v.pipe(v.number(range), v.finite(range), v.gtValue(0, range), v.maxValue(maximum, range));
}

function list<Item extends v.GenericSchema>(item: Item, most: number) {
  return v.pipe(v.array(item), v.maxLength(most, `limit-exceeded|Use at most ${most} entries.`));
}

const seed = whole(0, limits.seed);
const numberOrNumbers = v.union([finite, list(finite, limits.features)]);

const share = v.pipe(
  finite,
  v.gtValue(0, 'Give a number greater than 0.'),
  v.ltValue(1, 'Give a number less than 1.'),
);

const preprocessStep = v.variant('kind', [
  v.strictObject({
    kind: v.literal('clip-rows'),
    norm: v.optional(v.picklist(['l1', 'l2', 'linf'])),
    bound: v.optional(positive),
    mode: v.optional(v.picklist(['clip', 'normalize'])),
  }),
  v.strictObject({
    kind: v.literal('scale-columns'),
    lower: numberOrNumbers,
    upper: numberOrNumbers,
    to: v.optional(v.strictTuple([finite, finite])),
  }),
  v.strictObject({
    kind: v.literal('private-ranges'),
    of: v.optional(v.picklist(['columns', 'target', 'both'])),
    columns: v.optional(numberOrNumbers),
    lower: v.optional(numberOrNumbers),
    upper: v.optional(numberOrNumbers),
    share: v.optional(finite),
    quantiles: v.optional(v.strictTuple([finite, finite])),
  }),
  v.strictObject({ kind: v.literal('add-intercept'), value: v.optional(finite) }),
  v.strictObject({ kind: v.literal('labels'), positive: numberOrNumbers }),
  v.strictObject({
    kind: v.literal('scale-target'),
    lower: v.optional(finite),
    upper: v.optional(finite),
  }),
  v.strictObject({ kind: v.literal('clamp-target'), lower: finite, upper: finite }),
  v.strictObject({ kind: v.literal('select-columns'), columns: numberOrNumbers }),
  v.strictObject({
    kind: v.picklist(['sample-rows', 'hold-out']),
    /** One of the two, which the engine checks. */
    count: v.optional(whole(1, limits.samples)),
    share: v.optional(share),
    seed: v.optional(seed),
  }),
  v.strictObject({ kind: v.literal('standardize') }),
]);

const common = {
  storage: v.optional(v.picklist(['auto', 'dense', 'sparse', 'drawn'])),
  preprocess: v.optional(list(preprocessStep, limits.preprocessSteps)),
  declaredSamples: v.optional(whole(1, limits.samples)),
};

const word = v.pipe(text, v.minLength(1, 'Give a word.'));

/**
 * A column that is read: words or edges code it, and without either it is a number. Which fields go together is checked
 * by the engine.
 */
const column = v.strictObject({
  name: v.union([text, whole(0, limits.features)]),
  words: v.optional(
    v.pipe(list(word, limits.columnWords), v.minLength(2, 'Give 2 words or more.')),
  ),
  other: v.optional(word),
  edges: v.optional(
    v.pipe(list(finite, limits.columnWords - 1), v.minLength(1, 'Give at least one edge.')),
  ),
  lower: v.optional(finite),
  upper: v.optional(finite),
  missing: v.optional(v.union([finite, text])),
  indicator: v.optional(v.boolean()),
  encode: v.optional(v.picklist(['code', 'one-hot', 'ordered'])),
});

/** Records, or what stands in their place where they were taken out: see record-places.ts. */
function records<Rows>(rows: v.GenericSchema<Rows>): v.GenericSchema<Rows | string> {
  const mark = v.pipe(v.string(), v.regex(/^records( \d+ of \d+)?$/, 'Give an array of numbers.'));
  return v.lazy((input): v.GenericSchema<Rows | string> =>
    typeof input === 'string' ? mark : rows,
  );
}

const columns = v.optional(list(column, limits.columns));

const data = v.variant('kind', [
  v.strictObject({
    kind: v.literal('synthetic'),
    name: text,
    samples: v.optional(whole(2, limits.samples)),
    features: v.optional(whole(1, limits.features)),
    seed: v.optional(seed),
    labels: v.optional(v.picklist(['sign', 'logistic'])),
    positiveFraction: v.optional(finite),
    noise: v.optional(finite),
    bound: v.optional(finite),
    mean: v.optional(finite),
    spread: v.optional(finite),
    bias: v.optional(finite),
    signed: v.optional(whole(1, limits.samples)),
    atoms: v.optional(whole(1, 100_000)),
    populationSeed: v.optional(seed),
    strength: v.optional(finite),
    minorityShare: v.optional(finite),
    positiveShare: v.optional(finite),
    separation: v.optional(finite),
    radius: v.optional(finite),
    shift: v.optional(finite),
    tilt: v.optional(finite),
    rows: v.optional(whole(0, limits.features)),
    advantage: v.optional(finite),
    tasks: v.optional(whole(2, limits.features)),
    ...common,
  }),
  v.strictObject({ kind: v.literal('builtin'), name: text, columns, ...common }),
  v.strictObject({
    kind: v.literal('file'),
    name: v.pipe(v.string(), v.maxLength(255, 'limit-exceeded|Use at most 255 characters.')),
    format: v.picklist(['csv', 'libsvm']),
    target: v.optional(v.union([text, whole(0, limits.features)])),
    header: v.optional(v.picklist(['auto', 'yes', 'no'])),
    delimiter: v.optional(
      v.union(
        [
          v.literal('blanks'),
          v.pipe(v.string(), v.regex(/^.$/, 'Give one character, or "blanks".')),
        ],
        'Give one character, or "blanks".',
      ),
    ),
    decimal: v.optional(v.picklist(['.', ','])),
    comments: v.optional(v.pipe(v.string(), v.regex(/^.$/, 'Give one character.'))),
    encoding: v.optional(v.picklist(['utf-8', 'latin1'])),
    positive: v.optional(v.union([text, list(text, limits.columnWords)])),
    features: v.optional(whole(1, limits.features)),
    firstIndex: v.optional(whole(0, 1)),
    columns,
    ...common,
  }),
  v.strictObject({
    kind: v.literal('inline'),
    features: records(list(list(finite, limits.inlineValues), limits.inlineValues)),
    targets: records(list(finite, limits.inlineValues)),
    columns,
    ...common,
  }),
]);

const rule = v.picklist(['public-bound', 'data-spectral', 'paper-spectral']);

const groupSize = whole(1, limits.features);

/** A number, a word of a choice, or a number for every column. */
const lossParameter = v.union([finite, text, list(finite, limits.features)]);

// Which of these fields a kind has is checked by the engine.
const problem = v.pipe(
  v.strictObject({
    loss: v.optional(text),
    kind: v.optional(v.picklist(['gallery', 'saddle'])),
    name: v.optional(text),
    ...v.entriesFromList(lossParameters, v.optional(lossParameter)),
    regularizer: v.optional(
      v.strictObject({
        kind: text,
        strength: v.optional(positive),
        l2Strength: v.optional(positive),
        groupSize: v.optional(groupSize),
      }),
    ),
    domain: v.optional(
      v.strictObject({
        kind: text,
        radius: v.optional(positive),
        lower: v.optional(numberOrNumbers),
        upper: v.optional(numberOrNumbers),
        groupSize: v.optional(groupSize),
        exponent: v.optional(positive),
        vertices: v.optional(list(list(finite, limits.features), 1000)),
        mirrored: v.optional(v.boolean()),
      }),
    ),
    gradientClip: v.optional(
      v.strictObject({ norm: v.optional(v.picklist(['l1', 'l2', 'linf'])), bound: positive }),
    ),
    constants: v.optional(
      v.strictObject({
        smoothness: v.optional(v.union([positive, rule])),
        strongConvexity: v.optional(v.union([positive, rule])),
        plConstant: v.optional(positive),
        initialGap: v.optional(positive),
        distance: v.optional(positive),
        klConstant: v.optional(positive),
        klExponent: v.optional(positive),
        radius: v.optional(positive),
      }),
    ),
  }),
  // A problem of the gallery, or a saddle problem, has a kind and a name instead.
  v.forward(
    v.check(
      ({ loss, kind }) => (loss ?? kind) !== undefined,
      'missing-field|Give a loss, or a kind and a name.',
    ),
    ['loss'],
  ),
);

const privacy = v.strictObject({
  notion: v.picklist(['pure', 'approximate', 'zcdp', 'none']),
  epsilon: v.optional(budget(1e6)),
  delta: v.optional(budget(1)),
  rho: v.optional(budget(1e6)),
  mechanism: v.optional(v.picklist(['auto', 'laplace', 'gaussian'])),
  neighbours: v.optional(v.picklist(['replace-one', 'zero-out', 'add-remove'])),
  calibration: v.optional(v.picklist(['tight', 'zcdp', 'advanced', 'paper', 'published-figures'])),
  noiseConstant: v.optional(positive),
});

const parameter = v.union([finite, text, v.boolean(), list(finite, limits.features)]);

const algorithm = v.strictObject({
  id: text,
  label: v.optional(text),
  stream: v.optional(seed),
  parameters: v.optional(v.record(v.string(), parameter)),
});

const release = v.picklist(['floating', 'hardened']);

const run = v.strictObject({
  repeats: v.optional(whole(1, limits.repeats)),
  randomness: v.optional(
    v.strictObject({
      mode: v.picklist(['reproducible', 'secure']),
      seed: v.optional(seed),
      common: v.optional(v.boolean()),
      release: v.optional(release),
    }),
  ),
  release: v.optional(release),
  trace: v.optional(
    v.strictObject({
      points: v.optional(whole(2, limits.tracePoints)),
      iterates: v.optional(v.boolean()),
      hiddenIterates: v.optional(v.boolean()),
      groupLosses: v.optional(v.boolean()),
    }),
  ),
  privateScore: v.optional(v.strictObject({ epsilon: v.optional(finite) })),
  diagnostics: v.optional(list(text, 16)),
});

/** Any JSON value: a sweep may put anything in a field, and the engine checks what it gives. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const json: v.GenericSchema<Json> = v.lazy(() =>
  v.union([v.null(), v.boolean(), finite, v.string(), v.array(json), v.record(v.string(), json)]),
);

const sweepAxis = v.strictObject({
  path: text,
  values: v.pipe(list(json, limits.sweepValues), v.minLength(1, 'Give at least one value.')),
});

export const experimentSchema = v.strictObject({
  $schema: v.optional(text),
  version: v.literal(1),
  title: v.optional(text),
  data,
  problem,
  privacy,
  algorithms: v.pipe(
    list(algorithm, limits.algorithms),
    v.minLength(1, 'Give at least one algorithm.'),
  ),
  run: v.optional(run),
  sweep: v.optional(list(sweepAxis, limits.sweepAxes)),
});

/** An experiment as it is read: any text may stand where the engine's catalogue says which words there are. */
export type ExperimentFile = v.InferOutput<typeof experimentSchema>;
/** One entry of `data.columns`. */
export type DataColumn = v.InferOutput<typeof column>;
export type DataBlock = ExperimentFile['data'];
export type PreprocessStep = v.InferOutput<typeof preprocessStep>;
export type ProblemBlock = ExperimentFile['problem'];
export type PrivacyBlock = ExperimentFile['privacy'];
export type AlgorithmBlock = ExperimentFile['algorithms'][number];
export type RunBlock = NonNullable<ExperimentFile['run']>;
export type SweepAxis = NonNullable<ExperimentFile['sweep']>[number];
