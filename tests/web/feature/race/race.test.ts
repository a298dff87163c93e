// Solvers race to every decade of accuracy; where one needs help it is out, and drawn no further.
import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../../../web/src/engine/types.ts';
import { addedOf, isRaced } from '../../../../web/src/feature/race/entrants.ts';
import { askEntrants, usualEntrants } from '../../../../web/src/feature/race/line-up.ts';
import {
  racePicture,
  raceRows,
  raceTable,
  winnerText,
} from '../../../../web/src/feature/race/race-told.ts';
import { isOut, race, rungsTo, type Racer } from '../../../../web/src/feature/race/race.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { FakeError } from '../../support/fake-engine.ts';
import { plan, solvingEngine } from './solvers.ts';

const l2: Experiment = {
  ...defaultExperiment,
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.5 } },
};
const entrants = ['swift', 'slow', 'lame'].map((id) => ({ id, title: id, expected: null }));

async function raced(tolerance: number, { engine, asked } = solvingEngine()) {
  let racers: readonly Racer[] = [];
  const shares: number[] = [];
  const { signal } = new AbortController();
  const told = (now: readonly Racer[], share: number) => {
    racers = now;
    shares.push(share);
  };
  await race(engine, l2, { entrants, tolerance, added: null, signal, told });
  return { racers, shares, asked };
}

describe('a race', () => {
  it('is of problems that the engine can certify', () => {
    expect(isRaced(l2)).toBe(true);
    const of = (problem: Experiment['problem']) => isRaced({ ...l2, problem });
    expect(of({ loss: 'logistic' })).toBe(false);
    expect(of({ loss: 'logistic', regularizer: { kind: 'l1', strength: 1 } })).toBe(false);
    expect(of({ loss: 'logistic', regularizer: { kind: 'l2', strength: 0 } })).toBe(false);
    expect(of({ kind: 'saddle', name: 'auc' })).toBe(true);
    expect(of({ kind: 'gallery', name: 'hyperbola' })).toBe(false);
  });

  it('begins with the solvers that the experiment compares, else with those that come home soon', async () => {
    const offered = await askEntrants(solvingEngine().engine, l2, plan, 1e-6);
    expect(offered.map(({ title }) => title)).toEqual(['Swift', 'Slow', 'Lame', 'Mine']);
    expect(usualEntrants(offered, l2)).toEqual(['swift', 'slow']);
    const named = ['mine', 'lame'].map((solver) => ({ id: 'output-perturbation', parameters: { solver } })); // prettier-ignore
    expect(usualEntrants(offered, { algorithms: named })).toEqual(['lame', 'mine']);
  });

  it('goes decade by decade, the last as near as asked', () => {
    expect(rungsTo(1e-3)).toEqual([0.1, 0.01, 0.001]);
    expect(rungsTo(0.005)).toEqual([0.1, 0.01, 0.005]);
  });

  it('asks everybody for one decade before the next, and whoever needs help no more', async () => {
    const { racers, shares, asked } = await raced(1e-4);
    const names = asked.map(({ solver, tolerance }) => `${solver} ${tolerance}`);
    expect(names.slice(0, 4)).toEqual(['swift 0.1', 'slow 0.1', 'lame 0.1', 'swift 0.01']);
    expect(names).toContain('lame 0.001');
    expect(names).not.toContain('lame 0.0001');
    expect(racers.map(isOut)).toEqual([false, false, true]);
    expect(racers[0].rungs.map(({ demanded }) => demanded)).toEqual([0.8, 0.08, 0.008, 0.0008].map((d) => expect.closeTo(d, 12) as number)); // prettier-ignore
    expect(shares[0]).toBe(0);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(shares.at(-1)).toBeLessThanOrEqual(1);
  });

  it('goes on without a solver that rounding stops, and ends where the objective is no good', async () => {
    const failing = (code: string) =>
      solvingEngine(({ solver }) => {
        if (solver === 'slow') throw new FakeError(code, 'solve.tolerance', 'raise it');
      });
    const { racers } = await raced(1e-2, failing('certificate-precision'));
    expect(racers.map(({ problem }) => problem)).toEqual(['', 'raise it', '']);
    expect(racers.map(({ rungs }) => rungs.length)).toEqual([2, 0, 2]);
    await expect(raced(1e-2, failing('needs-convexity'))).rejects.toThrow('raise it');
  });

  it('adds the same to both parts of a saddle problem, and nothing to a minimization', async () => {
    const saddle: Experiment = { ...l2, problem: { kind: 'saddle', name: 'auc' } };
    const added = addedOf(saddle, plan)!;
    expect(added).toBeCloseTo(0.25e-3, 12);
    expect(addedOf(l2, plan)).toBeNull();
    const { engine, asked } = solvingEngine();
    const { signal } = new AbortController();
    await race(engine, saddle, { entrants, tolerance: 0.1, added, signal, told: () => undefined });
    expect(asked[0]).toMatchObject({ primalRegularization: added, dualRegularization: added });
    expect((await raced(0.1)).asked[0]).not.toHaveProperty('primalRegularization');
  });

  it('ends quietly when it is cancelled', async () => {
    const controller = new AbortController();
    const { engine, asked } = solvingEngine(() => {
      if (asked.length === 2) controller.abort();
    });
    const told = () => undefined;
    await race(engine, l2, {
      entrants,
      tolerance: 1e-3,
      added: null,
      signal: controller.signal,
      told,
    });
    expect(asked).toHaveLength(2);
  });
});

