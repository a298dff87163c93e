import { describe, expect, it } from 'vitest';

import { ranks, summarize } from '../../../web/src/statistics/bands.ts';
import { quantile } from '../../../web/src/statistics/quantile.ts';

describe('quantile', () => {
  it('interpolates between order statistics as type 7 does', () => {
    const values = [1, 2, 3, 4];
    expect(quantile(values, 0)).toBe(1);
    expect(quantile(values, 0.5)).toBe(2.5);
    expect(quantile(values, 0.1)).toBeCloseTo(1.3, 12);
    expect(quantile(values, 0.9)).toBeCloseTo(3.7, 12);
    expect(quantile(values, 1)).toBe(4);
  });

  it('is the value itself for one repeat, and not a number for none', () => {
    expect(quantile([7], 0.9)).toBe(7);
    expect(quantile([], 0.5)).toBeNaN();
  });

  it('does not make infinity minus infinity of diverged repeats', () => {
    expect(quantile([1, Infinity, Infinity], 0.75)).toBe(Infinity);
    expect(quantile([1, 2, Infinity], 0.25)).toBe(1.5);
  });
});

describe('summarize', () => {
  it('gives the mean and its standard error', () => {
    const summary = summarize([2, 4, 4, 4, 5, 5, 7, 9]);
    expect(summary.mean).toBe(5);
    expect(summary.standardError).toBeCloseTo(Math.sqrt(32 / 7 / 8), 12);
    expect(summary.median).toBe(4.5);
  });

  it('has no standard error for a single repeat', () => {
    expect(summarize([3]).standardError).toBeNaN();
  });

  it('counts a repeat that has no number as the worst', () => {
    const summary = summarize([1, Number.NaN, 2]);
    expect(summary.median).toBe(2);
    expect(summary.mean).toBe(Infinity);
  });

  it('leaves its input alone', () => {
    const values = [3, 1, 2];
    summarize(values);
    expect(values).toEqual([3, 1, 2]);
  });
});

describe('ranks', () => {
  it('gives equal values the same rank and leaves a gap after them', () => {
    expect(ranks([0.2, 0.1, 0.1, 0.5], 'lower')).toEqual([3, 1, 1, 4]);
  });

  it('turns round for measures where more is better', () => {
    expect(ranks([0.8, 0.9], 'higher')).toEqual([2, 1]);
  });

  it('ranks nothing that is not a number', () => {
    expect(ranks([Number.NaN, 1], 'lower')).toEqual([null, 1]);
  });
});
