import { describe, expect, it } from 'vitest';

import { variationOf } from '../../../web/src/experiment/vary.ts';

const path = 'algorithms.0.parameters.stepSize';

describe('what varying a field sweeps', () => {
  it('doubles from a sixteenth of its value to eight times', () => {
    expect(variationOf(path, 0.457)).toEqual({
      path,
      values: [0.0286, 0.0571, 0.114, 0.229, 0.457, 0.914, 1.83, 3.66],
    });
  });

  it('keeps to whole numbers and to what the field may hold', () => {
    expect(variationOf(path, 10, { type: 'integer', minimum: 1 })?.values).toEqual([1, 3, 5, 10, 20, 40, 80]); // prettier-ignore
    expect(variationOf(path, 0.5, { maximum: 1 })?.values).toEqual([0.0313, 0.0625, 0.125, 0.25, 0.5]); // prettier-ignore
    expect(variationOf(path, 8, { exclusiveMinimum: 1 })?.values).toEqual([2, 4, 8, 16, 32, 64]);
  });

  it('is nothing where no sweep may go, or nothing is left', () => {
    expect(variationOf('run.repeats', 20)).toBeUndefined();
    expect(variationOf('data.features', 20)).toBeUndefined();
    expect(variationOf(path, null)).toBeUndefined();
    expect(variationOf(path, 0)).toBeUndefined();
    expect(variationOf(path, 1, { type: 'integer', maximum: 3 })).toBeUndefined();
  });
});
