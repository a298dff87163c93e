// The whole private pipeline by the number of records, from the start of the program to the written result: reading the
// experiment, making the data, planning, the run, and judging its privacy. Time, gradients per record, and by which power
// of the number of records the time grows. The plot goes to build/reports/growth.svg.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { main, mustRun, root } from '../../wasm/toolchain/process.mjs';
import { logLogPlot } from './plot.mjs';

const program = join(root, 'build', 'benchmark', 'engine', 'cli', 'noisy-descent');
const benchmark = 'private pipelines of a whole program, phased, 20 features, one thread';
const sizes = [1e3, 1e4, 1e5, 1e6];

const minimization = {
  data: 'logistic',
  problem: { loss: 'logistic', domain: { kind: 'l2-ball', radius: 5 } },
  algorithm: 'phased-output-perturbation',
};
const saddle = {
  data: 'two-classes',
  problem: { kind: 'saddle', name: 'auc' },
  algorithm: 'phased-minimax',
};
const pipelines = [
  { name: 'logistic, loopless-svrg', solver: 'loopless-svrg', ...minimization },
  { name: 'logistic, svrg-practical', solver: 'svrg-practical', ...minimization },
  { name: 'AUC, loopless-svr-extragradient', solver: 'loopless-svr-extragradient', ...saddle },
];

/** One method alone, once. */
const experiment = (samples, { data, problem, algorithm, solver }) => ({
  version: 1,
  data: { kind: 'synthetic', name: data, samples, features: 20, seed: 1 },
  problem,
  privacy: { notion: 'approximate', epsilon: 1, delta: 1e-7 },
  algorithms: [{ id: algorithm, parameters: { solver } }],
  run: {
    repeats: 1,
    randomness: { mode: 'reproducible', seed: 1 },
    trace: { points: 2 },
    diagnostics: [],
  },
});

/** Seconds of the whole program, the least of a few, and what the result says of the run alone. */
async function measure(samples, pipeline, folder) {
  const [input, out] = ['experiment.json', 'result.json'].map((name) => join(folder, name));
  await writeFile(input, JSON.stringify(experiment(samples, pipeline)));
  const options = ['--out', out, '--threads', '1', '--quiet'];
  const seconds = [];
  for (let call = 0; call < (samples < 1e6 ? 5 : 2); call++) {
    const start = performance.now();
    await mustRun(`running ${samples} records`, program, ['run', input, ...options]);
    seconds.push((performance.now() - start) / 1000);
  }
  const run = JSON.parse(await readFile(out, 'utf8')).runs[0].nonPrivate;
  return {
    seconds: Math.min(...seconds),
    ofRun: run.seconds,
    gradients: run.solverGradients / samples,
  };
}

function report(row, unit, column, value) {
  console.log(JSON.stringify({ benchmark, row, unit, column, value }));
}

/** One pipeline's times, in a table and as a curve. */
async function grow(pipeline, folder) {
  const { name } = pipeline;
  const records = (count) => `${count.toLocaleString('en')} records`;
  const points = [];
  for (const samples of sizes) {
    const found = await measure(samples, pipeline, folder);
    report(records(samples), 's', name, found.seconds);
    report(`the run alone, ${records(samples)}`, 's', name, found.ofRun);
    report(`gradients per record, ${records(samples)}`, '', name, found.gradients);
    if (points.length > 0) {
      const slope = Math.log10(found.seconds / points.at(-1)[1]);
      report(`power of n, to ${records(samples)}`, '', name, slope);
    }
    points.push([samples, found.seconds]);
  }
  return { name, points };
}

/** What the time would be if each record always took as long as at the largest size. */
function linear({ points }) {
  const [samples, seconds] = points.at(-1);
  const line = sizes.map((size) => [size, (seconds * size) / samples]);
  return { name: 'proportional to n', points: line, dashed: true };
}

await main(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-growth-'));
  try {
    const curves = [];
    for (const pipeline of pipelines) curves.push(await grow(pipeline, folder));
    const reports = join(root, 'build', 'reports');
    await mkdir(reports, { recursive: true });
    const labels = { x: 'records', y: 'seconds' };
    await writeFile(
      join(reports, 'growth.svg'),
      logLogPlot([...curves, linear(curves[0])], labels),
    );
  } finally {
    await rm(folder, { recursive: true });
  }
});
