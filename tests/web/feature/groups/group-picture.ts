import type { Catalogue, Experiment, PlanReport } from '../../../../web/src/engine/types.ts';
import { RunCollection } from '../../../../web/src/results/collection.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';

/** Problems of tasks, and of groups by the side of a threshold, of which one knows labels, too. */
export const groupCatalogue = {
  saddles: [
    ['tasks', 'tasks'],
    ['labels', 'threshold', 'groupBy'],
    ['sides', 'threshold'],
  ].map(([id, ...names]) => ({ id, parameters: names.map((name) => ({ name })) })),
} as unknown as Catalogue;

interface Made {
  problem?: object;
  data?: object;
  status?: 'running' | 'done';
  /** The point of a sweep at which all runs are. */
  sweep?: Record<string, number>;
  /** Of the first algorithm, repeat by repeat the losses of its groups, point by point; null: not kept. */
  losses?: readonly (readonly (readonly (number | null)[])[])[] | null;
}

/** Two repeats of three points; the second task ends worst in the median. */
export const twoTasks = [
  [
    [0.5, 0.25],
    [0.25, 0.25],
    [0.125, 0.25],
  ],
  [
    [0.5, 0.25],
    [0.75, 0.25],
    [0.25, 0.5],
  ],
];

/** Two algorithms of which both kept the losses of all groups, the second those at its start alone. */
export function groupPicture({
  problem = { kind: 'saddle', name: 'tasks', tasks: 2 },
  data = { kind: 'synthetic', name: 'task-atoms' },
  status = 'done',
  losses = twoTasks,
  sweep = {},
}: Made = {}): ExperimentPicture {
  const labels = ['Vertices', 'Noisy'];
  const trace = losses === null ? {} : { trace: { groupLosses: true } };
  const experiment = {
    data,
    problem,
    algorithms: labels.map((label) => ({ id: label.toLowerCase(), label })),
    privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
    run: { repeats: 2, ...trace },
    sweep: Object.entries(sweep).map(([path, value]) => ({ path, values: [value] })),
  } as unknown as Experiment;
  const collection = new RunCollection(experiment);
  const runs = labels.flatMap((label, entry) =>
    [0, 1].map((repeat) => {
      const told = (losses ?? twoTasks)[repeat].slice(0, entry === 0 ? 3 : 1);
      const iteration = told.map((_, index) => 10 * index);
      const [algorithm, run] = [label.toLowerCase(), 2 * entry + repeat];
      const columns = { iteration, gradientEvaluations: iteration, epsilonSpent: iteration, seconds: iteration }; // prettier-ignore
      collection.append({ run, algorithm, label, sweep, repeat, ...columns });
      const nonPrivate = losses === null ? {} : { nonPrivate: { trace: { groupLosses: told } } };
      return { algorithm, label, sweep, repeat, status: 'completed', trace: columns, solution: [1], ...nonPrivate }; // prettier-ignore
    }),
  );
  const plan = { plans: [], constants: {} } as unknown as PlanReport;
  const result = status === 'done' ? { experiment, runs } : null;
  const made = { collection, experiment, file: null, revision: 1, reference: null, plan, result, status }; // prettier-ignore
  return made as unknown as ExperimentPicture;
}
