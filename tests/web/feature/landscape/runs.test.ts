import { describe, expect, it } from 'vitest';

import type { AlgorithmPlan, Catalogue } from '../../../../web/src/engine/types.ts';
import { spreadAt } from '../../../../web/src/feature/landscape/ball.ts';
import {
  chosenOf,
  neighbour,
  onOneGround,
  changesOf,
  framesOf,
  hasIterates,
  standing,
  trajectoriesOf,
} from '../../../../web/src/feature/landscape/trajectories.ts';
import { stageOf } from '../../../../web/src/feature/landscape/scene.ts';
import {
  pointTable,
  standingTable,
  factsAt,
  standingText,
  stepTitles,
} from '../../../../web/src/feature/landscape/words.ts';
import { timeScaleOf } from '../../../../web/src/feature/landscape/sheet.ts';
import { curvesOf, mockResult, trajectory } from './mock.ts';

describe('the runs of a result', () => {
  const result = mockResult({ algorithms: 2, repeats: 3, points: 5 });
  const runs = trajectoriesOf(result, curvesOf(result));

  it('have the names, colours and dashes of their curves', () => {
    expect(runs.map(({ key }) => key)).toEqual(['0.0', '0.1', '0.2', '1.0', '1.1', '1.2']);
    const curves = curvesOf(result);
    for (const run of runs) {
      expect(curves.find(({ label }) => label === run.label)).toMatchObject({
        colorIndex: run.colorIndex,
        dashIndex: run.dashIndex,
      });
    }
  });

  it('of many repeats are the first, as many of each curve', () => {
    const few = trajectoriesOf(result, curvesOf(result), 4);
    expect(few.map(({ key }) => key)).toEqual(['0.0', '0.1', '1.0', '1.1']);
  });

  it('are missing where iterates were not kept', () => {
    const [run, ...others] = result.runs;
    const trace = { ...run.trace, iterates: undefined };
    const without = { ...result, runs: [{ ...run, trace }, ...others] } as typeof result;
    expect(trajectoriesOf(without, curvesOf(result))).toHaveLength(5);
    expect(hasIterates(without)).toBe(true);
    expect(hasIterates({ runs: without.runs.slice(0, 1) })).toBe(false);
  });

  it('end before a point that is not finite', () => {
    const [run] = result.runs;
    const trace = run.trace as unknown as { iterates: (number | null)[][] };
    const iterates = [...trace.iterates.slice(0, 3), [null, 1], ...trace.iterates.slice(4)];
    const torn = { ...result, runs: [{ ...run, trace: { ...trace, iterates } }] } as unknown as typeof result; // prettier-ignore
    const [torso] = trajectoriesOf(torn, curvesOf(result));
    expect(torso.iterates).toHaveLength(3);
    expect(torso.iteration).toEqual([0, 1, 2]);
  });

  it('are found where what is not private lies, too', () => {
    const [run] = result.runs;
    const { trace } = run;
    const hidden = { ...run, status: undefined, trace: undefined, nonPrivate: { status: 'completed', trace } }; // prettier-ignore
    const moved = { ...result, runs: [hidden] } as unknown as typeof result;
    expect(trajectoriesOf(moved, curvesOf(result))[0].iterates).toHaveLength(5);
  });
});

describe('time', () => {
  const run = { iteration: [0, 10, 20] };

  it('finds a run between two of its points', () => {
    expect(standing(run, 0)).toEqual({ index: 0, share: 0 });
    expect(standing(run, 14)).toEqual({ index: 1, share: 0.4 });
    expect(standing(run, 20)).toEqual({ index: 2, share: 0 });
    expect(standing(run, 99)).toEqual({ index: 2, share: 0 });
    expect(standing({ iteration: [5, 6] }, 0)).toEqual({ index: 0, share: 0 });
  });

  it('has a frame for every point of every run', () => {
    expect(framesOf([run, { iteration: [0, 3, 10] }])).toEqual([0, 3, 10, 20]);
  });

  it('runs down evenly, and by its logarithm where a run would be too short to be seen', () => {
    const even = timeScaleOf([{ iteration: [0, 100] }, { iteration: [0, 50] }]);
    expect([even.heightAt(0), even.heightAt(50), even.range]).toEqual([-0, -50, [-100, 0]]);
    expect(even.ticks(5).at(-1)).toEqual({ value: -100, label: '100' });
    const wide = timeScaleOf([{ iteration: [0, 999] }, { iteration: [0, 9] }]);
    expect(wide.title).toBe('iteration (log)');
    expect(wide.heightAt(9) / wide.range[0]).toBeCloseTo(1 / 3, 12);
    expect(wide.ticks(5).map(({ label }) => label)).toEqual(['0', '1', '10', '100']);
  });

  it('begins a round where its number changes', () => {
    expect(changesOf([1, 1, 2, 2, 3])).toEqual([2, 4]);
    expect(changesOf([null, 1, 1, 2])).toEqual([3]);
    expect(changesOf(undefined)).toEqual([]);
  });
});

