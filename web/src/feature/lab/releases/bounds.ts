import type { TheoryEngine, Column } from '../shared/queries.ts';
import { methodFacts, planQuery, type Plan } from './plan.ts';
import type { ReleaseSettings } from './settings.ts';
import { endSlopes, stretchesBelow, type Stretch, isPositive, logLog } from '../shared/lines.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';

export type Schedule = 'equal' | 'balanced' | 'geometric';

/** What is promised at one n and ε; null where nothing is. */
export type Bounds = Record<Schedule | 'naive' | 'theorem', number | null>;

export interface BoundsFound {
  /** Ascending n or ε. */
  x: number[];
  over: Bounds[];
  here: Bounds;
  /** Why the theorem promises nothing here; '' where it does. */
  outside: string;
  /** What staying at the start errs by at most; null where nobody says how far the solution is. */
  start: number | null;
}

/** Powers of 2, of which the number of phases is whole. */
const samplesOver = Array.from({ length: 23 }, (_, index) => 2 ** (7 + index));
/** Six to a decade. */
const epsilonsOver = Array.from({ length: 19 }, (_, index) => 10 ** (index / 6 - 2));

export async function askBounds(
  engine: TheoryEngine,
  settings: ReleaseSettings,
): Promise<BoundsFound> {
  const { against } = settings;
  const places = against === 'samples' ? samplesOver : epsilonsOver;
  const x = [...new Set([...places, settings[against]])].sort((one, other) => one - other);
  const [plan, ...over] = await Promise.all([
    askAt(engine, settings),
    ...x.map((place) => askAt(engine, { ...settings, [against]: place }).catch(() => null)),
  ]);
  return {
    x,
    over: over.map((one, index) => promiseOf(one, { ...settings, [against]: x[index] })),
    here: promiseOf(plan, settings),
    outside: plan.outsideTheorem,
    start: plan.startBound,
  };
}

/** The theorem counts as many phases as equal blocks have; the comparison holds of all schedules. */
function askAt(engine: TheoryEngine, settings: ReleaseSettings) {
  return engine.theory({ ...planQuery(settings), schedule: 'equal' });
}

function promiseOf(plan: Plan | null, settings: ReleaseSettings): Bounds {
  const of = (method: Schedule | 'naive') =>
    plan?.comparison.find((one) => one.method === method)?.bound ?? null;
  const { share } = methodFacts[settings.method];
  const theorem = plan?.theorem ?? null;
  return {
    equal: of('equal'),
    balanced: of('balanced'),
    geometric: of('geometric'),
    naive: of('naive'),
    theorem: theorem === null ? null : share * theorem,
  };
}

const schedules: readonly Schedule[] = ['equal', 'balanced', 'geometric'];

/** The lowest bound of all schedules; null where there is none. */
export function leastOf(promise: Bounds): { schedule: Schedule; bound: number } | null {
  return schedules
    .flatMap((schedule) => {
      const bound = promise[schedule];
      return bound === null ? [] : [{ schedule, bound }];
    })
    .reduce<{ schedule: Schedule; bound: number } | null>(
      (best, one) => (best === null || one.bound < best.bound ? one : best),
      null,
    );
}

/** One line of the figure, and what the table says of it. */
export interface BoundLine {
  name: keyof Bounds;
  label: string;
  y: Column;
  here: number | null;
  slopes: { first: number | null; last: number | null };
  /** Where it is below what staying at the start errs by, and below one release; null where that is no question. */
  belowStart: Stretch[] | null;
  belowNaive: Stretch[] | null;
}

export const names: Readonly<Record<Exclude<keyof Bounds, 'theorem'>, string>> = {
  equal: 'Equal phases',
  balanced: 'Balanced phases',
  geometric: 'Geometric phases',
  naive: 'One release',
};

/** So many decades at either end are fitted. */
export const fittedDecades = { samples: 2, epsilon: 1 } as const;

/** The lines that have a point at least, in the order of their colours. */
export function boundLines(
  { x, over, here, start }: BoundsFound,
  { method, against }: ReleaseSettings,
): BoundLine[] {
  const column = (name: keyof Bounds): Column => over.map((one) => one[name]);
  const naive = column('naive');
  const hasNaive = naive.some(isPositive);
  const startLine = x.map(() => start);
  const { theorem, form } = methodFacts[method];
  const labels = { ...names, theorem: `${theorem}, ${form}` };
  return (Object.keys(labels) as (keyof Bounds)[]).flatMap((name) => {
    const y = column(name);
    if (!y.some(isPositive)) return [];
    return [
      {
        name,
        label: labels[name],
        y,
        here: here[name],
        slopes: endSlopes(x, y, fittedDecades[against]),
        belowStart: start === null ? null : stretchesBelow(x, y, startLine),
        belowNaive: name === 'naive' || !hasNaive ? null : stretchesBelow(x, y, naive),
      },
    ];
  });
}

/** Dashes of the palette: the theorem's line is dashed in the colour of equal phases, whose it is. */
const looks: Readonly<Record<BoundLine['name'], { colorIndex: number; dashIndex: number }>> = {
  equal: { colorIndex: 0, dashIndex: 0 },
  balanced: { colorIndex: 1, dashIndex: 2 },
  geometric: { colorIndex: 2, dashIndex: 0 },
  naive: { colorIndex: 3, dashIndex: 3 },
  theorem: { colorIndex: 0, dashIndex: 1 },
};

/** Bounds on the error against n or ε, and what staying at the start errs by. */
export function boundsPicture(
  { x, start }: BoundsFound,
  lines: readonly BoundLine[],
  { method, against, samples, epsilon }: ReleaseSettings,
): Picture {
  const series = lines.map(({ name, label, y }) => plainSeries(label, { x, y }, looks[name]));
  return {
    ...logLog,
    xTitle: against === 'samples' ? 'records n' : 'epsilon',
    yTitle: `bound on the ${methodFacts[method].measure}, in units of the loss`,
    series,
    levels: start === null ? [] : [{ label: 'staying at the start', y: start }],
    xRange: [x[0], x[x.length - 1]],
    yRange: logRange([...series.flatMap(({ median }) => median), start]),
    mark: against === 'samples' ? samples : epsilon,
  };
}
