// What is frozen: one case is one call of the command line. Experiments name every algorithm at once, since those that do
// not fit are listed as refused, in words that are frozen with them.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';
import { queries as theoryQueries } from '../wasm/theory-queries.ts';

export interface Case {
  name: string;
  command: 'run' | 'plan' | 'audit' | 'account' | 'theory' | 'catalogue';
  /** The experiment or the query. */
  input?: object;
}

/** What of the catalogue the cases are made from, so that what is new to it becomes a case. */
export interface Offer {
  algorithms: { id: string; private: boolean; parameters: Parameter[] }[];
  losses: Choice[];
  saddles: (Choice & { targets: string })[];
  regularizers: Choice[];
  domains: Choice[];
  mechanisms: { id: string; }[];
  calibrations: { id: string }[];
  releases: { id: string }[];
  diagnostics: { id: string }[];
}

interface Choice {
  id: string;
  parameters: { name: string; default?: unknown }[];
}

interface Parameter {
  name: string;
  type: string;
  choices?: string[];
}

interface Experiment {
  version: 1;
  data: { preprocess?: object[]; [key: string]: unknown };
  problem: object;
  privacy: object;
  algorithms: { id: string; label?: string; parameters?: object }[];
  run: object;
  sweep?: object[];
}

const budgets = {
  pure: { notion: 'pure', epsilon: 2 },
  approximate: { notion: 'approximate', epsilon: 2, delta: 1e-4 },
  zcdp: { notion: 'zcdp', rho: 0.5 },
  none: { notion: 'none' },
};
const notions = Object.keys(budgets) as (keyof typeof budgets)[];
/** An example is run on so many records at most, and once instead of repeatedly. */
const exampleSamples = 400;

function experiment(ids: string[], change: Partial<Experiment> = {}): Experiment {
  return {
    version: 1,
    data: {
      kind: 'synthetic',
      name: 'logistic',
      samples: 80,
      features: 3,
      seed: 2,
      preprocess: [
        { kind: 'clip-rows', norm: 'l1', bound: 1 },
        { kind: 'add-intercept', value: 1 },
      ],
    },
    problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.1 } },
    privacy: budgets.approximate,
    algorithms: ids.map((id) => ({ id, parameters: steps(id) })),
    run: { repeats: 1, randomness: { mode: 'reproducible', seed: 7 }, trace: { points: 4 } },
    ...change,
  };
}

/** Methods that take no number of steps: of most the releases are solutions. */
const stepless = new Set([
  'output-perturbation',
  'phased-output-perturbation',
  'phased-sgd',
  'minimax-output-perturbation',
  'phased-minimax',
  'vertex-smd-bias-reduced',
  'vertex-smd-boosted',
  'vr-frank-wolfe',
  'adassp',
]);

/** Few steps, outside of the theory where that asks for many. */
const fewSteps: Record<string, object> = {
  'objective-perturbation': {},
  'kl-spider': {},
  'fixed-round-spider': {},
  'kl-proximal-point': { innerIterations: 10 },
  'noisy-gd': { innerIterations: 10 },
  'adaptive-noisy-gd': { maxNormQueries: 10 },
};

function steps(id: string): object {
  if (stepless.has(id)) return {};
  if (id.includes('svrg')) return { epochs: 2, innerIterations: 10, batchSize: 5, theory: 'none' };
  return fewSteps[id] ?? { iterations: 12 };
}

const ball = { kind: 'l1-ball', radius: 2 };
const inBall = { loss: 'logistic', domain: ball };

/** A value for what the catalogue gives no default. */
const sizes: Record<string, unknown> = {
  strength: 0.05,
  l2Strength: 0.1,
  radius: 2,
  lower: -1,
  upper: 1,
  blocks: [2, 2],
  groups: [2, 2],
  bound: 1,
};

function filled({ id, parameters }: Choice, key: string): object {
  const values = parameters
    .filter(({ default: value }) => value === undefined)
    .map(({ name }) => [name, sizes[name]] as const);
  return { [key]: id, ...Object.fromEntries(values) };
}

