import type { TheoryEngine } from '../../shared/queries.ts';
import { methodFacts } from '../methods.ts';
import { planQuery, type Plan } from '../plan.ts';
import type { ReleaseSettings } from '../settings.ts';

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

export const schedules: readonly Schedule[] = ['equal', 'balanced', 'geometric'];

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
