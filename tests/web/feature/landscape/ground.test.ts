import { describe, expect, it } from 'vitest';

import {
  terrainOf,
  windowOf,
  floorOf,
  levelsOf,
  lowestPlace,
  valueAtPlace,
  type Terrain,
} from '../../../../web/src/feature/landscape/terrain.ts';
import { experimentAt } from '../../../../web/src/experiment/sweep.ts';
import { contoursOf } from '../../../../web/src/feature/landscape/draw-ground.ts';
import { groundOf, stageOf } from '../../../../web/src/feature/landscape/scene.ts';
import { joined } from '../../../../web/src/feature/landscape/frame.ts';
import { trajectoriesOf } from '../../../../web/src/feature/landscape/trajectories.ts';
import { curvesOf, mockLandscape, mockResult, valley } from './mock.ts';

/** A function on a square around 0. */
function square(f: (x: number, y: number) => number, more: Partial<Terrain> = {}): Terrain {
  const size = 81;
  const at = (index: number) => -2 + (4 * index) / (size - 1);
  const values = Array.from({ length: size * size }, (_, index) => f(at(index % size), at(Math.floor(index / size)))); // prettier-ignore
  return { x: [-2, 2], y: [-2, 2], columns: size, rows: size, values, optimum: null, ...more };
}

const bowl = square((x, y) => 3 + x * x + y * y, { optimum: 3 });

describe('levels', () => {
  it('are gaps in geometric steps from the valley to the hills, few enough to be told apart', () => {
    const { floor, gaps } = levelsOf(bowl);
    expect(floor).toBe(3);
    expect(gaps.length).toBeGreaterThan(5);
    expect(gaps.length).toBeLessThanOrEqual(14);
    const ratio = gaps[1] / gaps[0];
    gaps.slice(1).forEach((gap, index) => expect(gap / gaps[index]).toBeCloseTo(ratio, 9));
    expect(gaps.at(-1)!).toBeLessThanOrEqual(8);
    expect(gaps.at(-1)! * ratio).toBeGreaterThan(8);
  });

  it('stand on the lowest ground where the optimum is not known, or lies above it', () => {
    expect(floorOf({ ...bowl, optimum: null })).toBe(3);
    expect(floorOf({ ...bowl, optimum: 3.5 })).toBe(3);
    expect(floorOf({ ...bowl, optimum: 1 })).toBe(1);
  });

  it('are none of a flat map, and pass over values that are not finite', () => {
    expect(levelsOf(square(() => 5)).gaps).toEqual([]);
    const torn = square((x, y) => (x > 1 ? [Number.NaN, Infinity][Number(y > 0)] : x * x + y * y));
    expect(levelsOf(torn).gaps.every((gap) => gap > 0 && Number.isFinite(gap))).toBe(true);
    expect(levelsOf(torn).gaps.length).toBeGreaterThan(5);
    expect(levelsOf(torn).floor).toBe(0);
  });

  it('reach as deep into a steep valley as eight decades', () => {
    const { gaps } = levelsOf(square((x) => 10 ** (-10 * (2 - Math.abs(x)))));
    expect(gaps.at(-1)! / gaps[0]).toBeGreaterThan(1e6);
    expect(gaps.at(-1)! / gaps[0]).toBeLessThanOrEqual(1e8);
  });
});

describe('the lowest place', () => {
  it('lies between the points of the grid, where the ground is a parabola exactly', () => {
    const [x, y] = lowestPlace(square((a, b) => 3 * (a - 0.123) ** 2 + (b + 0.777) ** 2))!;
    expect(x).toBeCloseTo(0.123, 9);
    expect(y).toBeCloseTo(-0.777, 9);
    const torn = square((a, b) => (a < -1 ? Number.NaN : a * a + b * b));
    expect(lowestPlace(torn)!.map((value) => Math.round(1e9 * value) + 0)).toEqual([0, 0]);
  });

  it('is none on a border, beyond which it goes on, and none of a flat map', () => {
    expect(lowestPlace(square((a, b) => a + b * b))).toBeNull();
    expect(lowestPlace(square((a, b) => b * b - a))).toBeNull();
    expect(lowestPlace(square((a, b) => a * a + b))).toBeNull();
    expect(lowestPlace(square((a, b) => a * a - b))).toBeNull();
    expect(lowestPlace(square(() => 1))).toBeNull();
  });
});

