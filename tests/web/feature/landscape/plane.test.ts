import { describe, expect, it } from 'vitest';

import { extentOf, padded } from '../../../../web/src/feature/landscape/frame.ts';
import { planeOf, projected } from '../../../../web/src/feature/landscape/plane.ts';
import { sequence, trajectory } from './mock.ts';

const dot = (one: readonly number[], other: readonly number[]) =>
  one.reduce((sum, value, index) => sum + value * other[index], 0);

describe('the plane of the runs', () => {
  it('is the space itself in one and two dimensions', () => {
    const line = planeOf([trajectory([[3], [5]])]);
    expect(line).toMatchObject({ dimension: 1, origin: [0], u: [1], v: null, share: 1 });
    expect(projected(line, [5])).toEqual([5, 0]);
    const plane = planeOf([trajectory([[3, 1], [5, -2]])]); // prettier-ignore
    expect(projected(plane, [5, -2])).toEqual([5, -2]);
  });

  it('finds two planted directions among six, and says what share of the variance they hold', () => {
    const random = sequence(7);
    const normal = () => random() + random() + random() - 1.5;
    const [first, second] = [[1, 1, 0, 0, 0, 0], [0, 0, 1, 0, -1, 0]].map((way) => way.map((value) => value / Math.SQRT2)); // prettier-ignore
    const points = Array.from({ length: 3000 }, () => {
      const [a, b] = [10 * normal(), 4 * normal()];
      return first.map((value, index) => 2 + a * value + b * second[index] + 0.5 * normal());
    });
    const plane = planeOf([trajectory(points)]);
    const { u, v, share, origin } = plane;
    expect(projected(plane, origin)).toEqual([0, 0]);
    expect(Math.abs(dot(u, first))).toBeGreaterThan(0.999);
    expect(Math.abs(dot(v!, second))).toBeGreaterThan(0.995);
    expect(dot(u, v!)).toBeCloseTo(0, 12);
    expect(dot(u, u)).toBeCloseTo(1, 12);
    // Variances 100, 16 and six times 1/4, of one unit.
    expect(share).toBeCloseTo((100 + 16 + 0.5) / (100 + 16 + 1.5), 2);
    for (const value of origin) expect(Math.abs(value - 2)).toBeLessThan(0.5);
  });

  it('keeps distances within the plane, and holds all of runs that lie in one', () => {
    const points = [[0, 0, 0, 1], [3, 4, 0, 1], [6, 8, 0, 1], [0, 0, 5, 1]]; // prettier-ignore
    const plane = planeOf([trajectory(points)]);
    expect(plane.share).toBeCloseTo(1, 12);
    const [one, other, , last] = points.map((point) => projected(plane, point));
    expect(Math.hypot(one[0] - other[0], one[1] - other[1])).toBeCloseTo(5, 9);
    expect(Math.hypot(one[0] - last[0], one[1] - last[1])).toBeCloseTo(5, 9);
  });

  it('has two directions at right angles even where the runs have one, or none', () => {
    for (const points of [
      [
        [1, 1, 1],
        [1, 1, 1],
      ],
      [
        [0, 0, 0],
        [2, 0, 0],
        [4, 0, 0],
      ],
    ]) {
      // prettier-ignore
      const { u, v, share } = planeOf([trajectory(points)]);
      expect([dot(u, u), dot(v!, v!)]).toEqual([1, 1]);
      expect(dot(u, v!)).toBeCloseTo(0, 12);
      expect(share).toBe(1);
    }
  });

  it('passes over points that are not finite', () => {
    const { u, share } = planeOf([trajectory([[0, 0, 0], [2, 0, 0], [Number.NaN, 1, 1]])]); // prettier-ignore
    expect(dot(u, [1, 0, 0])).toBe(1);
    expect(share).toBe(1);
  });
});

describe('what of the plane is seen', () => {
  it('holds all places with a margin, in the shape of the picture', () => {
    const { x, y, isEven } = extentOf([[-1, 0], [3, 2]], 2); // prettier-ignore
    expect(isEven).toBe(true);
    expect(x[0]).toBeLessThan(-1);
    expect(x[1]).toBeGreaterThan(3);
    expect(y[0]).toBeLessThan(0);
    expect(y[1]).toBeGreaterThan(2);
    expect((x[1] - x[0]) / (y[1] - y[0])).toBeCloseTo(2, 12);
  });

  it('gives a direction a scale of its own rather than hide it', () => {
    const { x, y, isEven } = extentOf([[0, 0], [1000, 1]], 1); // prettier-ignore
    expect(isEven).toBe(false);
    expect(x[1] - x[0]).toBeCloseTo(1240, 9);
    expect(y[1] - y[0]).toBeCloseTo(1.24, 9);
  });

  it('has no shape on a line', () => {
    expect(extentOf([[0, 0], [1, 0]], null)).toMatchObject({ x: [-0.12, 1.12], isEven: true }); // prettier-ignore
  });

  it('is never empty', () => {
    expect(padded([4, 4])).toEqual([0, 8]);
    expect(padded([0])).toEqual([-1, 1]);
    expect(padded([Number.NaN])).toEqual([-1, 1]);
  });
});
