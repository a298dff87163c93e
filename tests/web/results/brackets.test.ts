// A gap that is known from below, too: both ends are asked for at once, and the band shows the bracket.
import { expect, it } from 'vitest';

import { buildModel } from '../../../web/src/curves/layouts.ts';
import type { ChartOptions } from '../../../web/src/curves/model.ts';
import type { Catalogue, Experiment } from '../../../web/src/engine/types.ts';
import { RunCollection } from '../../../web/src/results/collection.ts';
import { firstMeasure, withDiagnostic } from '../../../web/src/results/asked-measures.ts';
import { bracketWords } from '../../../web/src/results/bound-words.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { initialView } from '../../../web/src/store/state.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

const path = 'privacy.epsilon';
const experiment: Experiment = {
  ...defaultExperiment,
  problem: { kind: 'saddle', name: 'auc' },
  algorithms: [{ id: 'phased' }],
  run: { repeats: 1, diagnostics: ['saddle-gap', 'saddle-gap-lower'] },
  sweep: [{ path, values: [1, 10] }],
};
const options: ChartOptions = { ...initialView, measure: 'saddleGap', layout: 'single' };

function collected(lower: (gap: number) => number[]): RunCollection {
  const collection = new RunCollection(experiment);
  [1, 10].forEach((epsilon, run) => {
    const gap = 4 / epsilon;
    const saddleGapLower = lower(gap);
    collection.append({
      run,
      algorithm: 'phased',
      label: 'phased',
      sweep: { [path]: epsilon },
      repeat: 0,
      iteration: [0],
      gradientEvaluations: [0],
      epsilonSpent: [0],
      seconds: [0],
      saddleGap: [gap],
      ...(saddleGapLower.length > 0 && { saddleGapLower }),
    });
  });
  return collection;
}

it('is drawn as a band down to its lower end', () => {
  const model = buildModel(collected((gap) => [gap / 2]), null, null, options); // prettier-ignore
  const [{ median, q10, q90 }] = model.series;
  expect([median, q10, q90]).toEqual([[4], [2], [4]]);
  expect(model.hasBrackets).toBe(true);
  const ends = buildModel(collected((gap) => [gap / 2]), null, null, { ...options, layout: 'ends' }); // prettier-ignore
  expect(ends.series[0].q10).toEqual([2, 0.2]);
  expect(ends.series[0].median).toEqual([4, 0.4]);
  expect(ends.hasBrackets).toBe(true);
});

it('is said to be what it is: certified, likely, or no gap at all', () => {
  expect(bracketWords('saddleGap')).toContain('certified');
  expect(bracketWords('holdOutGap')).toMatch(/each point separately, .* 95% confidence/);
  expect(bracketWords('holdOutGap')).not.toContain('certified');
  expect(bracketWords('worstGroupLoss')).toContain('fares best');
  expect(bracketWords('worstGroupLoss')).not.toMatch(/gap|certified/);
});

it('is a plain line where the lower end was not measured', () => {
  const model = buildModel(collected(() => []), null, null, options); // prettier-ignore
  expect(model.series[0].q10).toEqual([4]);
  expect(model.hasBrackets).toBe(false);
});

it('is asked for with its lower end, and counts as computed without', () => {
  const bare = { ...experiment, run: { diagnostics: ['objective'] } };
  expect(withDiagnostic(bare, 'saddleGap')).toEqual(['objective', 'saddle-gap', 'saddle-gap-lower']); // prettier-ignore
  const upper = { ...experiment, run: { diagnostics: ['saddle-gap'] } };
  expect(withDiagnostic(upper, 'saddleGap')).toBeNull();
  expect(firstMeasure(['saddleGap', 'objective'], upper)).toBe('saddleGap');
});

it('no gap of saddle problems is offered where there is no saddle', () => {
  const ids = ['objective', 'saddle-gap', 'saddle-gap-lower', 'primal-gap', 'population-gap'];
  const diagnostics = ids.map((id) => ({ id, title: id, description: '' }));
  const catalogue = { ...fakeCatalogue, diagnostics, saddles: [] } as unknown as Catalogue;
  expect(measuresOf(catalogue, defaultExperiment)).toEqual(['objective']);
  expect(measuresOf(catalogue, experiment)).toContain('primalGap');
});
