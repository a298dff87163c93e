// Measures speed and size, and prints tables that set the builds side by side.
//   npm run bench [-- --only WORD ...]      WORD: part of a benchmark program's name, `page`,
//                                          `solvers`, `growth`, `figures`, `erm` or `utility`
//   npm run bench -- --only utility [TABLE ...] [EPSILON ...]      a part of it
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { buildClient, buildPreset, buildSite } from './build.mjs';
import { readLines, table } from './measurements.mjs';
import { Failure, main, root, say, step } from './process.mjs';
import { setUp } from './setup.mjs';
import { findPython, instructionSets } from './system.mjs';

const wasmOptions = ['-DNOISY_BUILD_BENCHMARKS=ON'];

/** Every way in which a benchmark program is run: the column's name, its preset, what else the environment says. */
function columns(env) {
  const native = instructionSets().map((set) => ({
    column: set,
    preset: 'benchmark',
    env: { ...env, NOISY_DESCENT_INSTRUCTION_SET: set },
  }));
  const preset = 'wasm';
  return [
    ...native,
    { column: 'wasm', preset, ending: '.cjs', env },
    { column: 'wasm, threads', preset, ending: '_mt.cjs', env },
  ];
}

function programs({ preset, ending = '' }, words) {
  const folder = join(root, 'build', preset, 'benchmarks');
  const files = existsSync(folder) ? readdirSync(folder) : [];
  return files
    .filter((file) => file.endsWith(`_benchmark${ending}`))
    .filter((file) => words.length === 0 || words.some((word) => file.includes(word)))
    .map((file) => join(folder, file));
}

async function measure(way, words) {
  const { column, env } = way;
  const measurements = [];
  for (const program of programs(way, words)) {
    const command = program.endsWith('.cjs') ? ['node', [program]] : [program, []];
    const lines = await readLines(...command, env);
    measurements.push(...lines.map((line) => ({ ...line, column })));
  }
  return measurements;
}

/** What the browser itself is needed for. */
async function measurePage(env) {
  await buildClient(env);
  await buildSite(env);
  return readLines('node', [join(root, 'tests', 'benchmark', 'page.mjs')], env);
}

/** Programs of their own, which run others; all but the solvers take minutes. */
const scripts = [
  { word: 'solvers', what: 'race scikit-learn', program: 'solvers.mjs' },
  { word: 'growth', what: 'grow the private pipeline', program: 'growth.mjs' },
  { word: 'figures', what: 'run the full figures', program: 'figures.mjs' },
  { word: 'erm', what: 'run the figures of DP-ERM Revisited', program: 'erm_figures.mjs' },
  { word: 'utility', what: 'measure what fits are worth', program: join('utility', 'main.py') },
];

/** The command of a script; of one in Python with the parts that were asked for. */
function commandOf(program, parts, env) {
  const file = join(root, 'tests', 'benchmark', program);
  if (!program.endsWith('.py')) return ['node', [file]];
  const python = findPython('numpy', env);
  if (!python) throw new Failure('NumPy is missing: install python3-numpy');
  return [python, [file, ...parts]];
}

function chosenWords() {
  try {
    const { values, positionals } = parseArgs({
      options: { only: { type: 'string', multiple: true, default: [] } },
      allowPositionals: true,
    });
    if (positionals.length > 0 && !values.only.includes('utility')) {
      throw new Failure(`only utility has parts: ${positionals.join(' ')}`);
    }
    return { words: values.only, parts: positionals };
  } catch (error) {
    throw new Failure(error.message);
  }
}

await main(async () => {
  const { words, parts } = chosenWords();
  const env = await setUp(['build', 'browser', 'node', 'emscripten', 'packages']);
  await buildPreset('benchmark', ['benchmarks', 'noisy-descent'], env);
  if (words.join() !== 'utility') {
    await buildPreset('wasm', ['benchmarks'], env, wasmOptions);
  }

  const measurements = [];
  const all = columns(env);
  for (const one of all) {
    await step(`measure ${one.column}`, async () =>
      measurements.push(...(await measure(one, words))),
    );
  }
  if (words.length === 0 || words.includes('page')) {
    await step('measure the page in Chromium', async () =>
      measurements.push(...(await measurePage(env))),
    );
  }
  for (const { word, what, program } of scripts) {
    if (words.length > 0 && !words.includes(word)) continue;
    await step(what, async () =>
      measurements.push(...(await readLines(...commandOf(program, parts, env), env))),
    );
  }
  if (measurements.length === 0) throw new Failure(`no benchmark matches ${words.join(', ')}`);

  const order = all.map(({ column }) => column);
  for (const benchmark of new Set(measurements.map((one) => one.benchmark))) {
    const rows = measurements.filter((one) => one.benchmark === benchmark);
    console.log(`\n${table(benchmark, rows, order)}`);
  }
  await mkdir(join(root, 'build', 'reports'), { recursive: true });
  await writeFile(
    join(root, 'build', 'reports', 'bench.json'),
    `${JSON.stringify(measurements, null, 1)}\n`,
  );
  say('the numbers are in build/reports/bench.json');
});
