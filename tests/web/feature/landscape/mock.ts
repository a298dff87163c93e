import type {
  Experiment,
  ExperimentResult,
  LandscapeReport,
  RunResult,
} from '../../../../web/src/engine/types.ts';
import type { LandscapeWindow } from '../../../../web/src/feature/landscape/terrain.ts';
import type { Trajectory } from '../../../../web/src/feature/landscape/trajectories.ts';
import { collectionOf } from '../../../../web/src/results/collection.ts';
import { visibleCurves, type VisibleCurve } from '../../../../web/src/results/visible.ts';

/** A bent valley in any number of dimensions, least at (1, ..., 1) with the value 0. */
export function valley(point: readonly number[]): number {
  if (point.length === 1) return (point[0] - 1) ** 4 / 4;
  return point.slice(1).reduce((sum, value, index) => {
    const before = point[index];
    return sum + (1 - before) ** 2 / 8 + 2 * (value - before ** 2) ** 2;
  }, 0);
}

/** Numbers in [0, 1) that look random and are always the same. */
export function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (1_664_525 * state + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

export interface MockRuns {
  dimension?: number;
  algorithms?: number;
  repeats?: number;
  points?: number;
}

const gentle = 0.01;

/** A result whose runs went down the valley with noise and kept their iterates. */
export function mockResult(mock: MockRuns = {}): ExperimentResult {
  const { dimension = 2, algorithms = 2, repeats = 2, points = 20 } = mock;
  const experiment = {
    version: 1,
    title: 'A bent valley',
    data: { kind: 'synthetic', name: 'logistic', samples: 100, features: dimension },
    problem: { loss: 'logistic' },
    privacy: { notion: 'zcdp', rho: 1 },
    algorithms: Array.from({ length: algorithms }, (_, index) => ({ id: 'dp-gd', label: `Method ${index + 1}` })), // prettier-ignore
    run: { repeats, trace: { iterates: true } },
  } as unknown as Experiment;
  const runs = experiment.algorithms.flatMap(({ label }, algorithm) =>
    Array.from({ length: repeats }, (_, repeat) => {
      const random = sequence(1 + algorithm * 1000 + repeat);
      return mockRun(label!, repeat, trail(random, { dimension, points, noise: 0.02 + 0.03 * algorithm })); // prettier-ignore
    }),
  );
  return { version: 1, engine: '0', experiment, status: 'completed', fingerprint: null, runs } as unknown as ExperimentResult; // prettier-ignore
}

/** What is seen of a result: its curves, as the page shows them. */
export function curvesOf(result: ExperimentResult): VisibleCurve[] {
  return visibleCurves(collectionOf(result), {});
}

export function mockLandscape({ origin, u, v, extent, size }: LandscapeWindow): LandscapeReport {
  const values: number[] = [];
  const along = ([low, high]: readonly number[], share: number) => low + share * (high - low);
  const { u: columns, v: rows = 1 } = size;
  for (let row = 0; row < rows; row += 1) {
    const b = rows > 1 ? along(extent.v!, row / (rows - 1)) : 0;
    for (let column = 0; column < columns; column += 1) {
      const a = along(extent.u, column / (columns - 1));
      values.push(valley(origin.map((value, index) => value + a * u[index] + b * (v?.[index] ?? 0)))); // prettier-ignore
    }
  }
  return { values, optimum: { value: 0, point: origin.map(() => 1) }, nonPrivate: true };
}

/** A run of which only its places matter. */
export function trajectory(iterates: number[][], more: Partial<Trajectory> = {}): Trajectory {
  const iteration = iterates.map((_, index) => index);
  const named = {
    key: '0.0',
    group: 0,
    algorithm: 'any',
    label: 'one',
    repeat: 0,
    colorIndex: 0,
    dashIndex: 0,
  };
  return { ...named, sweep: {}, iteration, iterates, numbers: { iteration }, ...more };
}

function trail(
  random: () => number,
  { dimension, points, noise }: { dimension: number; points: number; noise: number },
): number[][] {
  let point: number[] = Array.from({ length: dimension }, (_, index) => (index === 0 ? -1.4 : 1.6));
  return Array.from({ length: points }, () => {
    const kept = point;
    const slope = gradient(point);
    point = point.map((value, index) => value - 0.02 * slope[index] + noise * (random() + random() + random() - 1.5)); // prettier-ignore
    return kept;
  });
}

function gradient(point: readonly number[]): number[] {
  return point.map((_, place) => {
    const moved = (step: number) => valley(point.map((value, index) => value + (index === place ? step : 0))); // prettier-ignore
    return (moved(gentle) - moved(-gentle)) / (2 * gentle);
  });
}

function mockRun(label: string, repeat: number, iterates: number[][]): RunResult {
  const iteration = iterates.map((_, index) => index);
  const round = iteration.map((at) => Math.floor((4 * at) / iterates.length) + 1);
  const trace = {
    iteration,
    gradientEvaluations: iteration.map((at) => 100 * at),
    rhoSpent: iteration.map((at) => at / iterates.length),
    stepSize: iteration.map(() => 0.02),
    noiseScale: iteration.map((at) => 2 + 4 / (1 + at)),
    round,
    targetGap: round.map((at) => 0.5 ** at),
    iterates,
  };
  const objective = iterates.map(valley);
  const outcome = { status: 'completed', parameters: {}, fingerprint: null, trace, solution: iterates.at(-1), gradientEvaluations: 0, seconds: 0 }; // prettier-ignore
  return { algorithm: 'dp-gd', label, sweep: {}, repeat, privacy: {}, ...outcome, nonPrivate: { trace: { objective } } } as unknown as RunResult; // prettier-ignore
}
