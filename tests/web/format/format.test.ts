import { describe, expect, it } from 'vitest';

import {
  formatCounted,
  formatBytes,
  formatChosen,
  formatCount,
  formatInput,
  formatMeasured,
  formatNumber,
  formatSlope,
  formatSeconds,
  parseNumber,
  parseNumbers,
} from '../../../web/src/format/number.ts';

describe('formatNumber', () => {
  it.each([
    [0.1 + 0.2, '0.3'],
    [0, '0'],
    [1, '1'],
    [1.2345, '1.23'],
    [-0.5, '\u22120.5'],
    [0.00123456, '0.00123'],
    [0.000123456, '1.23 × 10⁻⁴'],
    [12345.678, '12\u2009300'],
    [999.9, '1000'],
    [1234567, '1.23 × 10⁶'],
    [9.999e-5, '1 × 10⁻⁴'],
    [0.0009999, '0.001'],
    [Infinity, '∞'],
    [-Infinity, '\u2212∞'],
    [Number.NaN, '–'],
    [null, '–'],
    [undefined, '–'],
  ])('writes %s as %s', (value, text) => {
    expect(formatNumber(value)).toBe(text);
  });

  it('keeps all three digits of a measured value', () => {
    expect(formatMeasured(0.4)).toBe('0.400');
    expect(formatMeasured(1e-7)).toBe('1.00 × 10⁻⁷');
  });
});

describe('other quantities', () => {
  it('are counted in the singular and the plural', () => {
    expect([0, 1, 20].map((count) => formatCounted(count, 'run'))).toEqual([
      '0 runs',
      '1 run',
      '20 runs',
    ]);
  });

  it('gives durations their natural unit', () => {
    expect(formatSeconds(0.0123)).toBe('12.3 ms');
    expect(formatSeconds(0.9999)).toBe('1 s');
    expect(formatSeconds(75.2)).toBe('1 min 15 s');
    expect(formatSeconds(7384)).toBe('2 h 3 min');
    expect(formatSeconds(Number.NaN)).toBe('–');
  });

  it('writes what somebody chose as it is', () => {
    expect([1024, 4096, -3].map(formatChosen)).toEqual(['1024', '4096', '−3']);
    expect([0.5, 0.1234, -0.1234, 1e-5].map(formatChosen)).toEqual([
      '0.5',
      '0.1234',
      '−0.1234',
      '1 × 10⁻⁵',
    ]);
  });

  it('groups the thousands of counts', () => {
    expect(formatCount(100000)).toBe('100\u2009000');
    expect(formatCount(569)).toBe('569');
    expect(formatCount(5e12)).toBe('5 × 10¹²');
  });

  it('gives sizes a decimal unit', () => {
    expect(formatBytes(1234567)).toBe('1.23 MB');
    expect(formatBytes(0)).toBe('0 B');
  });
});

describe('what a reader types', () => {
  it.each([
    ['1e-5', 1e-5],
    [' 0.02 ', 0.02],
    ['\u22123', -3],
    ['12\u2009300', 12300],
    ['.5', 0.5],
    ['', null],
    ['1,5', null],
    ['0x10', null],
    ['Infinity', null],
    ['1e999', null],
    ['one', null],
  ])('reads %j as %s', (text, value) => {
    expect(parseNumber(text)).toBe(value);
  });

  it('reads one number or a list', () => {
    expect(parseNumbers('5')).toBe(5);
    expect(parseNumbers('5, 10 0.3')).toEqual([5, 10, 0.3]);
    expect(parseNumbers('5, x')).toBeNull();
    expect(parseNumbers('')).toBeNull();
  });

  it.each([0.1, 0.3, 1e-300, 123456789.25, 5e-324, 0.1 + 0.2])(
    'shows %s so that it reads back as the same number',
    (value) => {
      expect(parseNumber(formatInput(value))).toBeCloseTo(value, 15);
    },
  );
});

it('writes slopes with two decimals', () => {
  expect([-0.966, 2, -0.001, null].map(formatSlope)).toEqual(['−0.97', '2.00', '0.00', '–']);
});
