import { describe, expect, it } from 'vitest';

import type { Catalogue, ExperimentResult } from '../../../web/src/engine/types.ts';
import { stepColumns } from '../../../web/src/results/step-columns.ts';
import { spentRange, stopsOf, toldRuns } from '../../../web/src/results/steps.ts';
import type { ExperimentPicture } from '../../../web/src/store/picture.ts';
import { experiment, floor, live, names } from '../support/told-steps.ts';

describe('what steps tell', () => {
  it('is what the catalogue lists of an algorithm', () => {
    const column = { name: 'noisyNorm', title: 'Noisy norm', description: 'N_t.' };
    const catalogue = { algorithms: [{ id: 'fixed' }, { id: 'adaptive', columns: [column] }] } as unknown as Catalogue; // prettier-ignore
    expect(stepColumns(catalogue, 'adaptive')).toEqual([column]);
    expect(stepColumns(catalogue, 'fixed')).toEqual([]);
    expect(stepColumns(null, 'adaptive')).toEqual([]);
  });

  it('grows while runs go on, with why those ended that have', () => {
    const [first, second] = toldRuns(live(), names);
    expect(first).toMatchObject({ group: 1, repeat: 0, iteration: [0, 1, 2], spent: [0, 0.1, 0.2] }); // prettier-ignore
    expect(first.columns['noisyNorm']).toEqual([Number.NaN, 4, -1]);
    expect(first.stop).toEqual(floor);
    expect(second).toMatchObject({ repeat: 1, iteration: [0, 1], stop: null });
  });

  it('is read from a result the same way, wherever it holds the outcome', () => {
    const trace = { iteration: [0, 1, 2], gradientEvaluations: [0, 1, 2], rhoSpent: [0, 0.1, 0.2], noisyNorm: [null, 4, -1], noiseScale: [null, 2, 0.5] }; // prettier-ignore
    const block = { status: 'completed', stop: floor, trace };
    const own = { algorithm: 'adaptive', label: 'Adaptive', sweep: {}, repeat: 0 };
    for (const run of [
      { ...own, ...block },
      { ...own, nonPrivate: block },
    ]) {
      const refused = [{ index: 0, sweep: {} }];
      const result = { experiment, runs: [run], refused } as unknown as ExperimentResult;
      const picture = { ...live(), result } as ExperimentPicture;
      expect(toldRuns(picture, names)).toEqual([toldRuns(live(), names)[0]]);
    }
  });
});

describe('the runs together', () => {
  it('say each reason once, with how many runs gave it', () => {
    const cap = { reason: 'norm-budget-exhausted', text: 'No norm can be asked for any more.' };
    const runs = [null, floor, cap, cap].map((stop) => ({ ...toldRuns(live(), names)[0], stop }));
    expect(stopsOf(runs)).toEqual([{ ...cap, count: 2 }, { ...floor, count: 1 }]); // prettier-ignore
    expect(stopsOf([])).toEqual([]);
  });

  it('have spent from the least to the most', () => {
    const spending = (...ends: number[]) => ends.map((end) => ({ ...toldRuns(live(), names)[0], spent: [0, end] })); // prettier-ignore
    expect(spentRange(spending(0.9, 0.2, 0.5))).toEqual([0.2, 0.5, 0.9]);
    expect(spentRange(spending(Number.NaN))).toBeNull();
    expect(spentRange([])).toBeNull();
  });
});
