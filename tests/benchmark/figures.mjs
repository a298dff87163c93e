// Figures 3 and 4 in full, n = 100,000: every cell of the final errors beside its reference, and how long they take.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';

import { main, mustRun, root } from '../../wasm/toolchain/process.mjs';

const program = join(root, 'build', 'benchmark', 'engine', 'cli', 'noisy-descent');

const grids = [
  { figure: 3, noise: 'correct', example: 'figure-3' },
  { figure: 3, noise: 'published', example: 'figure-3-published' },
  { figure: 4, noise: 'correct', example: 'figure-4' },
  { figure: 4, noise: 'published', example: 'figure-4-published' },
];

function report(benchmark, row, unit, column, value) {
  console.log(JSON.stringify({ benchmark, row, unit, column, value }));
}

async function runExample(example, folder) {
  const out = join(folder, `${example}.json`);
  const threads = availableParallelism();
  const start = performance.now();
  await mustRun(`running ${example}`, program, [
    ...['run', join(root, 'examples', `${example}.json`), '--out', out],
    ...['--threads', String(threads), '--quiet'],
  ]);
  const seconds = (performance.now() - start) / 1000;
  report('figures: time', `${example}, 960 runs`, 's', `native, ${threads} threads`, seconds);
  return JSON.parse(await readFile(out, 'utf8'));
}

/** The mean final gap of one cell. */
function measured(result, algorithm, iterations, stepScale) {
  const cell = result.nonPrivate.summary.find(
    (entry) =>
      entry.algorithm === algorithm &&
      entry.sweep['algorithms.*.parameters.iterations'] === iterations &&
      entry.sweep['algorithms.*.parameters.stepScale'] === stepScale,
  );
  return cell.final.suboptimality.mean;
}

function reportCells(reference, { figure, noise }, result) {
  for (const cell of reference.cells.filter((one) => one.figure === figure)) {
    reference.iterations.forEach((iterations, index) => {
      const row = `${cell.algorithm}, c = ${cell.stepScale}, T = ${iterations}`;
      const add = (column, value) =>
        report(`figure ${figure}, ${noise} noise`, row, 'gap', column, value);
      add('reference', cell[noise][index]);
      add('engine', measured(result, cell.algorithm, iterations, cell.stepScale));
    });
  }
}

await main(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'noisy-descent-figures-'));
  try {
    const reference = JSON.parse(
      await readFile(join(root, 'tests', 'vectors', 'figures-3-4.json'), 'utf8'),
    );
    for (const grid of grids) reportCells(reference, grid, await runExample(grid.example, folder));
  } finally {
    await rm(folder, { recursive: true });
  }
});