const takesBatches = ({ algorithms }: Offer, id: string) =>
  algorithms.some((one) => one.id === id && one.parameters.some(({ name }) => name === 'batchSize'));

function* budgetCases(offer: Offer, ids: string[]): Generator<Case> {
  for (const notion of notions) {
    const privacy = budgets[notion];
    for (const { id: release } of offer.releases) {
      const run = { ...experiment([]).run, randomness: { mode: 'reproducible', seed: 7, release } };
      for (const [place, problem] of [['', undefined], [', in a ball', inBall]] as const) {
        const change = { privacy, run, ...(problem && { problem }) };
        yield { name: `${notion}, ${release}${place}`, command: 'run', input: experiment(ids, change) };
      }
      const batches = experiment(ids, { privacy, run });
      for (const one of batches.algorithms) {
        if (takesBatches(offer, one.id)) one.parameters = { ...one.parameters, batchSize: 5 };
      }
      yield { name: `${notion}, ${release}, batches`, command: 'run', input: batches };
    }
    for (const { id: mechanism } of offer.mechanisms) {
      const input = experiment(ids, { privacy: { ...privacy, mechanism } });
      yield { name: `${notion} by ${mechanism}`, command: 'run', input };
    }
    for (const { id: calibration } of offer.calibrations) {
      const constant = calibration === 'paper' && notion === 'approximate' ? { noiseConstant: 4 } : {};
      const change = { privacy: { ...privacy, calibration, ...constant } };
      yield { name: `${notion}, ${calibration}`, command: 'run', input: experiment(ids, change) };
    }
    const secure = { repeats: 1, randomness: { mode: 'secure' } };
    const input = experiment(ids, { privacy, run: secure });
    yield { name: `${notion}, secure`, command: 'plan', input };
  }
}

/** Every algorithm alone: its own total, its own statement. */
function* soloCases(ids: string[]): Generator<Case> {
  for (const id of ids) {
    for (const notion of notions) {
      for (const [place, problem] of [['', undefined], [', in a ball', inBall]] as const) {
        const change = { privacy: budgets[notion], ...(problem && { problem }) };
        const input = experiment([id], change);
        yield { name: `${id}, ${notion}${place}`, command: 'run', input };
      }
    }
  }
}

function* problemCases(offer: Offer, ids: string[]): Generator<Case> {
  for (const notion of ['approximate', 'none'] as const) {
    const privacy = budgets[notion];
    for (const loss of offer.losses) {
      for (const clip of [{}, { gradientClip: { norm: 'l2', bound: 1 } }]) {
        const problem = { ...filled(loss, 'loss'), regularizer: { kind: 'l2', strength: 0.1 }, ...clip };
        const name = `${notion}, ${loss.id}${'gradientClip' in clip ? ', clipped' : ''}`;
        yield { name, command: 'run', input: experiment(ids, { privacy, problem }) };
      }
    }
    for (const term of offer.regularizers) {
      const problem = { loss: 'logistic', regularizer: filled(term, 'kind') };
      yield { name: `${notion}, ${term.id}`, command: 'run', input: experiment(ids, { privacy, problem }) };
    }
    for (const domain of offer.domains) {
      const problem = { loss: 'logistic', domain: filled(domain, 'kind') };
      yield { name: `${notion}, in ${domain.id}`, command: 'run', input: experiment(ids, { privacy, problem }) };
    }
  }
}

/** Every choice of every parameter. */
function* parameterCases(offer: Offer): Generator<Case> {
  for (const { id, parameters, private: isPrivate } of offer.algorithms) {
    const labelled = parameters.flatMap(({ name, type, choices }) =>
      (type === 'boolean' ? [true, false] : (choices ?? [])).map((value) => ({
        id,
        label: `${name}: ${String(value)}`,
        parameters: { ...steps(id), [name]: value },
      })),
    );
    if (labelled.length === 0) continue;
    for (const [place, problem] of [['', undefined], [', in a ball', inBall]] as const) {
      const privacy = isPrivate ? budgets.approximate : budgets.none;
      const change = { privacy, algorithms: labelled, ...(problem && { problem }) };
      yield { name: `${id}, its choices${place}`, command: 'run', input: experiment([], change) };
    }
  }
}

