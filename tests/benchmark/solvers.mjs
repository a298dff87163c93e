// Base solvers beside scikit-learn: the same records, the same demanded gradient, one thread each, in seconds of the
// processor. And how near each is to what the memory allows, whose bandwidth needs a machine that does nothing else.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { readLines } from '../../wasm/toolchain/measurements.mjs';
import { Failure, main, root } from '../../wasm/toolchain/process.mjs';
import { findPython } from '../../wasm/toolchain/system.mjs';

const script = join(root, 'tests', 'benchmark', 'scikit_solvers.py');
const title = 'logistic regression to a gradient of 1e-6, 1e5 x 100';
const rowBytes = 1e5 * 100 * 8;
const env = { ...process.env, OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1' };

/** What one build's program prints, with its memory's bandwidth; null where it was not built. */
async function measured(preset, suffix = '') {
  const folder = join(root, 'build', preset, 'benchmarks');
  const run = (name) => {
    const file = join(folder, `${name}${suffix}`);
    return suffix ? readLines('node', [file], env) : readLines(file, [], env);
  };
  if (!existsSync(join(folder, `solvers${suffix}`))) return null;
  const lines = await run('solvers');
  const machine = await run('machine_benchmark');
  return { lines, bandwidth: machine.find(({ row }) => row === 'read memory').value * 1e9 };
}

function report(benchmark, row, unit, column, value) {
  console.log(JSON.stringify({ benchmark, row, unit, column, value }));
}

/** Beside scikit-learn's solvers, which come first: the table's ratios are to the first of them. */
function reportRace(theirs, column, { lines }) {
  for (const { row, unit, value } of lines.filter(({ unit }) => unit === 'solves/s')) {
    for (const their of theirs) report(title, row, unit, `scikit-learn ${their.row}`, their.value);
    report(title, row, unit, column, value);
  }
}

/** As if every gradient had to read its row from memory, once. */
function reportLimit(column, { lines, bandwidth }) {
  const benchmark = `${title}: beside one reading of its row for each gradient, ${column}`;
  for (const { row, value: passes } of lines.filter(({ unit }) => unit !== 'solves/s')) {
    const speed = lines.find((line) => line.row === row && line.unit === 'solves/s').value;
    report(benchmark, row, 'solves/s', 'limit', bandwidth / (passes * rowBytes));
    report(benchmark, row, 'solves/s', 'measured', speed);
    report(benchmark, `${row}, gradients per record`, '', 'limit', passes);
  }
}

await main(async () => {
  const command = findPython('sklearn', env);
  if (!command) {
    console.error('scikit-learn is missing, and with it the comparison: install python3-sklearn');
  }
  const theirs = command ? await readLines(command, [script], env) : [];
  const native = await measured('benchmark');
  if (!native) throw new Failure('build/benchmark has no program "solvers": build its target');
  const wasm = await measured('wasm', '.cjs');
  if (!wasm) console.error('build/wasm has no program "solvers": wasm is not measured');
  for (const [column, found] of [
    ['native', native],
    ['wasm', wasm],
  ]) {
    if (!found) continue;
    reportRace(theirs, column, found);
    reportLimit(column, found);
  }
});
