// How fast the ends of a sweep move: powers are found, errors are those of the repeats.
import { describe, expect, it } from 'vitest';

import type { Experiment, PlanReport } from '../../../../web/src/engine/types.ts';
import { RunCollection } from '../../../../web/src/results/collection.ts';
import { slopesOf, slopeTable } from '../../../../web/src/feature/slopes/slopes.ts';
import { fitSlope } from '../../../../web/src/statistics/slope.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';

const path = 'data.samples';
const samples = [100, 1000, 10_000];
const repeats = 4;
const view = { measure: 'suboptimality', sweep: {} } as const;

const sweeping = (
  values: readonly (number | string)[] = samples,
  repeated = repeats,
): Experiment => ({
  ...defaultExperiment,
  algorithms: [{ id: 'steep' }, { id: 'flat' }],
  run: { repeats: repeated },
  sweep: [{ path, values: [...values] }],
});

/** The first algorithm ends about 1 / n, the second at 3; repeats are 10% to either side of their mean. */
function ended(experiment = sweeping()): RunCollection {
  const collection = new RunCollection(experiment);
  const [{ values }] = experiment.sweep!;
  const { repeats: repeated = 1 } = experiment.run!;
  experiment.algorithms.forEach(({ id }, entry) => {
    values.forEach((value, point) => {
      for (let repeat = 0; repeat < repeated; repeat += 1) {
        const factor = repeated === 1 ? 1 : 1 + (repeat % 2 ? 0.1 : -0.1);
        collection.append({
          run: (entry * values.length + point) * repeated + repeat,
          algorithm: id,
          label: id,
          sweep: { [path]: value },
          repeat,
          iteration: [0, 10],
          gradientEvaluations: [0, 10],
          epsilonSpent: [0, 1],
          seconds: [0, 1],
          objective: [31, 1 + 1 / Number(value)],
          suboptimality: [30, (entry === 0 ? 50 / Number(value) : 3) * factor],
          sparsity: [1, 0.5],
        });
      }
    });
  });
  return collection;
}

const plan = {
  plans: ['steep', 'flat'].flatMap((id, entry) =>
    samples.map((n) => ({
      algorithm: id,
      label: id,
      sweep: { [path]: n },
      curves: entry === 0 ? { bound: { iteration: [0, 10], value: [9, 40 / Math.sqrt(n)] } } : {},
    })),
  ),
} as unknown as PlanReport;

describe('the slopes of a sweep', () => {
  it('are measured beside what the plans promise', () => {
    const { along, rows } = slopesOf(ended(), plan, view)!;
    expect(along).toBe('samples');
    expect(rows.map(({ label }) => label)).toEqual(['steep', 'flat']);
    expect(rows[0].fit!.slope).toBeCloseTo(-1, 12);
    expect(rows[1].fit!.slope).toBeCloseTo(0, 12);
    expect(rows[0].promised).toBeCloseTo(-0.5, 12);
    expect(rows[1].promised).toBeNull();
    // The outer two of three means set the slope: by their relative errors e over their distance.
    const e = (0.1 * Math.sqrt(repeats / (repeats - 1))) / Math.sqrt(repeats);
    expect(rows[0].fit!.standardError).toBeCloseTo((e * Math.SQRT2) / Math.log(100), 12);
    expect(slopeTable({ along, rows }).rows[1][4]).toBeNull();
  });

  it('have no error from one run, and promises of the gap alone', () => {
    const single = slopesOf(ended(sweeping(samples, 1)), plan, view)!;
    expect(single.rows[0].fit).toEqual({ slope: expect.closeTo(-1, 12) as number, standardError: null, points: 3 }); // prettier-ignore
    expect(slopesOf(ended(), null, view)!.rows[0].promised).toBeNull();
  });

  it('are none of shares, of objectives, of words, and of two settings', () => {
    expect(slopesOf(ended(), plan, { measure: 'sparsity', sweep: {} })).toBeNull();
    expect(slopesOf(ended(), plan, { measure: 'objective', sweep: {} })).toBeNull();
    expect(slopesOf(ended(sweeping(['a', 'b', 'c'])), null, view)).toBeNull();
    expect(slopesOf(ended(sweeping([100, 1000])), null, view)).toBeNull();
    expect(slopesOf(ended(), plan, { ...view, sweep: { [path]: 1 } })).toBeNull();
  });
});

describe('a fitted slope', () => {
  it('leaves out what has no logarithm, and needs three different x', () => {
    const points = [[1, 1], [2, 0], [4, 16], [8, Number.NaN], [16, 256]].map(([x, y]) => ({ x, y })); // prettier-ignore
    expect(fitSlope(points)).toEqual({ slope: expect.closeTo(2, 12) as number, standardError: null, points: 3 }); // prettier-ignore
    expect(fitSlope(points.map(({ y }) => ({ x: 1, y })))).toBeNull();
  });
});
