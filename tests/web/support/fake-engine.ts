import type {
  AccountQuery,
  AccountValue,
  PlanOptions,
  ResultTable,
  StatementReport,
} from '../../../wasm/client/index.ts';
import type {
  AlgorithmInfo,
  AlgorithmPlan,
  AuditReport,
  Catalogue,
  Experiment,
  KlTrial,
  ExperimentResult,
  PageEngine,
  Parameter,
  PlanReport,
  RunOptions,
  InspectReport,
  RunResult,
  TraceEvent,
} from '../../../web/src/engine/types.ts';

/**
 * A test double of the engine: curves fall geometrically to a floor that depends on the budget. It
 * answers as the engine would, with a settable delay and cost, and refuses epsilon <= 0.
 */
export class FakeEngine implements PageEngine {
  readonly version = '0.0.0-fake';
  readonly workers = 1;
  readonly variant = 'simd';
  seconds = 0.05;
  milliseconds = 0;
  /** Milliseconds from the last point to the result. */
  assembling = 0;
  /** Milliseconds that a plan takes. */
  planning = 0;
  /** A run fails after so many of its runs. */
  failsAfter = Number.POSITIVE_INFINITY;
  runs: Experiment[] = [];
  /** The bytes that each run came with. */
  files: (RunOptions['data'] | undefined)[] = [];

  catalogue(): Promise<Catalogue> {
    return Promise.resolve(fakeCatalogue);
  }

  async plan(experiment: Experiment, options: PlanOptions = {}): Promise<PlanReport> {
    for (const phase of ['loading', 'planning'] as const) {
      options.onProgress?.({ phase, done: 0, total: 0, secondsLeft: null });
    }
    await this.think(options.signal);
    const epsilon = experiment.privacy.epsilon ?? 1;
    if (!(epsilon > 0)) {
      throw new FakeError('invalid-budget', 'privacy.epsilon', 'epsilon must be positive');
    }
    return fakePlan(experiment, this.seconds);
  }

  /** Takes the time of a plan, or until it is cancelled. */
  private async think(signal: AbortSignal | undefined): Promise<void> {
    const end = performance.now() + this.planning;
    while (performance.now() < end && !signal?.aborted) await wait(5);
    if (signal?.aborted) throw new FakeError('cancelled', '', 'the plan was cancelled');
  }

  /** As if nobody could read it. */
  inspect(): Promise<InspectReport> {
    const nothing = { nonPrivate: true, notice: '', bytes: 0, isCompressed: false } as const;
    return Promise.resolve({ ...nothing, name: '', problem: 'a double', proposal: null });
  }

  fit(): Promise<never> {
    return Promise.reject(new FakeError('internal', '', 'a double fits nothing'));
  }

  landscape(): Promise<never> {
    return Promise.reject(new FakeError('internal', '', 'the double has no ground'));
  }

  solve(): Promise<never> {
    return Promise.reject(new FakeError('internal', '', 'the double solves nothing'));
  }

  /** As if the experiment suited already. */
  klTrial(experiment: Experiment): Promise<KlTrial> {
    const nothing: string[] = [];
    const certified = ['L0 = 1 bounds the length of every record’s gradient.'];
    return Promise.resolve({
      experiment,
      changes: nothing,
      certified,
      assumed: nothing,
      methods: ['Fake descent: It runs.'],
    });
  }

  neighbours(): Promise<never> {
    return Promise.reject(new FakeError('internal', '', 'the double has no records'));
  }

  audit(): Promise<AuditReport> {
    return Promise.reject(new FakeError('internal', '', 'the double plays no games'));
  }

  async run(experiment: Experiment, options: RunOptions = {}): Promise<ExperimentResult> {
    this.runs.push(experiment);
    this.files.push(options.data);
    const { signal, onProgress } = options;
    const plan = await this.plan(experiment, { signal, onProgress });
    const repeats = experiment.run?.repeats ?? 1;
    const total = plan.plans.length * repeats;
    const pace = this.milliseconds / total;
    const runs: ExperimentResult['runs'] = [];
    for (let run = 0; run < total; run += 1) {
      if (pace > 0) await wait(pace);
      while (options.pause?.paused && !options.signal?.aborted) await wait(5);
      if (run >= this.failsAfter) throw new FakeError('diverged', '', 'the run failed');
      if (options.signal?.aborted) throw new FakeError('cancelled', '', 'the run was cancelled');
      const planned = plan.plans[Math.floor(run / repeats)];
      const trace = fakeTrace(planned, run, run % repeats, experiment);
      options.onTrace?.(eventOf(trace));
      runs.push(runOf(trace, planned));
      options.onProgress?.({
        phase: 'running',
        done: run + 1,
        total,
        secondsLeft: (total - run) * 0.01,
      });
    }
    if (this.assembling > 0) await wait(this.assembling);
    return { ...fakeResult(experiment), runs };
  }

