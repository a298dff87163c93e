// The whole private pipeline by the number of records: time, gradients per record, and by which power of the number of
// records the time grows. The plot goes to build/reports/growth.svg.
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { main, mustRun, root } from '../../wasm/toolchain/process.mjs';
import { logLogPlot } from './plot.mjs';

const program = join(root, 'build', 'benchmark', 'engine', 'cli', 'noisy-descent');
const benchmark = 'phased output perturbation, logistic regression with 20 features, one thread';
const sizes = [1e3, 1e4, 1e5, 1e6];
const solvers = ['loopless-svrg', 'svrg-practical'];

/** One method alone, which shares no pass over the data with others. */
const experiment = (samples, solver) => ({
  version: 1,
  data: { kind: 'synthetic', name: 'logistic', samples, features: 20, seed: 1 },
  problem: { loss: 'logistic', domain: { kind: 'l2-ball', radius: 5 } },
  privacy: { notion: 'approximate', epsilon: 1, delta: 1e-7 },
  algorithms: [{ id: 'phased-output-perturbation', parameters: { solver } }],
  run: {
    repeats: samples < 1e6 ? 10 : 3,
    randomness: { mode: 'reproducible', seed: 1 },
    trace: { points: 2 },
    diagnostics: [],
  },
});

async function measure(samples, solver, folder) {
  const [input, out] = ['experiment.json', 'result.json'].map((name) => join(folder, name));
  await writeFile(input, JSON.stringify(experiment(samples, solver)));
  const options = ['--out', out, '--threads', '1', '--quiet'];
  await mustRun(`running ${samples} records`, program, ['run', input, ...options]);
  const runs = JSON.parse(await readFile(out, 'utf8')).runs.map((run) => run.nonPrivate);
  return {
    seconds: Math.min(...runs.map((run) => run.seconds)),
    gradients: runs[0].solverGradients / samples,
  };
}

function report(row, unit, column, value) {
  console.log(JSON.stringify({ benchmark, row, unit, column, value }));
}

/** One solver's times, in a table and as a curve. */
async function grow(solver, folder) {
  const records = (count) => `${count.toLocaleString('en')} records`;
  const points = [];
  for (const samples of sizes) {
    const found = await measure(samples, solver, folder);
    report(records(samples), 's', solver, found.seconds);
    report(`gradients per record, ${records(samples)}`, '', solver, found.gradients);
    if (points.length > 0) {
      const slope = Math.log10(found.seconds / points.at(-1)[1]);
      report(`power of n, to ${records(samples)}`, '', solver, slope);
    }
    points.push([samples, found.seconds]);
  }
  return { name: solver, points };
}

/** What the time would be if each record always took as long as at the first size. */
function linear({ points: [[samples, seconds]] }) {
  const points = sizes.map((size) => [size, (seconds * size) / samples]);
  return { name: 'proportional to n', points, dashed: true };
}

await main(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-growth-'));
  try {
    const curves = [];
    for (const solver of solvers) curves.push(await grow(solver, folder));
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
