// What the warning "ends worse than it starts" is worth: the share of warned runs that end above their start (at least 80% are
// asked for), and of unwarned ones (at most 2%).
// node tests/benchmark/outlook.mjs [SET ...] [--list]
// Methods that plans are played for, at their defaults and with fewer steps and smaller clips, at epsilon 0.1, 1 and 10.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

import { root } from '../../wasm/toolchain/process.mjs';

const program =
  process.env.NOISY_DESCENT ?? join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');

function ask(words, input) {
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 1 << 30 });
  // Methods that do not fit the problem are left out, with a word each.
  if (status !== 0 && stdout === '') throw new Error(`${words.join(' ')}: ${stderr}`);
  return JSON.parse(stdout);
}

const { builtinData } = ask(['catalogue']);

function builtin(name) {
  const { suggestedPreprocess } = builtinData.find((entry) => entry.name === name);
  return { kind: 'builtin', name, preprocess: suggestedPreprocess };
}

const withClasses = ({ preprocess, ...data }) => ({
  ...data,
  preprocess: preprocess.filter(({ kind }) => kind !== 'labels'),
});

const generated = (name) => ({ kind: 'synthetic', name, samples: 20000, seed: 5 });

const sets = {
  'breast-cancer': { data: builtin('breast-cancer'), loss: 'logistic', bound: 3 },
  diabetes: { data: builtin('diabetes'), loss: 'squared', bound: 2 },
  'digits-odd': { data: builtin('digits'), loss: 'logistic', bound: 7 },
  'digits-ten': { data: withClasses(builtin('digits')), loss: 'softmax', classes: 10, bound: 7 },
  'a9a-20k': { data: generated('a9a-like'), loss: 'logistic', bound: Math.sqrt(14) },
  'covertype-20k': { data: generated('covertype-surrogate'), loss: 'logistic', bound: 1 },
};
const isLarge = ({ data }) => data.kind === 'synthetic';
const records = { 'breast-cancer': 569, diabetes: 442, digits: 1797 };

/** The shares of the row bound that gradients are clipped to; none where the loss bounds them. */
function clipsOf(set) {
  if (set.loss === 'squared') return [1, 0.25, 0.06];
  return isLarge(set) ? [null, 0.25] : [null, 0.5, 0.25, 0.06];
}

function experimentOf(set, epsilon, clip) {
  const { bound, classes, data, loss } = set;
  const samples = data.samples ?? records[data.name];
  const strength = Number((1 / samples).toPrecision(1));
  const problem = { loss, classes, regularizer: { kind: 'l2', strength } };
  if (clip !== null) problem.gradientClip = { norm: 'l2', bound: clip * bound };
  const algorithms = ['dp-gd', 'dp-hb', 'dp-gd-opt', 'dp-nag'].flatMap((id) =>
    [null, 20, ...(isLarge(set) ? [] : [60])].map((iterations) => ({
      id,
      label: `${id}, ${iterations ?? 'default'} steps`,
      parameters: iterations === null ? {} : { iterations },
    })),
  );
  return {
    version: 1,
    data,
    problem,
    privacy: { notion: 'approximate', epsilon, delta: 1e-5 },
    algorithms,
    run: {
      repeats: isLarge(set) ? 2 : 4,
      randomness: { mode: 'reproducible', seed: 77 },
      trace: { points: 2 },
      diagnostics: ['suboptimality'],
    },
  };
}

/** Whether each run ends above its start, beside whether its plan was warned of. */
function outcomes(experiment) {
  const text = JSON.stringify(experiment);
  const { plans } = ask(['plan', '-', '--format', 'json'], text);
  const { runs } = ask(['run', '-', '--quiet'], text);
  return runs.map((run) => {
    const { warnings } = plans.find(({ label }) => label === run.label);
    const gaps = run.nonPrivate.trace.suboptimality;
    return {
      label: run.label,
      isWarned: warnings.some((warning) => warning.includes('worse than it starts')),
      isAbove: gaps.at(-1) > gaps[0],
    };
  });
}

const words = process.argv.slice(2);
const chosen = Object.entries(sets).filter(
  ([name]) => words.includes(name) || !words.some((word) => word in sets),
);
const all = [];
for (const [name, set] of chosen) {
  for (const epsilon of [0.1, 1, 10]) {
    for (const clip of clipsOf(set)) {
      const found = outcomes(experimentOf(set, epsilon, clip));
      all.push(...found);
      if (!words.includes('--list')) continue;
      for (const { label, isWarned, isAbove } of found) {
        if (isWarned !== isAbove) console.log(name, epsilon, clip, label, { isWarned, isAbove });
      }
    }
  }
}
for (const isWarned of [true, false]) {
  const runs = all.filter((one) => one.isWarned === isWarned);
  const above = runs.filter((one) => one.isAbove).length;
  const share = ((100 * above) / runs.length).toFixed(1);
  console.log(
    `${isWarned ? 'warned' : 'unwarned'}: ${above} of ${runs.length} runs end above their start (${share}%)`,
  );
}
