// What a recommendation is worth: its first choice beside dp-gd's defaults, the best of a grid, no privacy and doing nothing.
// node tests/benchmark/recommend.mjs [SET ...] [--repeats N] [--epsilon E] [--no-grid]
// The five points of the grid that come out best are run again with the seed of the others: the least of many noisy means
// would be too low.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';

const program = process.env.NOISY_DESCENT ?? join(root, 'build', 'native', 'noisy-descent');
const delta = 1e-5;

function ask(words, input) {
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

const catalogue = ask(['catalogue']);

function builtin(name, preprocess) {
  const data = catalogue.builtinData.find((entry) => entry.name === name);
  return { kind: 'builtin', name, preprocess: preprocess(data.suggestedPreprocess) };
}

const asSuggested = (steps) => steps;
const withoutLabels = (steps) => steps.filter(({ kind }) => kind !== 'labels');
const holdingOut = (count) => (steps) => [...steps, { kind: 'hold-out', count }];
const generated = (name, samples) => ({ kind: 'synthetic', name, samples, seed: 5 });

const sets = {
  'breast-cancer': { data: builtin('breast-cancer', asSuggested), loss: 'logistic' },
  'breast-cancer-held-out': {
    data: builtin('breast-cancer', holdingOut(114)),
    loss: 'logistic',
    score: 'held-out-accuracy',
  },
  diabetes: { data: builtin('diabetes', asSuggested), loss: 'squared', score: 'r2' },
  'digits-odd': { data: builtin('digits', asSuggested), loss: 'logistic' },
  'digits-ten': { data: builtin('digits', withoutLabels), loss: 'softmax', classes: 10 },
  'a9a-20k': { data: generated('a9a-like', 20000), loss: 'logistic', isLarge: true },
  'covertype-20k': {
    data: generated('covertype-surrogate', 20000),
    loss: 'logistic',
    isLarge: true,
  },
  'covertype-200k': {
    data: generated('covertype-surrogate', 200000),
    loss: 'logistic',
    isLarge: true,
  },
};

function experimentOf(set, epsilon) {
  const problem = set.classes ? { loss: set.loss, classes: set.classes } : { loss: set.loss };
  return {
    version: 1,
    data: set.data,
    problem,
    privacy: { notion: 'approximate', epsilon, delta },
    algorithms: [{ id: 'dp-nag-opt' }],
    run: {
      repeats: 1,
      randomness: { mode: 'reproducible', seed: 77 },
      trace: { points: 2 },
      diagnostics: ['suboptimality', scoreOf(set)],
    },
  };
}

const scoreOf = (set) => set.score ?? 'accuracy';
const columnOf = (set) => scoreOf(set).replace(/-(.)/g, (_, letter) => letter.toUpperCase());

/** The mean gap and score at the end, of each sweep point. */
function ends(set, experiment) {
  const { summary } = ask(['run', '-', '--quiet'], JSON.stringify(experiment)).nonPrivate;
  return summary.map(({ final }) => ({
    gap: final.suboptimality.mean,
    score: final[columnOf(set)].mean,
  }));
}

function withRepeats(experiment, repeats) {
  return { ...experiment, run: { ...experiment.run, repeats } };
}

/** The best point of a grid over methods x steps x clip x step size. */
function bestOfGrid(set, written, many, repeats) {
  const longest = { logistic: 1, softmax: 1.41, squared: 1 }[set.loss];
  const bound =
    set.data.preprocess?.find(({ kind }) => kind === 'clip-rows')?.bound ?? boundOf(set);
  const curvature = { logistic: 0.25, softmax: 0.5, squared: 1 }[set.loss];
  const points = [];
  for (const { id, iterations, momentum } of [
    { id: 'dp-gd', iterations: 10, momentum: 0 },
    { id: 'dp-gd', iterations: 40, momentum: 0 },
    { id: 'dp-hb', iterations: 40, momentum: 0.5 },
    { id: 'dp-hb', iterations: 100, momentum: 0.8 },
  ]) {
    const stepOf = (travel) =>
      ((travel / (curvature * bound * bound)) * (1 - momentum)) / iterations;
    const parameters =
      momentum > 0 ? { iterations, momentum, stepSize: 1 } : { iterations, stepSize: 1 };
    const clips = [1, 0.5, 0.25, 0.125, 0.06, 0.03].map((share) => share * longest * bound);
    const steps = [2, 4, 8, 16, 32, 64, 128, 256, 512, 1024].map(stepOf);
    const sweep = [
      { path: 'problem.gradientClip.bound', values: clips },
      { path: 'algorithms.0.parameters.stepSize', values: steps },
    ];
    const grid = withRepeats({ ...written, algorithms: [{ id, parameters }], sweep }, repeats);
    ends(set, grid).forEach((end, at) => {
      const clip = clips[Math.floor(at / steps.length)];
      const step = steps[at % steps.length];
      const choice = { id, parameters: { ...parameters, stepSize: step } };
      points.push({ ...end, id, iterations, clip, step, choice });
    });
  }
  points.sort((a, b) => a.gap - b.gap);
  const again = points.slice(0, 5).map((point) => {
    const problem = { ...written.problem, gradientClip: { norm: 'l2', bound: point.clip } };
    return { ...point, ...ends(set, { ...many, problem, algorithms: [point.choice] })[0] };
  });
  return again.reduce((a, b) => (b.gap < a.gap ? b : a));
}

const boundOf = (set) => (set.data.name === 'a9a-like' ? Math.sqrt(14) : 1);

function row(name, set, epsilon, { repeats, hasGrid }) {
  const experiment = experimentOf(set, epsilon);
  const before = performance.now();
  const found = ask(['recommend', '-', '--format', 'json'], JSON.stringify(experiment));
  const seconds = (performance.now() - before) / 1000;
  const written = found.experiment;
  const many = withRepeats(written, set.isLarge ? Math.min(repeats, 5) : repeats);
  const [ours] = ends(set, many);
  const { gradientClip, ...plain } = written.problem;
  const isBounded = set.loss !== 'squared';
  const usual = {
    ...many,
    algorithms: [{ id: 'dp-gd' }],
    problem: isBounded ? plain : written.problem,
  };
  const [defaults] = ends(set, usual);
  const none = { notion: 'none' };
  const exact = { id: 'dp-gd', parameters: { iterations: 1, stepSize: 1e-9 } };
  const [nothing] = ends(
    set,
    withRepeats({ ...written, privacy: none, problem: plain, algorithms: [exact] }, 1),
  );
  const nag = { id: 'nag', parameters: { iterations: 3000 } };
  const [free] = ends(
    set,
    withRepeats({ ...written, privacy: none, problem: plain, algorithms: [nag] }, 1),
  );
  const grid = hasGrid
    ? bestOfGrid(
        set,
        { ...written, run: { ...written.run, randomness: { mode: 'reproducible', seed: 9 } } },
        many,
        set.isLarge ? 1 : 4,
      )
    : null;
  const first = found.ranked[0];
  const { iterations, stepSize, momentum = 0 } = first.parameters;
  const { score, low, high } = first.expected;
  const show = (value) => value.toFixed(value < 0.01 ? 4 : 3);
  const cells = [
    name,
    epsilon,
    show(ours.gap),
    grid ? show(grid.gap) : '-',
    grid ? (ours.gap / grid.gap).toFixed(2) : '-',
    show(defaults.gap),
    show(nothing.gap),
    show(ours.score),
    grid ? show(grid.score) : '-',
    show(defaults.score),
    show(free.score),
    `${show(score)} (${show(low)} to ${show(high)})`,
    found.worthRunning ? 'yes' : 'no',
    found.leastEpsilon ?? '-',
    `T ${iterations} C ${gradientClip.bound} step ${stepSize} beta ${momentum}`,
    grid ? `T ${grid.iterations} C ${show(grid.clip)} step ${show(grid.step)} ${grid.id}` : '-',
    seconds.toFixed(1),
  ];
  console.log(`| ${cells.join(' | ')} |`);
}

const words = process.argv.slice(2);
const option = (name, usual) =>
  words.includes(name) ? Number(words[words.indexOf(name) + 1]) : usual;
const epsilons = words.includes('--epsilon') ? [option('--epsilon')] : [0.1, 1, 10];
const chosen = Object.entries(sets).filter(
  ([name]) => words.includes(name) || !words.some((word) => word in sets),
);
console.log(
  '| set | epsilon | gap | best of grid | ratio | dp-gd as it comes | nothing | score | of the grid | of dp-gd | no privacy | expected | worth | least epsilon | choice | the grid | seconds |',
);
console.log(`|${'---|'.repeat(17)}`);
for (const [name, set] of chosen) {
  for (const epsilon of epsilons) {
    row(name, set, epsilon, {
      repeats: option('--repeats', 20),
      hasGrid: !words.includes('--no-grid'),
    });
  }
}