describe('contours', () => {
  it('of a bowl are circles of the right size, the highest first', () => {
    const contours = contoursOf(bowl, { floor: 3, gaps: [0.25, 1] });
    expect(contours.map(({ gap }) => gap)).toEqual([1, 0.25]);
    for (const { gap, parts } of contours) {
      expect(parts).toHaveLength(1);
      expect(parts[0]).toHaveLength(1);
      const xs = parts[0][0].map(([x]) => x);
      expect(Math.max(...xs) + Math.min(...xs)).toBeCloseTo(0, 9);
      for (const [x, y] of parts[0][0]) expect(Math.hypot(x, y)).toBeCloseTo(Math.sqrt(gap), 1);
    }
  });

  it('leave a hole where a hill stands in low ground', () => {
    const rim = square((x, y) => (x * x + y * y - 1) ** 2);
    const [{ parts }] = contoursOf(rim, { floor: 0, gaps: [0.1] });
    expect(parts).toHaveLength(1);
    expect(parts[0]).toHaveLength(2);
    const outline = joined(parts[0]);
    expect(outline).toHaveLength(parts[0][0].length + parts[0][1].length + 1);
    // Holes run the other way, so that what is filled is the ring alone.
    expect(area(parts[0][0]) * area(parts[0][1])).toBeLessThan(0);
    expect(Math.abs(area(outline))).toBeCloseTo(Math.PI * 2 * Math.sqrt(0.1), 1);
  });
});

function area(ring: readonly (readonly [number, number])[]): number {
  return ring.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = ring[(index + 1) % ring.length];
    return sum + (x * nextY - nextX * y) / 2;
  }, 0);
}

describe('the ground that is asked for', () => {
  const stageFor = (dimension: number) => {
    const result = mockResult({ dimension });
    return stageOf(trajectoriesOf(result, curvesOf(result)), null, 2)!;
  };

  it('is the window of the stage, with square cells', () => {
    const stage = stageFor(2);
    const { extent, size } = windowOf(stage);
    expect(extent).toEqual({ u: stage.extent.x, v: stage.extent.y });
    expect(size.u / size.v!).toBeCloseTo(2, 1);
    expect(size.u * size.v!).toBeLessThanOrEqual(20_500);
    // The engine takes no more on one side.
    expect(Math.max(size.u, size.v!)).toBeLessThanOrEqual(512);
  });

  it('holds the minimizer, though no run came near it', () => {
    const result = mockResult();
    const stage = stageOf(trajectoriesOf(result, curvesOf(result)), [40, 1], 2)!;
    expect(stage.minimizer).toEqual([40, 1]);
    expect(stage.extent.x[1]).toBeGreaterThan(40);
  });

  it('comes back with every value in its place', () => {
    const stage = stageFor(2);
    const window = windowOf(stage);
    const terrain = terrainOf(window, mockLandscape(window));
    const { x, y, columns, rows, values } = terrain;
    const [column, row] = [7, 11];
    const at = [x[0] + (column / (columns - 1)) * (x[1] - x[0]), y![0] + (row / (rows - 1)) * (y![1] - y![0])]; // prettier-ignore
    expect(values[row * columns + column]).toBeCloseTo(valley(at), 12);
    const { lines, fills } = groundOf(terrain);
    expect(fills.length).toBeGreaterThan(2 * lines.length);
  });

  it('is a curve of one parameter, read off between its points', () => {
    const window = windowOf(stageFor(1));
    expect(window.v).toBeUndefined();
    const terrain = terrainOf(window, mockLandscape(window));
    expect(terrain).toMatchObject({ y: null, rows: 1 });
    const [low, high] = terrain.x;
    const place = low + 0.37 * (high - low);
    expect(valueAtPlace(terrain, place)).toBeCloseTo(valley([place]), 3);
    expect(valueAtPlace(terrain, high + 1)).toBe(terrain.values[terrain.columns - 1]);
    expect(groundOf(terrain).lines).toEqual([]);
  });

  it('is that of the sweep point, as far as the problem is swept', () => {
    const { experiment } = mockResult();
    const swept = { ...experiment, sweep: [{ path: 'data.samples', values: [10, 20] }] };
    const at = experimentAt(swept, { 'data.samples': 20, 'privacy.rho': 3 });
    expect(at).toMatchObject({ data: { samples: 20 }, privacy: { rho: 1 } });
    expect(at).not.toHaveProperty('sweep');
  });
});