/** Problems with a closed form, on so many records that the methods of the KL condition have a plan. */
function* galleryCases(offer: Offer): Generator<Case> {
  const data = { kind: 'synthetic', name: 'balanced-tilts', samples: 1e7, features: 2, bound: 0.5 };
  for (const [name, power] of [['tilted-power', 2], ['tilted-power', 3], ['tilted-power', 1.5], ['asymmetric-power', 1.25]] as const) {
    const problem = { kind: 'gallery', name, power };
    const features = name === 'asymmetric-power' ? 1 : 2;
    for (const { id, parameters } of offer.algorithms.filter(({ id }) => id in fewSteps && id !== 'objective-perturbation')) {
      const own = id === 'kl-proximal-point' ? { innerIterations: 20_000 } : steps(id);
      const modes = parameters.find((one) => one.name === 'mode')?.choices ?? [undefined];
      const algorithms = modes.map((mode) => ({ id, label: `${id} ${String(mode)}`, parameters: { ...own, start: 0.5, ...(mode !== undefined && { mode }) } }));
      for (const calibration of ['tight', 'paper']) {
        const privacy = { notion: 'zcdp', rho: 0.5, calibration };
        const change = { data: { ...data, features }, problem, privacy, algorithms };
        yield { name: `${id} on ${name} ${power}, ${calibration}`, command: 'run', input: experiment([], change) };
      }
    }
  }
}

/** Saddle problems, on records with bounded targets. */
/** Columns of problems that divide a row among several vectors. */
const columns: Record<string, number> = {
  'coupled-quadratic': 4,
  'separable-bilinear': 4,
  'moment-matching': 6,
  'random-coupling': 4,
  'matrix-game': 4,
  'bias-stress': 4,
};

function* saddleCases(offer: Offer, ids: string[]): Generator<Case> {
  for (const { id: name, targets } of offer.saddles) {
    const { data: usual } = experiment([]);
    const data = name in columns ? { ...usual, features: columns[name] } : usual;
    const bounded = { kind: 'clip-rows', norm: 'l2', bound: 1 };
    const target = targets === 'labels' ? [] : [{ kind: 'clamp-target', lower: -1, upper: 1 }];
    const problem = { kind: 'saddle', name };
    for (const notion of notions) {
      const privacy = budgets[notion];
      const change = { data: { ...data, preprocess: [bounded, ...target] }, problem, privacy };
      yield { name: `${name}, ${notion}`, command: 'run', input: experiment(ids, change) };
      if (notion !== 'approximate') continue;
      for (const id of ['minimax-output-perturbation', 'phased-minimax']) {
        yield { name: `audit of ${id} on ${name}`, command: 'audit', input: experiment([id], change) };
      }
    }
  }
}

function* diagnosticCases(offer: Offer, ids: string[]): Generator<Case> {
  const diagnostics = offer.diagnostics.map(({ id }) => id);
  const problem = { ...inBall, gradientClip: { norm: 'l2', bound: 1 } };
  for (const [place, change] of [['', {}], [', in a ball', { problem }]] as const) {
    const input = experiment(ids, change);
    input.run = { ...input.run, diagnostics, repeats: 2 };
    yield { name: `every diagnostic${place}`, command: 'run', input };
  }
}

/** The examples: planned as they are, and run smaller. */
function* exampleCases(): Generator<Case> {
  const folder = join(root, 'examples');
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json')).sort()) {
    const input = JSON.parse(readFileSync(join(folder, file), 'utf8')) as Experiment;
    yield { name: `plan of ${file}`, command: 'plan', input };
    const samples = Math.min(Number(input.data.samples ?? exampleSamples), exampleSamples);
    const data = input.data.kind === 'synthetic' ? { ...input.data, samples } : input.data;
    yield { name: `run of ${file}`, command: 'run', input: { ...input, data, run: { ...input.run, repeats: 1 } } };
  }
}

