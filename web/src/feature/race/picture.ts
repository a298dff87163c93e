import { plainSeries, type Level, type Picture } from '../../chart/picture.ts';
import { logRange } from '../../chart/range.ts';
import type { Racer, Rung } from './race.ts';

/** Predictions that lie further right than this times all that was counted are left to the table. */
const furthestPrediction = 10;

/** What solvers found by themselves, from few gradients to many. */
export function ownRungs({ rungs }: Racer): Rung[] {
  return rungs
    .filter(({ distance, fallback }) => !fallback && distance > 0)
    .sort((a, b) => a.gradients - b.gradients);
}

/** Certified distance against gradients, with what theory expects in thin dashes; colours are the places in the list. */
export function racePicture(racers: readonly Racer[], tolerance: number): Picture {
  const counted = racers.flatMap((racer) => ownRungs(racer).map(({ gradients }) => gradients));
  const most = furthestPrediction * Math.max(...counted);
  const series = racers.flatMap((racer, index) => {
    const rungs = ownRungs(racer);
    if (rungs.length === 0) return [];
    const line = { x: rungs.map(({ gradients }) => gradients), y: rungs.map(({ distance }) => distance) }; // prettier-ignore
    return [{ ...plainSeries(racer.title, line, { colorIndex: index }), bound: predicted(racer, most) }]; // prettier-ignore
  });
  const levels = levelsOf(racers, tolerance);
  const expected = series.flatMap(({ bound }) => bound?.x ?? []);
  const heights = series.flatMap(({ bound, median }) => [...median, ...(bound?.y ?? [])]);
  return {
    axis: 'gradientEvaluations',
    scale: 'log',
    xScale: 'log',
    xTitle: 'gradients of single records',
    yTitle: 'certified distance to the solution',
    series,
    hasDots: true,
    reference: null,
    optimum: null,
    levels,
    xRange: logRange([...counted, ...expected]) ?? [1, 10],
    yRange: logRange([...heights, ...levels.map(({ y }) => y)]),
  };
}

function predicted({ rungs }: Racer, most: number) {
  const known = rungs.filter(
    ({ demanded, expected }) => demanded > 0 && expected !== null && expected <= most,
  );
  if (known.length === 0) return null;
  return { x: known.map(({ expected }) => expected!), y: known.map(({ demanded }) => demanded) };
}

/** How near all of them have to come. */
function levelsOf(racers: readonly Racer[], tolerance: number): Level[] {
  const first = racers.flatMap(({ rungs }) => rungs).find(({ demanded }) => demanded > 0);
  if (first === undefined) return [];
  return [{ label: 'demanded', y: (first.demanded / first.tolerance) * tolerance }];
}