describe('its picture', () => {
  it('has a line for what each found by itself, the demanded level, and what theory expects', async () => {
    const { racers } = await raced(1e-4);
    const { series, levels, xRange, yRange } = racePicture(racers, 1e-4);
    expect(series.map(({ label, x }) => [label, x])).toEqual([
      ['swift', [1000, 2000, 3000, 4000]],
      ['slow', [5000, 10_000, 15_000, 20_000]],
      ['lame', [3000, 6000]],
    ]);
    expect(series[0].median[0]).toBeCloseTo(0.4, 12);
    expect(levels).toEqual([{ label: 'demanded', y: expect.closeTo(0.0008, 12) as number }]);
    expect(series[0].bound?.x).toEqual([500, 1000, 1500, 2000]);
    expect(series[0].bound?.y.at(-1)).toBeCloseTo(0.0008, 12);
    expect(series[1].bound).toBeNull();
    expect(xRange[0]).toBeLessThanOrEqual(500);
    expect(yRange![0]).toBeLessThanOrEqual(0.0008);
  });

  it('leaves predictions that are far away to the table', async () => {
    const { racers } = await raced(1e-2);
    const far = racers.map((racer) => ({
      ...racer,
      rungs: racer.rungs.map((rung) => ({ ...rung, expected: 1e9 })),
    }));
    const { series, xRange } = racePicture(far, 1e-2);
    expect(series.map(({ bound }) => bound)).toEqual([null, null, null]);
    expect(xRange[1]).toBeLessThan(1e6);
  });
});

describe('its table', () => {
  it('counts, predicts, and says who answered', async () => {
    const { racers } = await raced(1e-4);
    const rows = raceRows(racers, 1000, 1e-4);
    expect(rows[0].slice(0, 5)).toEqual(['swift', '4000', '2', '2000', '4']);
    expect(rows[0].at(-1)).toBe('itself');
    expect(rows[1].slice(2, 4)).toEqual(['–', '–']);
    expect(rows[2].at(-1)).toBe('the fallback, at 0.001 of the start’s distance: it used up its evaluations'); // prettier-ignore
    expect(winnerText(racers, 1e-4)).toBe('Fewest gradients: swift, 4000.');
    expect(winnerText([racers[2]], 1e-4)).toBe('No solver reached the target by itself.');
    const { columns, rows: all } = raceTable(racers, 1000);
    expect(all).toHaveLength(11);
    expect(all[10][columns.indexOf('fallback')]).toBe('yes');
  });
});
