import { describe, expect, it } from 'vitest';

import {
  errorRows,
  errorTable,
  runAt,
  sweepName,
  pairMap,
  pairTable,
  worstFirst,
} from '../../../../web/src/feature/workbench/errors.ts';
import { experiment, madeResult, report } from './results.ts';

describe('errors of tables', () => {
  it('are means over repeats, by budget and method, beside those of the uniform table', () => {
    const rows = errorRows(experiment, madeResult());
    expect(rows.map(({ sweep }) => sweepName(sweep))).toEqual(['ε = 0.5', 'ε = 2']);
    const [first] = rows;
    expect(first.methods.map(({ label }) => label)).toEqual(['Synthetic data', 'MWEM']);
    expect(first.methods[0].mean[2]).toBeCloseTo(0.205, 12);
    expect(first.methods[1].mean[3]).toBeCloseTo(0.315, 12);
    expect(first.uniform).toEqual({ mean: { 2: 0.5, 3: 0.7 }, worst: { 2: 0.9, 3: 0.95 } });
    expect(errorTable(rows).rows).toHaveLength(6);
  });

  it('are told of ended runs alone, and of none where nothing was measured', () => {
    const result = madeResult();
    const [first] = result.runs;
    const cut = { ...result, runs: [{ ...first, status: 'cancelled' as const }, ...result.runs.slice(1)] }; // prettier-ignore
    expect(errorRows(experiment, cut)[0].methods[0].mean[2]).toBeCloseTo(0.21, 12);
    const bare = { ...result, runs: result.runs.map((run) => ({ ...run, nonPrivate: undefined })) };
    expect(errorRows(experiment, bare as typeof result)).toEqual([]);
  });

  it('lead to the run that they are about', () => {
    expect(runAt(experiment, madeResult(), 1, { 'privacy.epsilon': 2 })).toBe(6);
    expect(runAt(experiment, madeResult(), 1, { 'privacy.epsilon': 3 })).toBe(-1);
  });
});

describe('errors of pairs', () => {
  it('are sorted, the worst first', () => {
    expect(worstFirst(report, 2).map(({ columns }) => columns)).toEqual([
      ['work', 'income'],
      ['age', 'income'],
      ['work', 'age'],
    ]);
    expect(pairTable(report).rows[0]).toEqual(['work × age', 6, 0.1, 0.05, 0.5]);
  });

  it('stand in a square by row and column', () => {
    const map = pairMap(report)!;
    expect(map.names).toEqual(['work', 'age', 'income']);
    expect(map.top).toBe(0.3);
    const values = map.errors.map((row) => row.map((one) => one?.totalVariation ?? null));
    expect(values).toEqual([
      [null, 0.1, 0.3],
      [0.1, null, 0.2],
      [0.3, 0.2, null],
    ]);
    expect(pairMap({ ...report, tables: report.tables.slice(3) })).toBeNull();
  });
});
