import { describe, expect, it } from 'vitest';

import figures from '../../../examples/figures-fast.json' with { type: 'json' };
import { buildModel, buildPanels } from '../../../web/src/curves/layouts.ts';
import type { ChartOptions } from '../../../web/src/curves/model.ts';
import type { Experiment } from '../../../web/src/engine/types.ts';
import { RunCollection } from '../../../web/src/results/collection.ts';
import { layoutOf, panelsOf, shownCurves } from '../../../web/src/results/panels.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { sweepChoices } from '../../../web/src/results/visible.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';

const experiment = { ...(figures as Experiment), run: { repeats: 1 } };
const [steps, scales] = experiment.sweep!;
const options: ChartOptions = {
  sweep: {},
  axis: 'iteration',
  measure: 'suboptimality',
  scale: 'log',
  showBounds: false,
  showFloors: false,
};

/** One run of every algorithm at every sweep point; each ends at its position plus one. */
function everything(): RunCollection {
  const collection = new RunCollection(experiment);
  let run = 0;
  for (const { id } of experiment.algorithms) {
    for (const iterations of steps.values as number[]) {
      for (const scale of scales.values) {
        const t = [0, iterations / 2, iterations];
        collection.append({
          run,
          algorithm: id,
          label: id.toUpperCase(),
          sweep: { [steps.path]: iterations, [scales.path]: scale },
          repeat: 0,
          iteration: t,
          gradientEvaluations: t,
          epsilonSpent: t.map((one) => one / iterations),
          seconds: t,
          suboptimality: [30, 5, run + 1],
        });
        run += 1;
      }
    }
  }
  return collection;
}

describe('the layout', () => {
  it('is one chart without a sweep, whatever was wanted', () => {
    expect(layoutOf(defaultExperiment, 'points')).toBe('single');
  });

  it('is the paper’s grid where one chart cannot hold the curves, unless the reader wants one', () => {
    expect(layoutOf(experiment, null)).toBe('algorithms');
    expect(layoutOf(experiment, 'single')).toBe('single');
    const small = { ...experiment, algorithms: experiment.algorithms.slice(0, 1) };
    expect(layoutOf(small, null)).toBe('single');
  });
});

describe('panels by algorithm', () => {
  const panels = panelsOf(everything(), {}, 'algorithms');

  it('are one for each algorithm and step scale, with a curve for each T', () => {
    expect(panels).toHaveLength(12);
    expect(panels[0].title).toBe('DP-GD, step scale 0.1');
    expect(panels[0].curves.map(({ label, colorIndex }) => [label, colorIndex])).toEqual([
      ['iterations 100', 0],
      ['iterations 200', 1],
      ['iterations 500', 2],
      ['iterations 1000', 3],
    ]);
  });

  it('keep to the values that the reader chose', () => {
    const some = panelsOf(everything(), { [scales.path]: 1 }, 'algorithms');
    expect(some.map(({ title }) => title)).toEqual(
      experiment.algorithms.map(({ id }) => id.toUpperCase()),
    );
  });
});

describe('panels by setting', () => {
  const collection = everything();
  const panels = panelsOf(collection, {}, 'points');

  it('are one for each point of the sweep, with a curve for each algorithm', () => {
    expect(panels).toHaveLength(8);
    expect(panels[1].title).toBe('iterations 100, step scale 1');
    expect(panels[1].curves.map(({ label }) => label)).toEqual(
      experiment.algorithms.map(({ id }) => id.toUpperCase()),
    );
  });

  it('open to the same curves in one chart', () => {
    const { filter, curves } = panels[5];
    const alone = shownCurves(collection, filter!, 'single');
    expect(alone.map(({ curve }) => curve)).toEqual(curves.map(({ curve }) => curve));
    expect(sweepChoices(experiment, filter!).map(({ chosen }) => chosen)).toEqual([2, 1]);
  });
});

describe('the small pictures', () => {
  const collection = everything();

  it('share the vertical range of all curves', () => {
    const model = buildModel(collection, null, null, options);
    expect(model.series).toHaveLength(48);
    expect(model.yRange![0]).toBeLessThanOrEqual(1);
    expect(model.yRange![1]).toBeGreaterThanOrEqual(48);
    expect(new Set(model.series.map(({ label }) => label)).size).toBe(48);
  });

  it('reach as far as their own runs, by setting', () => {
    const panels = buildPanels(collection, null, { ...options, layout: 'points' });
    expect(panels.map(({ model }) => model.xRange[1])).toEqual([
      100, 100, 200, 200, 500, 500, 1000, 1000,
    ]);
  });

  it('are none where one chart holds all', () => {
    expect(buildPanels(collection, null, { ...options, layout: 'single' })).toEqual([]);
  });

  it('stand in the summary in the colours that they have', () => {
    const shown = shownCurves(collection, {}, 'algorithms');
    const rows = summaryRows(shown, null, { measure: 'suboptimality' });
    expect(rows).toHaveLength(48);
    expect(rows[0]).toMatchObject({
      label: 'DP-GD, iterations 100, step scale 0.1',
      rank: 1,
      colorIndex: 0,
    });
  });
});
