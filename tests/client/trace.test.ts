import { describe, expect, it } from 'vitest';

import { ProgressMeter } from '../../wasm/client/progress.ts';
import { shareOf } from '../../wasm/client/protocol.ts';
import { listRuns, runNumbers, unpackTrace } from '../../wasm/client/trace.ts';
import { changed, small } from './experiments.ts';

const titles = new Map([['dp-gd', 'DP-GD']]);

describe('the list of runs', () => {
  it('goes by algorithm, sweep point (first axis outermost) and repeat', () => {
    const experiment = changed('sweep', [
      { path: 'a', values: [1, 2] },
      { path: 'b', values: ['x', 'y'] },
    ]);
    const runs = listRuns(experiment, titles);
    expect(runs).toHaveLength(2 * 4 * 3);
    expect(runs[0]).toEqual({
      run: 0,
      algorithm: 'dp-gd',
      label: 'DP-GD',
      sweep: { a: 1, b: 'x' },
      repeat: 0,
    });
    expect(runs[4]).toMatchObject({ run: 4, sweep: { a: 1, b: 'y' }, repeat: 1 });
    expect(runs[12]).toMatchObject({ run: 12, label: 'Nesterov', sweep: { a: 1, b: 'x' } });
  });
});

describe('a packed slice', () => {
  it('becomes events whose columns are its parts', () => {
    const heads = Float64Array.of(4, 2, 0, 1, 1, 3, 0, 1, 2);
    const names = ['objective', 'suboptimality', 'accuracy'];
    const values = Float64Array.from({ length: 8 + 7 }, (_, i) => i);
    const [first, second] = unpackTrace({ heads, values, names }, listRuns(small, titles));
    expect(first).toMatchObject({ run: 4, label: 'Nesterov', repeat: 1 });
    expect([...first.iteration]).toEqual([0, 1]);
    expect([...first.seconds]).toEqual([6, 7]);
    expect(first.objective).toBeUndefined();
    expect([...second.epsilonSpent]).toEqual([10]);
    expect([second.objective?.[0], second.suboptimality?.[0], second.accuracy?.[0]]).toEqual([
      12, 13, 14,
    ]);
  });

  it('names the diagnostics of each chunk, whatever they are called', () => {
    const names = ['noiseRatio', 'ofTomorrow'];
    const heads = Float64Array.of(0, 1, 1, 1, 1, 1, 2, 1, 0);
    const values = Float64Array.from({ length: 5 + 6 }, (_, i) => i);
    const [first, second] = unpackTrace({ heads, values, names }, listRuns(small, titles));
    expect(first).toMatchObject({ ofTomorrow: Float64Array.of(4) });
    expect(first.noiseRatio).toBeUndefined();
    expect(second).toMatchObject({
      iteration: Float64Array.of(5),
      ofTomorrow: Float64Array.of(9),
      noiseRatio: Float64Array.of(10),
    });
  });
});

describe('a packed slice with iterates and ends', () => {
  const heads = Float64Array.of(0, 2, 0, 1, 0, 0);
  const values = Float64Array.from({ length: 8 }, (_, i) => i);
  const paths = [{ chunk: 0, coordinates: 3, values: Float64Array.of(1, 2, 3, 4, 5, 6) }];
  const stop = { reason: 'budget-spent', text: 'Nothing is left.' };
  const packed = { heads, values, names: [], paths, stops: [{ chunk: 1, stop }] };

  it('gives each point its iterate', () => {
    const [first, second] = unpackTrace(packed, listRuns(small, titles));
    expect(first.iterates).toEqual([Float64Array.of(1, 2, 3), Float64Array.of(4, 5, 6)]);
    expect(second.iterates).toBeUndefined();
  });

  it('says why a run ended, even without a point', () => {
    const [first, second] = unpackTrace(packed, listRuns(small, titles));
    expect(first.stop).toBeUndefined();
    expect(second).toMatchObject({ run: 1, stop });
    expect(second.iteration).toHaveLength(0);
  });
});

describe('the runs of a result', () => {
  it('are counted with what is refused', () => {
    const sweep = [{ path: 'privacy.epsilon', values: [1, 2] }];
    const experiment = { ...changed('sweep', sweep), run: { repeats: 2 } };
    const error = { code: 'unsupported-option', field: '', message: '' };
    const refusal = { algorithm: 'dp-gd', label: '', index: 0, error };
    const refused = [{ ...refusal, sweep: { 'privacy.epsilon': 1 } }];
    expect(runNumbers({ experiment })).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(runNumbers({ experiment, refused })).toEqual([2, 3, 4, 5, 6, 7]);
  });
});

describe('shares', () => {
  it.each([
    [60, 2],
    [7, 3],
    [2, 5],
  ])('%i runs in %i parts: contiguous, complete, even', (runs, of) => {
    const shares = Array.from({ length: of }, (_, index) => shareOf({ index, of }, runs));
    expect(shares[0].first).toBe(0);
    expect(shares[of - 1].last).toBe(runs);
    for (let i = 1; i < of; ++i) expect(shares[i].first).toBe(shares[i - 1].last);
    const sizes = shares.map(({ first, last }) => last - first);
    expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
  });
});

describe('progress', () => {
  const part = (done: number, total: number) => ({
    done: false,
    gradientEvaluations: done,
    totalEvaluations: total,
  });

  it('sums the groups and extrapolates once all have reported', () => {
    const meter = new ProgressMeter(2, 1000);
    expect(meter.update(0, part(10, 100), 2000)).toEqual({
      phase: 'running',
      done: 10,
      total: 100,
      secondsLeft: null,
    });
    expect(meter.update(1, part(40, 100), 3000)).toEqual({
      phase: 'running',
      done: 50,
      total: 200,
      secondsLeft: 6,
    });
  });

  it('leaves out the time that passed while paused', () => {
    const meter = new ProgressMeter(1, 0);
    meter.setPaused(true, 1000);
    meter.setPaused(false, 9000);
    expect(meter.update(0, part(50, 100), 10_000).secondsLeft).toBe(2);
  });
});
