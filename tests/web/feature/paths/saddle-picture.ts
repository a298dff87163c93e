import type {
  Catalogue,
  CoordinateSet,
  Experiment,
  PlanReport,
} from '../../../../web/src/engine/types.ts';
import { RunCollection } from '../../../../web/src/results/collection.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';

const method = (id: string, ...names: string[]) => ({ id, problems: 'saddle', notions: ['none'], parameters: names.map((name) => ({ name })) }); // prettier-ignore

/** Of its two methods the second is a solver, whose regularization of x and y is stated. */
export const saddleCatalogue = {
  algorithms: [
    method('nseg', 'steps'),
    method('solves', 'solver', 'primalRegularization', 'dualRegularization'),
  ],
} as unknown as Catalogue;

/** Those of AUC maximization with two features. */
export const aucSets: Record<'primal' | 'dual', CoordinateSet[]> = {
  primal: [
    { size: 2, kind: 'l2-ball', radius: 0.5 },
    { size: 2, kind: 'linf-ball', radius: 0.5 },
  ],
  dual: [{ size: 1, kind: 'linf-ball', radius: 0.5 }],
};

interface Made {
  guarantee?: 'proven' | 'leaks' | 'not-private';
  /** Whether the points were kept. */
  isKept?: boolean;
  status?: 'running' | 'done';
}

/** Two algorithms at work on it, one of which releases x alone; its other repeat leaves all bounds. */
export function saddlePicture({
  guarantee = 'proven',
  isKept = true,
  status = 'running',
}: Made = {}): ExperimentPicture {
  // prettier-ignore
  const experiment = {
    data: { kind: 'builtin', name: 'breast-cancer' },
    problem: { kind: 'saddle', name: 'auc' },
    algorithms: [{ id: 'phased' }, { id: 'noisy' }],
    privacy: { notion: 'approximate' },
    run: { repeats: 2 },
  } as unknown as Experiment;
  const collection = new RunCollection(experiment);
  const tell = (run: number, label: string, points: number[][]) => {
    const iteration = points.map((_, index) => index);
    collection.append({
      run,
      algorithm: label.toLowerCase(),
      label,
      sweep: {},
      repeat: run % 2,
      iteration,
      gradientEvaluations: iteration,
      epsilonSpent: iteration,
      seconds: iteration,
      ...(isKept && { iterates: points.map((point) => Float64Array.from(point)) }),
    });
  };
  tell(0, 'Phases', [[0, 0, 0, 0, 0], [0.1, 0, 0, 0, 0], [0.3, 0.4, 0, 0, 0]]); // prettier-ignore
  tell(2, 'Noisy', [[0, 0, 0, 0, 0], [0.2, 0, 0, 0, -0.25]]); // prettier-ignore
  tell(3, 'Noisy', [[0, 0, 0, 0, 0], [0.2, Number.NaN, 0, 0, 0]]); // prettier-ignore
  const plans = ['Phases', 'Noisy'].map((label) => ({ algorithm: label.toLowerCase(), label, sweep: {}, privacy: { guarantee } })); // prettier-ignore
  const plan = { plans, saddle: aucSets, constants: { smoothness: 5 } } as unknown as PlanReport;
  const made = { collection, experiment, file: null, revision: 1, reference: null, plan, result: null, status }; // prettier-ignore
  return made as unknown as ExperimentPicture;
}
