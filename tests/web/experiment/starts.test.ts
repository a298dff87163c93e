import { describe, expect, it } from 'vitest';

import type { Parameter } from '../../../web/src/engine/types.ts';
import { startNumber, startOf, type PublicData } from '../../../web/src/experiment/starts.ts';

const parameter = (more: Partial<Parameter>): Parameter => ({
  name: 'one',
  title: 'One',
  type: 'number',
  unit: '',
  description: '',
  source: '',
  minimum: 1e-100,
  ...more,
});
const data: PublicData = { samples: 569, features: 31, bounds: { linf: 2.345, target: 346 } };

describe('what a form begins with', () => {
  it('is the default, or the start of the catalogue, and never the least', () => {
    expect(startOf(parameter({ default: 3, start: { value: 7 } }), data)).toBe(3);
    expect(startOf(parameter({ start: { value: 7 } }), data)).toBe(7);
    expect(startOf(parameter({}), data)).toBeUndefined();
  });

  it('is left to the rule of the engine where there is one', () => {
    expect(startOf(parameter({ defaultRule: 'n' }), data)).toBeUndefined();
    const either = parameter({ defaultRule: 'n', start: { value: 7 } });
    expect(startOf(either, data)).toBeUndefined();
    expect(startNumber(either)).toBe(7);
    expect(startNumber(parameter({ default: 'nesterov', start: { value: 0.9 } }))).toBe(0.9);
    expect(startNumber(parameter({ default: 4 }))).toBe(4);
  });

  it('is a share of the records, and before they are counted one of 500', () => {
    const share = parameter({ type: 'integer', start: { value: 0.2, of: 'records' } });
    expect(startOf(share, data)).toBe(114);
    expect(startOf(share, null)).toBe(100);
    expect(startOf(share, { ...data, samples: 2 })).toBe(1);
  });

  it('is all columns that there are, counted from 0', () => {
    const all = parameter({ type: 'number-or-vector', start: { value: 1, of: 'columns' } });
    expect(startOf(all, { ...data, features: 3 })).toEqual([0, 1, 2]);
    expect(startOf(all, null)).toEqual([0]);
    expect(startOf(all, { ...data, features: 50_000 })).toHaveLength(1000);
  });

  it('covers what the steps before let through, in two digits', () => {
    const lower = parameter({ start: { value: -1, of: 'entries' } });
    const upper = parameter({ start: { value: 1, of: 'targets' } });
    expect(startOf(lower, data)).toBe(-2.4);
    expect(startOf(upper, data)).toBe(350);
    expect(startOf(lower, { ...data, bounds: { linf: Math.SQRT1_2 } })).toBe(-0.71);
    for (const linf of [1, 3, 0.5, 1e-7, 1200, 1e6]) {
      expect(startOf(lower, { ...data, bounds: { linf } })).toBe(-linf);
    }
    for (const linf of [null, undefined, Infinity, 0, -1, NaN]) {
      expect(startOf(lower, { ...data, bounds: { linf } })).toBe(-1);
    }
    expect(startOf(upper, null)).toBe(1);
  });
});
