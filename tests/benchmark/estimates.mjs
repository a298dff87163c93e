// What plans say that runs will take, beside what they take: the estimate should be within a factor of two for nine examples of ten.
// node tests/benchmark/estimates.mjs [EXAMPLE ...] [--variant simd] [--workers 1] [--untried] [--native] [--most SECONDS]
//   --variant   of the engine in Node, the page's own by default
//   --workers   as many as there are cores by default; with one, no time counts that it waits for the processor, for a machine that has other work
//   --untried   by counting what is computed alone, without the short trial that the page makes
//   --native    the native program, on one thread; it makes no trial
//   --most      where an estimate is longer, fewer repeats are run, and the estimate is that of those
// Each example that needs no file, one after the other, in an engine that has just been started, as in a page that was just opened.
import { spawnSync } from 'node:child_process';
import { readFile, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';

import { createEngine } from '../../wasm/dist/node.js';
import { root } from '../../wasm/toolchain/process.mjs';

const factor = 2;
/** As in the page's runner. */
const trialSeconds = 0.25;

const { values, positionals } = parseArgs({
  options: {
    variant: { type: 'string', default: 'auto' },
    workers: { type: 'string' },
    untried: { type: 'boolean' },
    native: { type: 'boolean' },
    most: { type: 'string', default: '180' },
  },
  allowPositionals: true,
});
const clock = new URL('busy-machine.mjs', import.meta.url).href;
const isAlone = values.workers === '1' && !values.native;
if (isAlone && !process.execArgv.includes(clock)) {
  const again = ['--import', clock, ...process.argv.slice(1)];
  process.exit(spawnSync(process.execPath, again, { stdio: 'inherit' }).status ?? 1);
}

const now = () => performance.now() / 1000;
const elapsed = isAlone ? (await import(clock)).secondsRun : now;

async function timed(work) {
  const began = elapsed();
  const value = await work();
  return { value, seconds: elapsed() - began };
}

const program =
  process.env.NOISY_DESCENT ?? join(root, 'build', 'native', 'engine', 'cli', 'noisy-descent');

function ask(words, experiment) {
  const began = now();
  const input = JSON.stringify(experiment);
  const { status, stdout, stderr } = spawnSync(program, words, { input, maxBuffer: 1 << 30 });
  if (status !== 0) throw new Error(`${words.join(' ')}: ${stderr}`);
  return { text: stdout, seconds: now() - began };
}

/** The program loads and plans in each call: a run takes what it takes longer than a plan. */
const native = {
  plan(experiment) {
    const { text, seconds } = ask(['plan', '-', '--format', 'json'], experiment);
    return { said: JSON.parse(text).cost.seconds, planning: seconds };
  },
  run(experiment, { planning }) {
    const { seconds } = ask(['run', '-', '--quiet', '--threads', '1'], experiment);
    return { taken: Math.max(1e-3, seconds - planning), told: [] };
  },
};

const inNode = (engine) => ({
  async plan(experiment) {
    const options = values.untried ? {} : { trialSeconds };
    const { value, seconds } = await timed(() => engine.plan(experiment, options));
    return { said: value.cost.seconds, planning: seconds };
  },
  async run(experiment) {
    const told = [];
    const began = now();
    const onProgress = ({ secondsLeft }) => {
      if (secondsLeft !== null)
        told.push({ at: now() - began, whole: now() - began + secondsLeft });
    };
    const { seconds } = await timed(() => engine.run(experiment, { onProgress }));
    return { taken: seconds, told };
  },
});

/** The first word after this share of the time on how long the whole takes, relative to what it took. */
function toldAt(told, share) {
  const end = told.at(-1)?.at ?? 0;
  const first = told.find(({ at }) => at >= share * end);
  return first && end > 0 ? first.whole / end : NaN;
}

async function measure(driver, experiment) {
  let asked = experiment;
  let plan = await driver.plan(asked);
  const repeats = experiment.run?.repeats ?? 1;
  const most = Number(values.most);
  let note = '';
  if (plan.said > most && repeats > 1) {
    const fewer = Math.max(1, Math.floor((repeats * most) / plan.said));
    asked = { ...experiment, run: { ...experiment.run, repeats: fewer } };
    note = `${fewer} of ${repeats} repeats`;
    plan = await driver.plan(asked);
  }
  const { taken, told } = await driver.run(asked, plan);
  return { ...plan, taken, ratio: plan.said / taken, left: [toldAt(told, 0.1), toldAt(told, 0.5)], note }; // prettier-ignore
}

const column = (value) => (Number.isNaN(value) ? '-' : value.toPrecision(3)).padStart(10);
const isWithin = ({ ratio }) => ratio <= factor && ratio >= 1 / factor;

const folder = join(root, 'examples');
const names = (await readdir(folder))
  .filter((file) => file.endsWith('.json'))
  .map((file) => basename(file, '.json'))
  .filter((name) => positionals.length === 0 || positionals.includes(name));
const heads = ['said, s', 'taken, s', 'ratio', 'plan, s', 'left 10%', 'left 50%'];
console.log('example'.padEnd(30) + heads.map((head) => head.padStart(10)).join(''));

const all = [];
for (const name of names) {
  const experiment = JSON.parse(await readFile(join(folder, `${name}.json`), 'utf8'));
  if (experiment.data.kind === 'file') continue;
  const workers = values.workers ? { workers: Number(values.workers) } : {};
  const engine = values.native ? null : await createEngine({ variant: values.variant, ...workers });
  try {
    const one = await measure(engine ? inNode(engine) : native, experiment);
    all.push(one);
    const figures = [one.said, one.taken, one.ratio, one.planning, ...one.left];
    const mark = isWithin(one) ? ' ' : '*';
    console.log(`${name.padEnd(30)}${figures.map(column).join('')} ${mark} ${one.note}`);
  } finally {
    engine?.dispose();
  }
}
const within = all.filter(isWithin).length;
const share = ((100 * within) / all.length).toFixed(0);
console.log(`within a factor of ${factor}: ${within} of ${all.length} (${share}%)`);