function* auditCases(offer: Offer): Generator<Case> {
  for (const { id, private: isPrivate } of offer.algorithms) {
    if (!isPrivate) continue;
    for (const [place, problem] of [['', undefined], [', in a ball', inBall]] as const) {
      const input = experiment([id], problem && { problem });
      yield { name: `audit of ${id}${place}`, command: 'audit', input };
    }
  }
}

const accountQueries = [
  { query: 'gaussian-epsilon', noiseMultiplier: 2, steps: 10, samplingRate: 0.1, sampling: 'poisson', delta: 1e-5, accountant: 'rdp' },
  { query: 'gaussian-epsilon', noiseMultiplier: 2, steps: 10, samplingRate: 0.1, sampling: 'poisson', delta: 1e-5, accountant: 'pld' },
  { query: 'gaussian-delta', noiseMultiplier: 2, steps: 4, samplingRate: 1, epsilon: 1, accountant: 'analytic' },
  { query: 'gaussian-noise', steps: 4, samplingRate: 1, epsilon: 1, delta: 1e-5, accountant: 'zcdp' },
  { query: 'rdp-sampled-gaussian', noiseMultiplier: 2, samplingRate: 0.1, order: 8, steps: 3 },
  { query: 'zcdp-to-epsilon', rho: 0.5, delta: 1e-5, conversion: 'optimal' },
  { query: 'zcdp-to-delta', rho: 0.5, epsilon: 3, conversion: 'gaussian' },
  { query: 'laplace-epsilon', scale: 2, sensitivity: 1, steps: 3, samplingRate: 1, delta: 0 },
  { query: 'compose', mechanisms: [{ epsilon: 0.1, delta: 1e-6, count: 20 }], delta: 1e-5, method: 'optimal' },
  { query: 'exponential-epsilon', sensitivity: 1, scoreScale: 2, draws: 5, delta: 1e-5, accountant: 'rdp' },
  { query: 'exponential-epsilon', sensitivity: -1 },
  { query: 'unheard-of' },
];

/** Experiments that are refused as a whole. */
function* wrongCases(ids: string[]): Generator<Case> {
  const right = experiment(ids.slice(0, 1));
  const wrong: Record<string, object> = {
    'an empty experiment': {},
    'an unknown field': { ...right, colour: 'red' },
    'an unknown algorithm': { ...right, algorithms: [{ id: 'unheard-of' }] },
    'no algorithm': { ...right, algorithms: [] },
    'a later version': { ...right, version: 2 },
    'epsilon 0': { ...right, privacy: { ...budgets.pure, epsilon: 0 } },
    'no bound': { ...right, data: { ...right.data, preprocess: [{ kind: 'clip-rows', norm: 'l3', bound: 1 }] } },
    'no records': { ...right, data: { ...right.data, samples: 0 } },
    'an unknown parameter': { ...right, algorithms: [{ id: ids[0], parameters: { speed: 1 } }] },
  };
  for (const [name, input] of Object.entries(wrong)) yield { name, command: 'run', input };
}

export function casesOf(offer: Offer): Case[] {
  const ids = offer.algorithms.map(({ id }) => id);
  const query = (command: 'account' | 'theory') => (input: object, index: number) => {
    const { query: kind } = input as { query: string };
    return { name: `${command} ${index}, ${kind}`, command, input };
  };
  return [
    { name: 'catalogue', command: 'catalogue' },
    ...budgetCases(offer, ids),
    ...soloCases(ids),
    ...problemCases(offer, ids),
    ...parameterCases(offer),
    ...galleryCases(offer),
    ...saddleCases(offer, ids),
    ...diagnosticCases(offer, ids),
    ...exampleCases(),
    ...auditCases(offer),
    ...wrongCases(ids),
    ...accountQueries.map(query('account')),
    ...theoryQueries.map(query('theory')),
  ];
}
