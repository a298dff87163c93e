import { describe, expect, it } from 'vitest';

import { readout } from '../../../../web/src/chart/readout.ts';
import {
  figure1Picture,
  figure2Picture,
  ratePicture,
} from '../../../../web/src/feature/lab/figures/question.ts';

describe('the pictures of the figures', () => {
  const logarithms = (logBound: number[]) => ({ bound: [], exact: null, logBound, logExact: null });
  const answer = {
    query: 'figure-1' as const,
    momenta: [0, 0.5, 0.9],
    rates: [0.9, 0.8, 0.95],
    curves: [
      { momentum: 0, rate: 0.9, heavyBallRate: 0.9, ...logarithms([4, 3]) },
      { momentum: 0.5, rate: 0.8, heavyBallRate: 0.8, ...logarithms([4, 1]) },
    ],
  };

  it('of Figure 1 begin at one iteration', () => {
    const picture = figure1Picture(answer);
    expect(picture.series[1]).toMatchObject({ label: 'β = 0.5', x: [1, 2], median: [4, 1] });
  });

  it('of Figure 1 draw the exact error with the bound dashed, where it is known', () => {
    const exact = answer.curves.map((curve) => ({ ...curve, logExact: [2, null] }));
    const [series] = figure1Picture({ ...answer, curves: exact }).series;
    expect(series.median).toEqual([2, null]);
    expect(series.bound!.y).toEqual([4, 3]);
  });

  it('mark the best momentum on the rate', () => {
    const picture = ratePicture(answer);
    expect(picture.mark).toBe(0.5);
    expect(readout(picture, 0.5)).toBe('At momentum 0.5. Rate ρ: 0.800.');
  });

  it('of Figure 2 begin at zero noise', () => {
    expect(figure2Picture([10, 20], [11, 19]).yRange).toEqual([0, 20]);
  });
});
