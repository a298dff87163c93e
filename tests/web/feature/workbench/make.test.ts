import { describe, expect, it } from 'vitest';

import type { Catalogue, Experiment } from '../../../../web/src/engine/types.ts';
import {
  columnsOf,
  makingSyntheticData,
  withColumns,
} from '../../../../web/src/feature/workbench/make.ts';
import { isOfTables } from '../../../../web/src/feature/workbench/tables.ts'; // prettier-ignore
import { fakeCatalogue } from '../../support/fake-engine.ts';

const method = (id: string, needs: string[], isPrivate = true) => ({ id, title: `${id} (in words)`, private: isPrivate, needs }); // prettier-ignore
const catalogue = {
  ...fakeCatalogue,
  saddles: [{ id: 'marginal-queries', targets: 'labels', parameters: [{ name: 'queries' }] }],
  algorithms: [
    method('descent', ['gradients']),
    method('game', ['queries']),
    method('tables', ['queries']),
    method('open', ['queries'], false),
  ],
} as unknown as Catalogue;

const columns = ['a', 'b', 'c'].map((name) => ({ name, words: ['x', 'y'] }));
const before: Experiment = {
  version: 1,
  data: { kind: 'file', name: 'people.csv', format: 'csv', preprocess: [{ kind: 'standardize' }] },
  problem: { loss: 'logistic' },
  privacy: { notion: 'pure', epsilon: 0.7 },
  algorithms: [{ id: 'dp-gd' }],
  run: { repeats: 20, diagnostics: ['suboptimality'] },
};
const data = withColumns(before.data, columns, { target: 'c' });
const made = (change: Partial<Experiment> = {}) =>
  makingSyntheticData({ ...before, ...change }, data, catalogue);

describe('one click to synthetic data', () => {
  it('reads the columns and does nothing else to the file', () => {
    expect(data).toEqual({ kind: 'file', name: 'people.csv', format: 'csv', header: 'yes', target: 'c', columns }); // prettier-ignore
    expect(columnsOf(data)).toEqual(columns);
    // Where nothing is predicted the last of them stands for the target, so that no other is read.
    expect(withColumns(before.data, columns)).toMatchObject({ target: 'c' });
    const numbered = columns.map((column, name) => ({ ...column, name }));
    const bare = withColumns(before.data, numbered, { target: '1', hasHeader: false });
    expect(bare).toMatchObject({ header: 'no', target: 1, columns: numbered });
    const builtin = withColumns({ kind: 'builtin', name: 'breast-cancer' }, columns);
    expect(builtin).toEqual({ kind: 'builtin', name: 'breast-cancer', columns });
  });

  it('sets the problem, both methods and what is measured, and keeps the budget', () => {
    const { problem, privacy, algorithms, run } = made();
    expect(problem).toEqual({ kind: 'saddle', name: 'marginal-queries', order: 2 });
    expect(privacy).toEqual({ notion: 'approximate', epsilon: 0.7, delta: 1e-6 });
    expect(algorithms).toEqual([
      { id: 'game', label: 'game' },
      { id: 'tables', label: 'tables' },
    ]);
    expect(run?.diagnostics).toHaveLength(4);
    expect(run?.repeats).toBe(5);
    expect(isOfTables(made(), catalogue)).toBe(true);
    expect(isOfTables(before, catalogue)).toBe(false);
  });

  it('keeps a promise that both give, and a sweep over it', () => {
    const approximate = { notion: 'approximate', epsilon: 2, delta: 1e-9 } as const;
    const sweep = [{ path: 'privacy.epsilon', values: [0.5, 1] }, { path: 'run.repeats', values: [1, 2] }]; // prettier-ignore
    const kept = made({ privacy: approximate, sweep });
    expect(kept.privacy).toEqual(approximate);
    expect(kept.sweep).toEqual([sweep[0]]);
    expect(made({ privacy: { notion: 'zcdp', rho: 0.1 } }).privacy).toEqual({
      notion: 'zcdp',
      rho: 0.1,
    });
    expect(made({ privacy: { notion: 'none' } }).privacy).toEqual({ notion: 'none' });
  });

  it('measures what so many columns have', () => {
    const two = withColumns(before.data, columns.slice(0, 2));
    const { run } = makingSyntheticData(before, two, catalogue);
    expect(run?.diagnostics).toEqual(['marginal-error-2', 'worst-marginal-2']);
  });
});