  theoryQueries(): Promise<never> {
    return this.theory();
  }
  /** The playground asks nothing of the theory. */
  theory(): Promise<never> {
    return Promise.reject(new FakeError('internal', '', 'no theory here'));
  }

  /** By hand: rho + 2 sqrt(rho ln(1 / delta)); the better conversions a little less. */
  account<Answer extends AccountValue>(query: AccountQuery | string): Promise<Answer> {
    const fields = typeof query === 'string' ? (JSON.parse(query) as AccountQuery) : query;
    if (fields.query !== 'zcdp-to-epsilon') throw new Error(`the page asks no ${fields.query}`);
    const { rho, delta, conversion = 'optimal' } = fields;
    const share = { standard: 1, optimal: 0.9, gaussian: 0.8 }[conversion];
    const value = share * (rho + 2 * Math.sqrt(rho * Math.log(1 / delta)));
    return Promise.resolve({ value, method: conversion, bound: 'upper' } as Answer);
  }

  /** It takes the blocks away that are not private; what it says of itself stays. */
  redact(result: ExperimentResult | string): Promise<ExperimentResult> {
    const whole = typeof result === 'string' ? (JSON.parse(result) as ExperimentResult) : result;
    return Promise.resolve({ ...whole, nonPrivate: undefined });
  }

  table(_: ExperimentResult | string, table: ResultTable): Promise<string> {
    return Promise.resolve(`${table}\n`);
  }

  /** A double has no histogram. */
  synthesize: PageEngine['synthesize'] = () => Promise.resolve('x1\n0\n');
  marginals: PageEngine['marginals'] = () =>
    Promise.resolve({ nonPrivate: true, records: 0, tables: [] });

  checkStatement(): Promise<StatementReport> {
    const figures = { stated: { epsilon: 1 }, recomputed: { epsilon: 1 } };
    const total = { accountant: 'basic-composition', delta: 0, ...figures };
    return Promise.resolve({
      consistent: true,
      unknown: [],
      sentence: 'Consistent with the experiment.',
      experiment: { compared: true, notCompared: [] },
      total,
      entries: [],
      problems: [],
    });
  }

  dispose(): void {
    this.runs = [];
  }
}

export class FakeError extends Error {
  readonly code: string;
  readonly field: string;

