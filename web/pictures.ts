// Runs the examples and stores what they draw, for the gallery and for those that are too dear to run unasked.
//   npm run pictures              those whose experiment or view has changed
//   npm run pictures -- NAME...   these
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import type * as nodePackage from '../wasm/node/index.ts';
import { buildModel, buildPanels } from './src/curves/layouts.ts';
import type { ChartModel } from './src/curves/model.ts';
import type { Line, Picture, PictureSeries } from './src/chart/picture.ts';
import type { Experiment, ExperimentResult, PlanReport } from './src/engine/types.ts';
import type { Example } from './src/feature/gallery/example.ts';
import { allExamples } from './src/feature/gallery/groups.ts';
import type { StoredPicture, StoredRun } from './src/feature/gallery/stored.ts';
import { collectionOf } from './src/results/collection.ts';
import { learnMeasures } from './src/results/measures.ts';
import { initialView } from './src/store/state.ts';

const folder = fileURLToPath(new URL('src/feature/gallery/pictures/', import.meta.url));
const indexFile = `${folder}index.json`;
/** Points of a curve that stands alone, and of one among many small pictures. */
const points = { alone: 40, small: 16 };
/** Of the dearest fewer runs are stored, and the page says how many. */
const fewerRepeats: Partial<Record<string, number>> = {
  'figure-3': 3,
  'figure-3-published': 3,
  'figure-4': 3,
  'figure-4-published': 3,
  'figures-fast-published': 5,
};

export function experimentOf({ name }: Example): Experiment {
  const path = new URL(`../examples/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(path, 'utf8')) as Experiment;
}

/** What a picture is made from: as long as it stays the same, the picture is right. */
export function sourceHash(experiment: Experiment, { view }: Pick<Example, 'view'>): string {
  return createHash('sha256')
    .update(JSON.stringify([experiment, view]))
    .digest('hex');
}

/** What the page draws of a result, in fewer points and digits. */
export function pictureOf(
  result: ExperimentResult,
  plan: PlanReport,
  { view: own = {} }: Pick<Example, 'view'>,
): StoredPicture {
  // What the plan says of noise is left out: the pictures are small.
  const view = { ...initialView, ...own, showFloors: false };
  const collection = collectionOf(result);
  const title = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
  const panels = buildPanels(collection, plan, view);
  if (panels.length === 0) {
    const model = buildModel(collection, null, plan, view);
    return { card: { title: '', picture: thinned(model, points.alone) } };
  }
  const [first] = buildPanels(collection, plan, { ...view, layout: 'points' });
  return {
    card: { title: title(first.title), picture: thinned(first.model, points.alone) },
    panels: panels.map((panel) => ({
      title: title(panel.title),
      picture: thinned(panel.model, points.small),
    })),
  };
}

function thinned(model: ChartModel, most: number): Picture {
  const { axis, scale, xScale, xTitle, yTitle, hasDots, optimum, currency } = model;
  return {
    ...{ axis, scale, xScale, xTitle, yTitle, hasDots, optimum, currency },
    reference: null,
    levels: model.levels?.map(({ label, y }) => ({ label, y: short(y) })),
    xRange: model.xRange,
    yRange: model.yRange,
    series: model.series.map((series, index) => thinnedSeries(series, String(index), most)),
  };
}

function thinnedSeries(series: PictureSeries, key: string, most: number): PictureSeries {
  const { label, colorIndex, dashIndex, x, median, q10, q90, bound } = series;
  const kept = keptOf(x.length, most);
  const pick = <Value>(values: readonly Value[]) => kept.map((index) => values[index]);
  return {
    ...{ key, label, colorIndex, dashIndex },
    x: pick(x).map((value) => Number(value.toPrecision(6))),
    median: pick(median).map(shortOrNone),
    q10: pick(q10).map(shortOrNone),
    q90: pick(q90).map(shortOrNone),
    floor: null,
    bound: bound && thinnedLine(bound, most),
  };
}

function thinnedLine({ x, y }: Line, most: number): Line {
  const kept = keptOf(x.length, most);
  return { x: kept.map((index) => x[index]), y: kept.map((index) => shortOrNone(y[index])) };
}

/** Places of at most so many values, the first and the last among them. */
function keptOf(length: number, most: number): number[] {
  const count = Math.min(length, most);
  if (count < 2) return Array.from({ length: count }, (_, index) => index);
  return Array.from({ length: count }, (_, index) =>
    Math.round((index * (length - 1)) / (count - 1)),
  );
}

const short = (value: number) => Number(value.toPrecision(4));
const shortOrNone = (value: number | null) => (value === null ? null : short(value));

/** A name only when it runs: the package is not built when this file is checked. */
const builtPackage = new URL('../wasm/dist/node.js', import.meta.url).href;

async function main(names: readonly string[]): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const index = (
    existsSync(indexFile) ? JSON.parse(readFileSync(indexFile, 'utf8')) : {}
  ) as Partial<Record<string, StoredRun>>;
  const { createEngine } = (await import(builtPackage)) as typeof nodePackage;
  const engine = await createEngine();
  learnMeasures(await engine.catalogue());
  for (const example of allExamples) {
    const experiment = experimentOf(example);
    const of = sourceHash(experiment, example);
    const isAsked = names.includes(example.name);
    if (!isAsked && (names.length > 0 || index[example.name]?.of === of)) continue;
    const title = experiment.title!;
    if (experiment.data.kind === 'file') {
      index[example.name] = { title, of };
    } else {
      const repeats = fewerRepeats[example.name] ?? experiment.run?.repeats ?? 1;
      const before = process.cpuUsage();
      const run = { ...experiment.run, repeats };
      const result = await engine.run(JSON.stringify({ ...experiment, run }));
      const { user, system } = process.cpuUsage(before);
      const plan = await engine.plan(JSON.stringify(experiment));
      const seconds = Number(((user + system) / 1e6).toPrecision(2));
      index[example.name] = { title, of, repeats, seconds };
      const text = JSON.stringify(pictureOf(result, plan, example));
      writeFileSync(`${folder}${example.name}.json`, `${text}\n`);
      console.log(`${example.name}: ${seconds} s, ${text.length} bytes`);
    }
    const sorted = allExamples.flatMap(({ name }) => (index[name] ? [[name, index[name]]] : []));
    writeFileSync(indexFile, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
  }
  engine.dispose();
}

if (import.meta.main) await main(process.argv.slice(2));
