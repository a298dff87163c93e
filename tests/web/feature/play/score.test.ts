import { describe, expect, it } from 'vitest';

import type { ChartModel } from '../../../../web/src/curves/model.ts';
import type { Experiment } from '../../../../web/src/engine/types.ts';
import { scoreSentence } from '../../../../web/src/feature/play/play-view.ts';
import type { Measure } from '../../../../web/src/results/measures.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';

const experiment = (privacy: Experiment['privacy']): Experiment => ({
  ...defaultExperiment,
  privacy,
});
const atOne = experiment({ notion: 'approximate', epsilon: 1, delta: 1e-5 });

function model(measure: Measure, ends: readonly (number | null)[][], levels: ChartModel['levels']) {
  const series = ends.map((median, index) => ({ label: `Method ${index + 1}`, median }));
  return { measure, series, levels } as unknown as ChartModel;
}

const levels = [
  { label: 'no privacy', y: 0.951 },
  { label: 'always the majority', y: 0.627 },
];

describe('the sentence of the first screen', () => {
  it('is of the best curve, where it ends', () => {
    const drawn = model('heldOutAccuracy', [[0.5, 0.9], [0.6, 0.918, null]], levels); // prettier-ignore
    expect(scoreSentence(drawn, atOne)).toBe(
      'At epsilon 1 the best method is right for 92 of 100 records that it has not seen; without privacy 95, always the majority 63.',
    );
  });

  it('says of records that were learned from no more than that', () => {
    const drawn = model('accuracy', [[0.7, 0.9]], levels);
    expect(scoreSentence(drawn, atOne)).toBe(
      'At epsilon 1 Method 1 is right for 90 of 100 records; without privacy 95, always the majority 63.',
    );
  });

  it('says where nothing is better than the majority', () => {
    const drawn = model('heldOutAccuracy', [[0.58]], levels);
    expect(scoreSentence(drawn, experiment({ notion: 'zcdp', rho: 0.001 }))).toBe(
      'At rho 0.001 Method 1 is no better than always the majority: it is right for 58 of 100 records that it has not seen, not 63; without privacy 95.',
    );
  });

  it('tells R2 as a share of what differs', () => {
    const drawn = model('r2', [[0.1, 0.41]], [{ label: 'no privacy', y: 0.5 }, { label: 'always the mean', y: 0 }]); // prettier-ignore
    expect(scoreSentence(drawn, atOne)).toBe(
      'At epsilon 1 Method 1 explains 41% of the variation of the targets; without privacy 50, always the mean 0.',
    );
  });

  it('takes the least of what is better lower, and is silent where nothing is', () => {
    expect(scoreSentence(model('suboptimality', [[0.4, 0.2], [0.05]], []), atOne)).toMatch(/^At epsilon 1 the best method ends at \S.* 0\.0500\.$/); // prettier-ignore
    expect(scoreSentence(model('clippedFraction', [[0.4]], []), atOne)).toBe('');
    expect(scoreSentence(model('accuracy', [[null]], levels), atOne)).toBe('');
  });
});
