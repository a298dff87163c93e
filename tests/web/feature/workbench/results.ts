import type {
  Experiment,
  ExperimentResult,
  MarginalsReport,
} from '../../../../web/src/engine/types.ts';
import { RunCollection } from '../../../../web/src/results/collection.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';

export const columns = [
  { name: 'work', words: ['Private', 'State'], other: 'other' },
  { name: 'age', edges: [30, 50] },
  { name: 'income', words: ['<=50K', '>50K'] },
];

export const experiment = {
  version: 1,
  title: 'People',
  data: { kind: 'file', name: 'people.csv', format: 'csv', target: 'income', columns },
  problem: { kind: 'saddle', name: 'marginal-queries' },
  privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
  algorithms: [{ id: 'synthetic-data' }, { id: 'mwem' }],
  run: { repeats: 2 },
  sweep: [{ path: 'privacy.epsilon', values: [0.5, 2] }],
} as unknown as Experiment;

const labels = ['Synthetic data', 'MWEM'];

/** Two methods at two budgets, twice: what they come to is 0.4 / budget, and half of it for the second. */
export function madeResult(): ExperimentResult {
  const runs = [0.5, 2].flatMap((epsilon) =>
    experiment.algorithms.flatMap(({ id }, entry) =>
      [0, 1].map((repeat) => {
        const end = 0.1 / epsilon / (entry + 1) + 0.01 * repeat;
        const trace = { marginalError2: [0.5, end], worstMarginal2: [0.9, 2 * end], marginalError3: [0.7, 3 * end], worstMarginal3: [0.95, 4 * end] }; // prettier-ignore
        return { algorithm: id, label: labels[entry], repeat, status: 'completed', sweep: { 'privacy.epsilon': epsilon }, nonPrivate: { trace } }; // prettier-ignore
      }),
    ),
  );
  const privacy = { releasable: true, reasons: [], statement: { text: ['It is (1, 1e-6)-DP.'] } };
  return { experiment, runs, privacy } as unknown as ExperimentResult;
}

export function madePicture(part: Partial<ExperimentPicture> = {}): ExperimentPicture {
  const blob = new Blob([csv()]);
  const picture = {
    experiment,
    file: { name: 'people.csv', blob },
    collection: new RunCollection(experiment),
    revision: 1,
    reference: null,
    plan: null,
    result: madeResult(),
    status: 'done',
    ...part,
  };
  return picture as unknown as ExperimentPicture;
}

/** Who works for the state, or is old, earns more. */
export function csv(count = 80): string {
  const rows = Array.from({ length: count }, (_, i) => {
    const work = i % 4 === 0 ? 'State' : 'Private';
    const age = 20 + ((i * 7) % 50);
    return `${work},${age},${work === 'State' || age >= 50 ? '>50K' : '<=50K'}`;
  });
  return ['work,age,income', ...rows].join('\n');
}

const table = (names: string[], totalVariation: number) => ({
  columns: names,
  cells: 6,
  totalVariation,
  largest: totalVariation / 2,
  uniform: 0.5,
});

export const report: MarginalsReport = {
  nonPrivate: true,
  records: 80,
  tables: [
    table(['work', 'age'], 0.1),
    table(['work', 'income'], 0.3),
    table(['age', 'income'], 0.2),
    table(['work', 'age', 'income'], 0.4),
  ],
};