  constructor(code: string, field: string, message: string) {
    super(message);
    this.code = code;
    this.field = field;
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

const rates: Record<string, { rate: number; noise: number }> = {
  'dp-gd': { rate: 0.93, noise: 0.3 },
  'dp-hb': { rate: 0.82, noise: 0.9 },
  'dp-nag-opt': { rate: 0.85, noise: 0.1 },
};

function ratesOf(id: string) {
  return id in rates ? rates[id] : { rate: 0.9, noise: 0.5 };
}

function floorOf(experiment: Experiment, id: string): number {
  if (experiment.privacy.notion === 'none') return 0;
  const epsilon = experiment.privacy.epsilon ?? 1;
  return ratesOf(id).noise / epsilon ** 2;
}

function fakeTrace(planned: AlgorithmPlan, run: number, repeat: number, experiment: Experiment) {
  const { rate } = ratesOf(planned.algorithm);
  const iteration = Array.from({ length: planned.iterations + 1 }, (_, index) => index);
  const floor = floorOf(experiment, planned.algorithm);
  const epsilon = experiment.privacy.epsilon ?? 0;
  const suboptimality = iteration.map((t) => {
    const wobble = 0.6 + 0.8 * Math.abs(Math.sin(12.9898 * (t + 1) + 78.233 * (repeat + 1)));
    return 4 * rate ** t + floor * wobble * (1 - rate ** t);
  });
  return {
    run,
    algorithm: planned.algorithm,
    label: planned.label,
    sweep: {},
    repeat,
    iteration,
    gradientEvaluations: iteration.map((t) => t * 569),
    epsilonSpent: iteration.map((t) => (epsilon * t) / planned.iterations),
    seconds: iteration.map((t) => t * 1e-5),
    suboptimality,
    objective: suboptimality.map((value) => value + 0.6),
    accuracy: suboptimality.map((value) => 0.9 / (1 + value)),
  };
}

function eventOf(trace: ReturnType<typeof fakeTrace>): TraceEvent {
  return {
    ...trace,
    iteration: Float64Array.from(trace.iteration),
    gradientEvaluations: Float64Array.from(trace.gradientEvaluations),
    epsilonSpent: Float64Array.from(trace.epsilonSpent),
    seconds: Float64Array.from(trace.seconds),
    suboptimality: Float64Array.from(trace.suboptimality),
    objective: Float64Array.from(trace.objective),
    accuracy: Float64Array.from(trace.accuracy),
  };
}

function runOf(trace: ReturnType<typeof fakeTrace>, plan: AlgorithmPlan): RunResult {
  const { algorithm, label, sweep, repeat, suboptimality, objective, accuracy } = trace;
  return {
    algorithm,
    label,
    sweep,
    repeat,
    status: 'completed',
    parameters: plan.parameters,
    privacy: plan.privacy,
    solution: [],
    trace,
    gradientEvaluations: trace.gradientEvaluations.at(-1) ?? 0,
    seconds: trace.seconds.at(-1) ?? 0,
    nonPrivate: { trace: { suboptimality, objective, accuracy } },
  };
}

function fakePlan(experiment: Experiment, seconds: number): PlanReport {
  const repeats = experiment.run?.repeats ?? 1;
  const plans = experiment.algorithms.map((entry) =>
    planOne(experiment, entry.id, entry.label, entry.parameters),
  );
  const runs = plans.length * repeats;
  const epsilon = (experiment.privacy.epsilon ?? 0) * runs;
  return {
    version: 1,
    data: {
      samples: 569,
      features: 4,
      bounds: { l1: 2, l2: 2 },
      certified: true,
      reasons: [],
      target: '',
    },
    constants: {
      smoothness: 1.02,
      strongConvexity: 0.02,
      conditionNumber: 51,
      l1Sensitivity: 4,
      ...moreConstants,
    },
    cost: {
      runs,
      gradientEvaluations: runs * 569 * 60,
      memoryBytes: 1.2e7,
      resultBytes: runs * 5000,
      seconds,
    },
    randomness: 'reproducible',
    release: 'floating',
    plans,
    refused: [],
    total: { epsilon, delta: 0, accountant: 'pure' },
  };
}

const moreConstants = {
  l2Sensitivity: 4,
  initialGap: 10,
  initialGapSource: 'assumed' as const,
  kl: null,
  rule: 'public-bound',
  certified: true,
};

function planOne(
  experiment: Experiment,
  id: string,
  label: string | undefined,
  parameters: AlgorithmPlan['parameters'] = {},
): AlgorithmPlan {
  const iterations = Number(parameters['iterations'] ?? 200);
  const isPrivate = experiment.privacy.notion !== 'none';
  const epsilon = isPrivate ? (experiment.privacy.epsilon ?? 1) : null;
  const each = (epsilon ?? 0) / iterations;
  const steps = Array.from({ length: iterations }, (_, index) => index + 1);
  const weight = (t: number) => (id === 'dp-nag-opt' ? 1.05 ** t : 1);
  const sum = steps.reduce((total, t) => total + weight(t), 0);
  const cost = steps.map((t) => ((epsilon ?? 0) * weight(t)) / sum);
  const noise = cost.map((value) => 4 / 569 / value);
  return {
    algorithm: id,
    label: label ?? fakeCatalogue.algorithms.find((info) => info.id === id)?.title ?? id,
    sweep: {},
    parameters: { iterations, stepScale: 1, momentum: 0.75, ...parameters },
    iterations,
    gradientEvaluations: iterations * 569,
    privacy: {
      notion: experiment.privacy.notion,
      requested: { epsilon: epsilon ?? 0 },
      epsilon,
      delta: 0,
      neighbours: 'replace-one',
      guarantee: isPrivate ? 'proven' : 'not-private',
      certified: isPrivate,
      reasons: [],
      statement: `Every run is ${epsilon ?? 0}-differentially private for data sets that differ in one record.`,
    },
    segments: [
      {
        first: 1,
        count: iterations,
        stepSize: 0.98,
        momentum: 0.75,
        batchSize: 569,
        mechanism: 'laplace',
        sensitivity: 'uniform',
        baseEpsilonFirst: 0,
        baseEpsilonLast: 0,
        unit: 'epsilon',
        costFirst: cost[0] ?? each,
        costLast: cost.at(-1) ?? each,
        noiseScaleFirst: noise[0] ?? 0,
        noiseScaleLast: noise.at(-1) ?? 0,
      },
    ],
    curves: {
      noiseScale: { iteration: steps, value: noise },
      cost: { iteration: steps, value: cost },
      noiseFloor: {
        iteration: [0, iterations],
        value: [floorOf(experiment, id) * 0.6, floorOf(experiment, id) * 0.6],
      },
      bound: {
        iteration: steps,
        value: steps.map((t) => 40 * 0.93 ** t + floorOf(experiment, id) * 4),
      },
    },
    initialGap: { value: 10, source: 'assumed' },
    horizonScoreIs: null,
    warnings: ['The objective is read from the data exactly: curves are not private.'],
  };
}

function fakeResult(experiment: Experiment): ExperimentResult {
  return {
    version: 1,
    status: 'completed',
    engine: '0.0.0-fake',
    experiment,
    fingerprint: '00',
    privacy: {
      total: { epsilon: 60, delta: 0, accountant: 'pure' },
      randomness: 'reproducible',
      release: 'floating',
      releasable: false,
      reasons: ['reproducible randomness'],
    },
    runs: [],
    nonPrivate: { references: [{ sweep: {}, optimum: 0.6, certificate: 1e-12 }] },
  };
}

const parameter = (one: Partial<Parameter> & Pick<Parameter, 'name' | 'type'>): Parameter => ({
  title: one.name,
  unit: '',
  source: '',
  description: `What ${one.name} means.`,
  ...one,
});

const common: Parameter[] = [
  parameter({
    name: 'iterations',
    title: 'Iterations',
    type: 'integer',
    unit: 'steps',
    minimum: 1,
    maximum: 1e9,
    default: 200,
    description: 'Number of noisy steps T; more steps mean more noise in each.',
    source: 'Remark 4.1',
  }),
  parameter({
    name: 'batchSize',
    title: 'Batch size',
    type: 'integer',
    unit: 'records',
    defaultRule: 'n',
    minimum: 1,
  }),
  parameter({
    name: 'stepScale',
    title: 'Step scale',
    type: 'number',
    minimum: 1e-12,
    default: 1,
    description: 'The step is c / L.',
  }),
  parameter({ name: 'start', title: 'Start', type: 'number-or-vector', default: 0 }),
];
const momentum = parameter({
  name: 'momentum',
  title: 'Momentum',
  type: 'number-or-choice',
  choices: ['nesterov', 'critical', 'polyak'],
  default: 'nesterov',
});

function algorithm(id: string, title: string, extra: Parameter[] = []): AlgorithmInfo {
  return {
    id,
    title,
    paper: 'Kuru et al.',
    theorem: 'Theorem 4.1',
    summary: `${title}: a noisy first-order method.`,
    private: true,
    leaks: false,
    notions: ['pure', 'none'],
    neighbours: ['replace-one'],
    mechanisms: ['laplace'],
    needs: ['strong convexity'],
    problems: 'minimization',
    guarantee: 'Pure epsilon-DP.',
    parameters: [...common, ...extra],
  };
}

export const fakeCatalogue: Catalogue = {
  version: 1,
  engine: '0.0.0-fake',
  algorithms: [
    algorithm('dp-gd', 'DP-GD'),
    algorithm('dp-hb', 'DP-HB', [momentum]),
    algorithm('dp-nag-opt', 'DP-NAG-opt'),
  ],
  losses: [
    {
      id: 'logistic',
      title: 'Logistic',
      description: 'For labels of -1 or +1.',
      targets: 'labels',
      needsGradientClip: false,
    },
    {
      id: 'squared',
      title: 'Squared',
      description: 'For numbers.',
      targets: 'numbers',
      needsGradientClip: false,
    },
  ],
  saddles: [],
  gallery: [
    {
      id: 'hill',
      title: 'Hill',
      description: 'A problem with known constants.',
      convex: true,
      features: 0,
      radius: 2,
      data: { kind: 'synthetic', name: 'tilts', samples: 100, features: 3 },
      parameters: [parameter({ name: 'power', title: 'Power', type: 'number', default: 3 })],
    },
  ],
  regularizers: [
    {
      id: 'l2',
      title: 'L2',
      description: '(strength / 2) ||x||^2',
      parameters: [
        parameter({
          name: 'strength',
          title: 'Strength',
          type: 'number',
          default: 0.02,
          minimum: 1e-12,
        }),
      ],
    },
    { id: 'none', title: 'None', description: 'Only the losses.', parameters: [] },
  ],
  domains: [],
  constants: [
    parameter({
      name: 'smoothness',
      title: '',
      type: 'number-or-choice',
      choices: ['public-bound', 'data-spectral', 'paper-spectral'],
      default: 'public-bound',
    }),
    parameter({ name: 'initialGap', title: '', type: 'number', defaultRule: '10' }),
  ],
  gradientClip: [
    parameter({
      name: 'norm',
      title: 'Norm',
      type: 'choice',
      choices: ['l1', 'l2'],
      default: 'l2',
    }),
    parameter({ name: 'bound', title: 'Bound', type: 'number' }),
  ],
  builtinData: [
    {
      name: 'breast-cancer',
      title: 'Breast cancer',
      samples: 569,
      features: 30,
      target: 'benign',
      columns: [],
      source: 'UCI',
      licence: 'CC BY 4.0',
      suggestedPreprocess: [],
      suggestedSource: 'the units',
      suggestedLoss: 'logistic',
    },
  ],
  dataKinds: [],
  syntheticData: [
    {
      name: 'logistic',
      title: 'Logistic',
      description: 'Uniform features, labels of a hidden direction.',
      features: 0,
      rowValues: 0,
      parameters: [
        parameter({ name: 'samples', title: 'Rows', type: 'integer', default: 10000, minimum: 2 }),
        parameter({ name: 'features', title: 'Columns', type: 'integer', default: 20, minimum: 1 }),
        parameter({
          name: 'labels',
          title: 'Labels',
          type: 'choice',
          choices: ['sign', 'logistic'],
          default: 'sign',
        }),
      ],
    },
  ],
  preprocess: [
    {
      kind: 'clip-rows',
      title: 'Clip rows',
      description: 'Scales rows beyond the bound down to it: the bound is enforced.',
      certified: true,
      parameters: [
        parameter({
          name: 'norm',
          title: 'Norm',
          type: 'choice',
          choices: ['l1', 'l2', 'linf'],
          default: 'l2',
        }),
        parameter({
          name: 'bound',
          title: 'Bound',
          type: 'number',
          minimum: 1e-12,
          default: 1,
        }),
        parameter({
          name: 'mode',
          title: 'Mode',
          type: 'choice',
          choices: ['clip', 'normalize'],
          default: 'clip',
        }),
      ],
    },
    {
      kind: 'scale-columns',
      title: 'Scale columns',
      description: 'Clamps to public ranges and maps them to a stated one.',
      certified: true,
      parameters: [
        parameter({
          name: 'lower',
          title: 'Lower',
          type: 'number-or-vector',
          minimum: -1e300,
          start: { value: -1, of: 'entries' },
        }),
        parameter({
          name: 'upper',
          title: 'Upper',
          type: 'number-or-vector',
          minimum: -1e300,
          start: { value: 1, of: 'entries' },
        }),
        parameter({ name: 'to', title: 'Mapped to', type: 'number-or-vector', default: [-1, 1] }),
      ],
    },
    {
      kind: 'select-columns',
      title: 'Select columns',
      description: 'Keeps these columns.',
      certified: true,
      parameters: [
        parameter({
          name: 'columns',
          title: 'Columns',
          type: 'number-or-vector',
          start: { value: 1, of: 'columns' },
        }),
      ],
    },
    {
      kind: 'add-intercept',
      title: 'Add an intercept',
      description: 'Adds a constant column.',
      certified: true,
      parameters: [parameter({ name: 'value', title: 'Value', type: 'number', default: 1 })],
    },
    {
      kind: 'standardize',
      title: 'Standardize',
      description: 'Uses the data’s own mean and deviation.',
      certified: false,
      parameters: [],
    },
  ],
  notions: [
    {
      id: 'pure',
      title: 'Pure epsilon-DP',
      description: 'No outcome becomes much likelier.',
      parameters: ['epsilon'],
    },
    { id: 'zcdp', title: 'rho-zCDP', description: 'Zero-concentrated.', parameters: ['rho'] },
    { id: 'none', title: 'Not private', description: 'No noise.', parameters: [] },
  ],
  guarantees: [{ id: 'proven', title: 'Proven', description: 'The figures hold.' }],
  neighbours: [{ id: 'replace-one', title: 'Replace one', description: 'One record differs.' }],
  calibrations: [
    { id: 'tight', title: 'Tight', description: 'The least noise that is proven.' },
    { id: 'published-figures', title: 'Published figures', description: 'As published.' },
  ],
  diagnostics: [],
  errors: [],
  constantRules: [],
  mechanisms: [],
  randomness: [],
  releases: [
    { id: 'floating', title: 'Floating', description: 'In doubles.' },
    { id: 'hardened', title: 'Hardened', description: 'In integers.' },
  ],
  statuses: [],
  limits: {},
};
