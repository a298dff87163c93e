import type { CoordinateSet, Experiment, PlanReport } from '../../../../web/src/engine/types.ts';
import { RunCollection } from '../../../../web/src/results/collection.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';

interface Made {
  /** Vertices of x and of y. */
  sizes?: readonly [number, number];
  guarantee?: 'proven' | 'not-private';
  status?: 'running' | 'done';
  data?: object;
  /** What each run told, point by point; of both repeats. */
  points?: readonly (readonly number[])[];
  isKept?: boolean;
  /** What the first algorithm drew its vertices from, step by step; null where nothing was drawn yet. */
  hidden?: readonly (readonly (number | null)[])[];
}

const simplex = (size: number): CoordinateSet => ({ size, kind: 'simplex', radius: null });

/** From the middle to a corner that nobody has reached. */
export const threeByThree = [
  [1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3, 1 / 3],
  [0.5, 0.25, 0.25, 0.25, 0.5, 0.25],
  [0.25, 0.5, 0.25, 0.125, 0.75, 0.125],
];

/** Two algorithms that play a matrix game, of which the second stays where it began. */
export function gamePicture({
  sizes = [3, 3],
  guarantee = 'proven',
  status = 'done',
  data = { kind: 'synthetic', name: 'rock-paper-scissors' },
  points = threeByThree,
  isKept = true,
  hidden,
}: Made = {}): ExperimentPicture {
  const labels = ['Vertices', 'Noisy'];
  const experiment = {
    data,
    problem: { kind: 'saddle', name: 'matrix-game' },
    algorithms: labels.map((label) => ({ id: label.toLowerCase(), label })),
    privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
    run: { repeats: 2 },
  } as unknown as Experiment;
  const collection = new RunCollection(experiment);
  const runs = labels.flatMap((label, entry) =>
    [0, 1].map((repeat) => {
      const told = entry === 0 ? points : points.slice(0, 1);
      const iteration = told.map((_, index) => 10 * index);
      const [algorithm, sweep, run] = [label.toLowerCase(), {}, 2 * entry + repeat];
      const trace = { iteration, gradientEvaluations: iteration, epsilonSpent: iteration, seconds: iteration }; // prettier-ignore
      const iterates = isKept ? { iterates: told.map((point) => Float64Array.from(point)) } : {};
      collection.append({ run, algorithm, label, sweep, repeat, ...trace, ...iterates });
      return { algorithm, label, sweep, repeat, status: 'completed', trace: { ...trace, ...iterates }, solution: told.at(-1), ...(entry === 0 && hidden ? { nonPrivate: { trace: { hiddenIterates: hidden } } } : {}) }; // prettier-ignore
    }),
  );
  const plans = labels.map((label) => ({ algorithm: label.toLowerCase(), label, sweep: {}, privacy: { guarantee } })); // prettier-ignore
  const saddle = { primal: [simplex(sizes[0])], dual: [simplex(sizes[1])] };
  const plan = { plans, saddle, constants: { smoothness: 3 } } as unknown as PlanReport;
  const result = status === 'done' ? { experiment, runs } : null;
  const made = { collection, experiment, file: null, revision: 1, reference: null, plan, result, status }; // prettier-ignore
  return made as unknown as ExperimentPicture;
}
