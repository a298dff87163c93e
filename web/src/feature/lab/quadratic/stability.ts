import type { Table } from '../../../export/csv.ts';
import { quantile } from '../../../statistics/quantile.ts';
import type { MapAnswer, QuadraticMethod } from '../shared/queries.ts';

/** The plane of the stability map: steps of 0 to `largestStep` of 1/L, momentum of 0 to 1. */
export interface MapPlane {
  largestStep: number;
  steps: number[];
  momenta: number[];
}

const columns = 72;
const rows = 48;
export const largestMomentum = 0.99;

const planes = {
  'heavy-ball': makePlane(4),
  nesterov: makePlane(2.2),
  'gradient-descent': makePlane(2.2),
} as const satisfies Record<QuadraticMethod, MapPlane>;

/** The plane of a method: its steps go a little beyond the largest that any momentum allows. */
export function planeOf(method: QuadraticMethod): MapPlane {
  return planes[method];
}

function makePlane(largestStep: number): MapPlane {
  const centres = (count: number, end: number) =>
    Array.from({ length: count }, (_, index) => ((index + 0.5) / count) * end);
  return { largestStep, steps: centres(columns, largestStep), momenta: centres(rows, 1) };
}

/** The numbers that the map's colours stand for; the noise floor is that of noise with variance 1. */
export function mapTable({ steps, momenta }: MapPlane, { rate, noiseFloor }: MapAnswer): Table {
  return {
    columns: ['step', 'momentum', 'rate', 'noiseFloor'],
    rows: steps.flatMap((step, i) =>
      momenta.map((momentum, j) => [step, momentum, rate[i]?.[j], noiseFloor[i]?.[j]]),
    ),
  };
}

/** What the map's colour says. */
export type Shade = 'noise' | 'speed';

/** The colours of a map. */
export interface Shading {
  /** From 0 (good, light) to 1 (bad, dark), by [momentum][step]; null where the method diverges. */
  cells: (number | null)[][];
  /** How many times as bad the darkest colour is as the lightest. */
  ratio: number;
}

/**
 * Colours on a logarithmic scale: by the noise floor, or by the iterations that a digit takes. The
 * best and the worst twentieth of the cells have the colours of the ends, so that the steps between
 * are told apart.
 */
export function shadingOf(answer: MapAnswer, shade: Shade): Shading {
  const values = answer.rate.map((rates, step) =>
    rates.map((rate, momentum) => {
      if (rate === null || rate >= 1) return null;
      if (shade === 'speed') return iterationsPerDigit(rate);
      return answer.noiseFloor[step][momentum];
    }),
  );
  const known = values.flat().filter((value) => value !== null && value > 0) as number[];
  known.sort((a, b) => a - b);
  const [least, most] = [quantile(known, 0.05), quantile(known, 0.95)];
  const decades = Math.log10(most / least);
  const level = (value: number | null) => {
    if (value === null) return null;
    const share = decades > 0 ? Math.log10(value / least) / decades : 0;
    return Math.min(Math.max(share, 0), 1);
  };
  return { cells: transpose(values.map((column) => column.map(level))), ratio: most / least };
}

/** Iterations in which the error becomes ten times smaller: the gap falls by the rate's square. */
export function iterationsPerDigit(rate: number): number {
  return Math.log(10) / (-2 * Math.log(Math.min(Math.max(rate, 1e-6), 1 - 1e-9)));
}

/**
 * The border of the stable region as [step, momentum] points by rising momentum, where the rate,
 * linear between two steps, is 1.
 */
export function borderOf(plane: MapPlane, answer: MapAnswer): [number, number][] {
  return plane.momenta.flatMap((momentum, row): [number, number][] => {
    const rates = plane.steps.map((_, column) => answer.rate[column]?.[row] ?? 2);
    const last = rates.findLastIndex((rate) => rate < 1);
    if (last < 0 || last + 1 >= rates.length) return [];
    const [inside, outside] = [rates[last], rates[last + 1]];
    const share = (1 - inside) / (outside - inside);
    const [from, to] = [plane.steps[last], plane.steps[last + 1]];
    return [[from + share * (to - from), momentum]];
  });
}

/** The colour of a shade: light and yellow is low, dark and blue is high, told apart by anyone. */
export function shadeColor(level: number): [number, number, number] {
  const place = Math.min(Math.max(level, 0), 1) * (scale.length - 1);
  const below = Math.min(Math.floor(place), scale.length - 2);
  const share = place - below;
  const [from, to] = [scale[below], scale[below + 1]];
  return [0, 1, 2].map((channel) =>
    Math.round(from[channel] + share * (to[channel] - from[channel])),
  ) as [number, number, number];
}

/** Cividis (Nuñez, Anderton and Renslow 2018), from its light end to its dark one. */
const scale: readonly (readonly [number, number, number])[] = [
  [254, 232, 56],
  [225, 204, 85],
  [187, 173, 109],
  [150, 144, 118],
  [124, 123, 120],
  [95, 99, 110],
  [60, 77, 110],
  [18, 53, 112],
  [0, 34, 78],
];

function transpose<T>(columnsOfRows: T[][]): T[][] {
  const [first = []] = columnsOfRows;
  return first.map((_, row) => columnsOfRows.map((column) => column[row]));
}