describe('the noise of a step', () => {
  const plan = {
    segments: [
      { first: 1, count: 10, stepSize: 0.5, mechanism: 'laplace' },
      { first: 11, count: 10, stepSize: 0.25, mechanism: 'gaussian' },
      { first: 21, count: 1, stepSize: 0.25, mechanism: 'gumbel' },
    ],
    curves: { noiseScale: { iteration: [1, 20], value: [2, 21] } },
  } as unknown as AlgorithmPlan;
  const iterates = [[0, 0], [3, 4]]; // prettier-ignore
  const at = (step: number, numbers = {}) => spreadAt({ iteration: [0, step], iterates, numbers }, 1, plan); // prettier-ignore

  it('is the step size times the standard deviation that was planned there', () => {
    expect(at(1)).toBeCloseTo(0.5 * 2 * Math.SQRT2, 12);
    expect(at(4)).toBeCloseTo(0.5 * 5 * Math.SQRT2, 12);
    expect(at(12)).toBeCloseTo(0.25 * 13, 12);
  });

  it('is what the step itself tells, where it does', () => {
    expect(at(12, { noiseScale: [null, 3], stepSize: [null, 2] })).toBe(6);
    const told = {
      iteration: [0, 1],
      iterates,
      numbers: { noiseScale: [null, 3], stepSize: [null, 2] },
    };
    expect(spreadAt(told, 1, undefined)).toBe(6);
  });

  it('follows from the way and the length of the estimate, where steps have a length of their own', () => {
    const told = { noiseScale: [null, 3], estimateNorm: [null, 10], round: [null, 1] };
    expect(at(1, told)).toBeCloseTo((3 * 5 * Math.SQRT2) / 10, 12);
    // Of several steps at once the way is no step's.
    expect(at(12, told)).toBeNull();
    expect(at(12, { noiseScale: [null, 3], round: [null, 1] })).toBeNull();
  });

  it('is unknown at the start, of other mechanisms, and where nothing is told', () => {
    const told = { noiseScale: [3, 3], stepSize: [2, 2] };
    expect(spreadAt({ iteration: [0, 1], iterates, numbers: told }, 0, plan)).toBeNull();
    expect(at(21)).toBeNull();
    expect(spreadAt({ iteration: [0, 1], iterates, numbers: {} }, 1, undefined)).toBeNull();
    expect(at(12, { noiseScale: [null, 0] })).toBeNull();
  });
});

describe('the run that is looked at', () => {
  const runs = ['a', 'b', 'c'].map((label) => trajectory([[0]], { key: label, label }));

  it('stays while it is shown, else is the first that is', () => {
    expect(chosenOf(runs, 'b', [])?.key).toBe('b');
    expect(chosenOf(runs, 'b', ['b'])?.key).toBe('a');
    expect(chosenOf(runs, null, ['a', 'b', 'c'])).toBeNull();
  });

  it('is changed by one among those that are shown, and round the end', () => {
    expect(neighbour(runs, 'a', ['b'], 1)?.key).toBe('c');
    expect(neighbour(runs, 'c', [], 1)?.key).toBe('a');
    expect(neighbour(runs, 'a', [], -1)?.key).toBe('c');
    expect(neighbour(runs, 'a', ['a', 'b', 'c'], 1)).toBeNull();
  });

  it('shares its ground with runs of the same problem, whatever their budget', () => {
    const at = (sweep: Record<string, unknown>) => trajectory([[0]], { sweep });
    const [one, other, foreign] = [at({ 'data.samples': 1, 'privacy.rho': 1 }), at({ 'data.samples': 1, 'privacy.rho': 2 }), at({ 'data.samples': 2, 'privacy.rho': 1 })]; // prettier-ignore
    expect(onOneGround([one, other, foreign])).toEqual([one, other]);
  });
});

describe('what is told of a run', () => {
  const result = mockResult({ algorithms: 1, repeats: 2, points: 8 });
  const runs = trajectoriesOf(result, curvesOf(result));
  const titles = new Map([['round', 'Round'], ['targetGap', 'Target gap']]); // prettier-ignore

  it('are its numbers by their titles, those that read the data exactly marked', () => {
    const facts = factsAt(runs[0], 4, titles);
    expect(facts.find(({ name }) => name === 'round')).toEqual({ name: 'round', title: 'Round', value: 3, isExact: false }); // prettier-ignore
    expect(facts.find(({ name }) => name === 'objective')?.isExact).toBe(true);
    expect(facts.map(({ name }) => name)).not.toContain('gradientEvaluations');
    expect(standingText(runs[1], 4, titles)).toMatch(/^Method 1, repeat 2: iteration 4 of 7, .*Round 3, Target gap 0\.125/); // prettier-ignore
  });

  it('is called as the run’s own algorithm calls it, and by all names where several are meant', () => {
    const column = (title: string, unit = '') => ({ name: 'round', title, unit, description: '' });
    const algorithms = [
      { id: 'spider', columns: [column('Round')] },
      { id: 'point', columns: [column('Proximal step', 's')] },
    ];
    const catalogue = { algorithms } as unknown as Catalogue;
    expect(stepTitles(catalogue, ['spider']).get('round')).toBe('Round');
    expect(stepTitles(catalogue, ['point', 'point']).get('round')).toBe('Proximal step (s)');
    expect(stepTitles(catalogue, ['spider', 'point']).get('round')).toBe('Round / Proximal step (s)'); // prettier-ignore
  });

  it('is a table of all runs where they stand, and of all their points', () => {
    const stage = stageOf(runs, null, 2)!;
    const { columns, rows } = standingTable(stage, 4);
    expect(rows).toHaveLength(2);
    expect(columns.slice(0, 5)).toEqual(['label', 'repeat', 'iteration', 'along', 'across']);
    expect(columns).toContain('nonPrivate.objective');
    expect(rows[1].slice(0, 5)).toEqual(['Method 1', 2, 4, ...runs[1].iterates[4]]);
    expect(pointTable(stage).rows).toHaveLength(16);
  });
});
