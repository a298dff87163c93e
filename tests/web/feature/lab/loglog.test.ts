import { describe, expect, it } from 'vitest';

import {
  endSlopes,
  slopeOf,
  stretchesBelow,
} from '../../../../web/src/feature/lab/shared/lines.ts';

const x = [1, 10, 100, 1000, 10_000];
const power = (exponent: number, factor = 1) => x.map((one) => factor * one ** exponent);

describe('the slope of a curve', () => {
  it('is the exponent of a power, at any height', () => {
    expect(slopeOf(x, power(-0.97, 1e-6), [1, 10_000])).toBeCloseTo(-0.97, 12);
    expect(slopeOf(x, power(2, 30), [10, 1000])).toBeCloseTo(2, 12);
  });

  it('is that of least squares, of positive points inside the window', () => {
    // Of log10 y = 0, 0, 1 over log10 x = 0, 1, 2: 1/2.
    expect(slopeOf([1, 10, 100, 1000], [1, 1, 10, 1e9], [1, 100])).toBeCloseTo(0.5, 12);
    expect(slopeOf(x, [1, null, 0.01, Infinity, 1e-4], [1, 10_000])).toBeCloseTo(-1, 12);
    expect(slopeOf(x, [1, null, 0.01, -1, null], [1, 10_000])).toBeNull();
  });

  it('is fitted at both ends of where the curve is drawn', () => {
    const bent = [1, 0.1, 0.01, 0.01, 0.01];
    expect(endSlopes(x, bent, 2).first).toBeCloseTo(-1, 12);
    expect(endSlopes(x, bent, 2).last).toBeCloseTo(0, 12);
    const short = [null, ...power(-0.5).slice(1, 4), null];
    expect(endSlopes(x, short, 2).last).toBeCloseTo(-0.5, 12);
    expect(endSlopes(x, [null, 1, 1, null, null], 2)).toEqual({ first: null, last: null });
  });
});

describe('where one curve lies below another', () => {
  it('ends where powers cross', () => {
    // 50 / x is below x^(-1/2) from 2500 on, and x^(-1/2) below it before.
    const [steep, flat] = [power(-1, 50), power(-0.5)];
    const [after] = stretchesBelow(x, steep, flat);
    expect(after.from).toBeCloseTo(2500, 8);
    expect(after.to).toBeNull();
    const [before] = stretchesBelow(x, flat, steep);
    expect(before.from).toBeNull();
    expect(before.to).toBeCloseTo(2500, 8);
  });

  it('may be everywhere, nowhere, or in several places', () => {
    const one = x.map(() => 1);
    expect(stretchesBelow(x, power(0, 0.5), one)).toEqual([{ from: null, to: null }]);
    expect(stretchesBelow(x, one, one)).toEqual([]);
    const waves = stretchesBelow(x, [2, 0.5, 2, 0.5, 2], one);
    expect(waves).toHaveLength(2);
    expect(waves[0].from).toBeCloseTo(Math.sqrt(10), 12);
    expect(waves[1].to).toBeCloseTo(Math.sqrt(10) * 1000, 8);
  });

  it('is open where one of them is not drawn', () => {
    const one = x.map(() => 1);
    expect(stretchesBelow(x, [null, 0.5, 0.5, null, 2], one)).toEqual([{ from: null, to: null }]);
    const [late] = stretchesBelow(x, [null, 2, 0.5, 0.5, null], one);
    expect(late.from).toBeCloseTo(10 * Math.sqrt(10), 10);
    expect(late.to).toBeNull();
  });
});
