import type { Catalogue } from '../../engine/types.ts';
import { formatCount, formatMeasured, formatNumber } from '../../format/number.ts';
import { measureInfo, measureNames, type Measure } from '../../results/measures.ts';
import { stepColumns, titleOf } from '../../results/step-columns.ts';
import type { Ground, Stage } from './scene.ts';
import { standing, type Trajectory } from './trajectories.ts';
import type { Cell, Table } from '../../export/csv.ts';

/** One number of a run at one of its points. */
export interface Fact {
  name: string;
  title: string;
  value: number | null;
  /** Whether it was computed from the data without noise. */
  isExact: boolean;
}

/** Columns of every trace: what they are called here, or null where they say nothing of a place. */
const common: Readonly<Partial<Record<string, string | null>>> = {
  iteration: null,
  gradientEvaluations: null,
  seconds: null,
  epsilonSpent: 'ε spent',
  rhoSpent: 'ρ spent',
};

/** What algorithms call the numbers that their steps tell everybody. */
export type Titles = ReadonlyMap<string, string>;

/** The titles of the step columns of these algorithms; a name that they use differently has all of its titles. */
export function stepTitles(catalogue: Catalogue | null, algorithms: readonly string[]): Titles {
  const columns = [...new Set(algorithms)].flatMap((id) => stepColumns(catalogue, id));
  const names = [...new Set(columns.map(({ name }) => name))];
  return new Map(
    names.map((name) => [name, titleOf(columns.filter((column) => column.name === name))]),
  );
}

/** Everything that a run tells of its last point by an iteration. */
export function factsAt(trajectory: Trajectory, iteration: number, titles: Titles): Fact[] {
  const { index } = standing(trajectory, iteration);
  return Object.entries(trajectory.numbers).flatMap(([name, values]) => {
    const isExact = measureNames.includes(name as Measure);
    const title = isExact ? measureInfo(name as Measure).title : (titles.get(name) ?? common[name]);
    const value = values?.[index] ?? null;
    if (title === null || title === undefined || value === null) return [];
    return [{ name, title, value, isExact }];
  });
}

/** A number as it is told: a count without decimals. */
export function valueText(value: number | null): string {
  return Number.isInteger(value) ? formatCount(value) : formatMeasured(value);
}

/** What a run is called among its repeats. */
export function runName({ label, repeat }: Pick<Trajectory, 'label' | 'repeat'>): string {
  return `${label}, repeat ${formatCount(repeat + 1)}`;
}

/** Where a run stands, in a sentence. */
export function standingText(trajectory: Trajectory, iteration: number, titles: Titles): string {
  const { index } = standing(trajectory, iteration);
  const at = trajectory.iteration[index];
  const last = trajectory.iteration.at(-1) ?? at;
  const facts = factsAt(trajectory, iteration, titles);
  const told = facts.map(({ title, value }) => `${title} ${valueText(value)}`);
  const place = `iteration ${formatCount(at)} of ${formatCount(last)}`;
  return [`${runName(trajectory)}: ${place}`, ...told].join(', ');
}

/** What the picture is and how it is read, one sentence each. */
export function legendSentences(
  { plane, extent, paths, minimizer }: Stage,
  ground: Ground | null,
  { hasBall }: { hasBall: boolean },
): string[] {
  const { dimension, share } = plane;
  const hasRounds = paths.some(({ rounds }) => rounds.length > 0);
  return [
    dimension > 2
      ? `The plane of the two directions in which these runs spread most: it holds ${formatNumber(100 * share)}% of their variance in ${formatCount(dimension)} dimensions. The background is the objective on this plane; runs and marks are projected onto it.`
      : '',
    extent.isEven ? '' : 'The two axes have different scales.',
    levelSentence(ground, dimension),
    starSentence(minimizer !== null, ground),
    hasRounds ? 'Small rings on the chosen run: where a new round, or proximal step, begins.' : '',
    hasBall
      ? `Haze around the chosen run: one standard deviation, in each direction, of how far the noise of its last step moved it.`
      : '',
    ground === null
      ? ''
      : 'The background is computed from the data without noise: it is not private, don’t publish it.',
  ].filter((sentence) => sentence !== '');
}

function starSentence(isKnown: boolean, ground: Ground | null): string {
  if (isKnown) return 'Star: a point where the objective is least.';
  return (ground?.lowest ?? null) === null ? '' : 'Star: the lowest point of this picture.';
}

function levelSentence(ground: Ground | null, dimension: number): string {
  const gaps = ground?.levels.gaps ?? [];
  if (dimension === 1 || gaps.length < 2) return '';
  const ratio = formatNumber(gaps[1] / gaps[0]);
  const [low, high] = [formatNumber(gaps[0]), formatNumber(gaps.at(-1))];
  const known = ground?.terrain.optimum === null ? 'the lowest point shown' : 'the optimum';
  return `Lines: the objective lies from ${low} to ${high} above ${known}, ${ratio} times as much from line to line; the stronger the colour, the lower.`;
}

/** Where every run stands at an iteration: its place on the picture and its numbers, a row for each. */
export function standingTable(stage: Stage, iteration: number): Table {
  return tableOf(stage, ({ iteration: iterations }) => [
    standing({ iteration: iterations }, iteration).index,
  ]);
}

/** Every point of every run, a row for each. */
export function pointTable(stage: Stage): Table {
  return tableOf(stage, ({ iteration }) => iteration.map((_, index) => index));
}

function tableOf({ paths, plane }: Stage, pointsOf: (run: Trajectory) => number[]): Table {
  const places = plane.v === null ? ['along'] : ['along', 'across'];
  const names = [...new Set(paths.flatMap(({ trajectory }) => Object.keys(trajectory.numbers)))];
  const others = names.filter((name) => name !== 'iteration');
  return {
    columns: ['label', 'repeat', 'iteration', ...places, ...others.map(columnName)],
    rows: paths.flatMap(({ trajectory, places: path }) =>
      pointsOf(trajectory).map((index): Cell[] => [
        trajectory.label,
        trajectory.repeat + 1,
        trajectory.iteration[index],
        ...path[index].slice(0, places.length),
        ...others.map((name) => trajectory.numbers[name]?.[index]),
      ]),
    ),
  };
}

/** What was computed from the data without noise says so, as in all tables. */
function columnName(name: string): string {
  return measureNames.includes(name as Measure) ? `nonPrivate.${name}` : name;
}
