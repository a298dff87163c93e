// The figures of DP-ERM Revisited at n = 200,000, every method alone on one thread: gradient evaluations, seconds and
// final gap of DP-SVRG, and beside them those of descent.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { main, mustRun, root } from '../../wasm/toolchain/process.mjs';

const program = join(root, 'build', 'benchmark', 'engine', 'cli', 'noisy-descent');

/** Lines of the example files, by label: what is compared with what. */
const comparisons = [
  {
    name: 'one record per step, uncertified',
    example: 'erm-figure-1-paper',
    epsilon: 1,
    ours: 'DP-SVRG, Barzilai-Borwein steps',
    theirs: 'DP-GD, T = 1500',
  },
  {
    name: 'doubling epochs, uncertified',
    example: 'erm-figure-2-paper',
    epsilon: 1,
    ours: 'DP-SVRG++',
    theirs: 'DP-GD, T = 1000',
  },
  {
    name: 'mini-batches of 300, certified',
    example: 'erm-figure-1-certified',
    epsilon: 0.2,
    ours: 'DP-SVRG, b = 300, step 1/3',
    theirs: 'DP-GD, T = 8',
  },
  {
    name: 'mini-batches of 1000, certified',
    example: 'erm-figure-1-certified',
    epsilon: 1,
    ours: 'DP-SVRG, b = 1000, step 1',
    theirs: 'DP-GD, T = 16',
  },
  {
    name: 'mini-batches of 300, certified, to the same gap',
    example: 'erm-figure-1-certified',
    epsilon: 0.2,
    ours: 'DP-SVRG, b = 300, step 1/3',
    theirs: 'DP-GD, T = 30',
  },
];

const seeds = [1, 2, 3];

/** The experiment with one run of one of its methods, which shares no pass over the data with others. */
function alone(experiment, label, epsilon, seed) {
  return {
    ...experiment,
    sweep: [],
    privacy: { ...experiment.privacy, epsilon },
    algorithms: experiment.algorithms.filter((one) => one.label === label),
    run: {
      ...experiment.run,
      repeats: 1,
      randomness: { mode: 'reproducible', seed },
      trace: { points: 2 },
    },
  };
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

async function measure({ example, epsilon }, label, folder) {
  const text = await readFile(join(root, 'examples', `${example}.json`), 'utf8');
  const [input, out] = ['experiment.json', 'result.json'].map((name) => join(folder, name));
  const options = ['--out', out, '--threads', '1', '--quiet'];
  const runs = [];
  for (const seed of seeds) {
    await writeFile(input, JSON.stringify(alone(JSON.parse(text), label, epsilon, seed)));
    await mustRun(`running ${label}`, program, ['run', input, ...options]);
    runs.push(...JSON.parse(await readFile(out, 'utf8')).runs);
  }
  return {
    evaluations: runs[0].gradientEvaluations ?? runs[0].nonPrivate.gradientEvaluations,
    seconds: Math.min(...runs.map((run) => run.seconds ?? run.nonPrivate.seconds)),
    gap: mean(runs.map((run) => run.nonPrivate.final.suboptimality)),
  };
}

/** One column of a comparison's table, which shows every number as a multiple of the first column's. */
function report(comparison, column, { evaluations, seconds, gap }) {
  const benchmark = `DP-ERM Revisited, ${comparison}`;
  const add = (row, unit, value) =>
    console.log(JSON.stringify({ benchmark, row, unit, column, value }));
  add('gradient evaluations', 'million', evaluations / 1e6);
  add('time', 's', seconds);
  add('final gap', '1e-6', gap * 1e6);
}

await main(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-erm-'));
  try {
    for (const comparison of comparisons) {
      for (const label of [comparison.ours, comparison.theirs]) {
        report(comparison.name, label, await measure(comparison, label, folder));
      }
    }
  } finally {
    await rm(folder, { recursive: true });
  }
});
