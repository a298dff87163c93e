import { describe, expect, it } from 'vitest';

import { readout } from '../../../../web/src/chart/readout.ts';
import {
  askMap,
  askRuns,
  quadraticPicture,
  mapWords,
  placeWords,
  quadraticVerdict,
} from '../../../../web/src/feature/lab/quadratic/model.ts';
import {
  borderOf,
  iterationsPerDigit,
  mapTable,
  planeOf,
  shadeColor,
  shadingOf,
} from '../../../../web/src/feature/lab/quadratic/stability.ts';
import { eigenvaluesOf, equalStart } from '../../../../web/src/feature/lab/shared/settings.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import { fakeRun, FakeTheory } from '../../support/fake-theory.ts';

const range = { strongConvexity: 0.01, smoothness: 1 };
const run = fakeRun(1, 0.8, 0.01, 50);
const descent = fakeRun(1, 0, 0.01, 50);

describe('a spectrum', () => {
  it.each(['geometric', 'ends', 'linear'] as const)('%s lies between its ends', (kind) => {
    const eigenvalues = eigenvaluesOf(kind, range, 7);
    expect(eigenvalues).toHaveLength(7);
    expect(eigenvalues[0]).toBeCloseTo(0.01, 12);
    expect(eigenvalues.at(-1)).toBe(1);
    expect(eigenvalues).toEqual([...eigenvalues].sort((a, b) => a - b));
    expect(eigenvaluesOf(kind, range, 1)).toEqual([1]);
  });

  it('starts with a gap of 1, in equal parts', () => {
    const eigenvalues = eigenvaluesOf('geometric', range, 5);
    const parts = equalStart(eigenvalues).map((x, index) => 0.5 * eigenvalues[index] * x * x);
    for (const part of parts) expect(part).toBeCloseTo(0.2, 12);
  });
});

describe('the stability map', () => {
  it('is downloaded cell by cell', () => {
    const plane = { largestStep: 4, steps: [1, 2], momenta: [0.25, 0.75] };
    const rate = [[0.1, 0.2], [0.3, null]]; // prettier-ignore
    const noiseFloor = [[5, 6], [7, null]]; // prettier-ignore
    const { rows } = mapTable(plane, { query: 'stability-map', rate, noiseFloor });
    expect(rows).toEqual([[1, 0.25, 0.1, 5], [1, 0.75, 0.2, 6], [2, 0.25, 0.3, 7], [2, 0.75, null, null]]); // prettier-ignore
  });

  const plane = { largestStep: 4, steps: [1, 2, 3], momenta: [0.25, 0.75] };
  const answer = {
    query: 'stability-map' as const,
    rate: [
      [0.5, 0.9],
      [0.9, 0.95],
      [1.1, 0.99],
    ],
    noiseFloor: [
      [1, 10],
      [2, 1000],
      [null, 4],
    ],
  };

  it('shades by noise from the quietest to the loudest, and leaves out what diverges', () => {
    const { cells, ratio } = shadingOf(answer, 'noise');
    expect(cells[0][2]).toBeNull();
    expect([cells[0][0], cells[1][1]]).toEqual([0, 1]);
    expect(cells[0][1]).toBeLessThan(cells[1][2]!);
    expect(cells[1][2]).toBeLessThan(cells[1][0]!);
    expect(ratio).toBeGreaterThan(100);
  });

  it('shades by the iterations that a digit takes', () => {
    expect(iterationsPerDigit(0.1)).toBeCloseTo(0.5, 12);
    const { cells } = shadingOf(answer, 'speed');
    expect(cells[0][0]).toBe(0);
    expect(cells[0][1]).toBeGreaterThan(0);
    expect(cells[1][2]).toBe(1);
  });

  it('is of one colour where all is the same', () => {
    const same = { ...answer, rate: [[0.5]], noiseFloor: [[3]] };
    expect(shadingOf(same, 'noise')).toEqual({ cells: [[0]], ratio: 1 });
  });

  it('has its border where the rate is 1, and none where all is stable', () => {
    expect(borderOf(plane, answer)).toEqual([[expect.closeTo(2.5, 12), 0.25]]);
  });

  it('finds the border of the heavy ball within a cell', async () => {
    const engine = new FakeTheory();
    const map = await askMap(engine, initialLab.quadratic);
    const wide = planeOf('heavy-ball');
    const border = borderOf(wide, map);
    expect(border.length).toBeGreaterThan(40);
    const cell = wide.steps[1] - wide.steps[0];
    for (const [step, momentum] of border) {
      expect(Math.abs(step - 2 * (1 + momentum))).toBeLessThan(cell);
    }
  });

  it('goes from light to dark', () => {
    const luminance = [0, 0.25, 0.5, 0.75, 1].map((level) => {
      const [red, green, blue] = shadeColor(level);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    expect(luminance).toEqual([...luminance].sort((a, b) => b - a));
    expect(shadeColor(-1)).toEqual(shadeColor(0));
    expect(shadeColor(2)).toEqual(shadeColor(1));
  });
});

describe('what is asked of a quadratic', () => {
  it('compare a method with gradient descent at the same step and noise', async () => {
    const engine = new FakeTheory();
    const { chosen, descent } = await askRuns(engine, initialLab.quadratic);
    expect(engine.asked).toMatchObject([
      { method: 'heavy-ball', momentum: 0.7, stepSize: 1 },
      { method: 'gradient-descent', momentum: 0, stepSize: 1 },
    ]);
    expect(chosen.noiseFloor!).toBeGreaterThan(descent!.noiseFloor!);
  });

  it('do not compare gradient descent with itself', async () => {
    const engine = new FakeTheory();
    const settings = { ...initialLab.quadratic, method: 'gradient-descent' } as const;
    expect((await askRuns(engine, settings)).descent).toBeNull();
    expect(engine.asked).toHaveLength(1);
  });
});

describe('the picture of a quadratic', () => {
  const picture = quadraticPicture(run, descent);

  it('splits the error, with its floor and gradient descent beside it', () => {
    expect(picture.series.map(({ label }) => label)).toEqual([
      'Expected gap',
      'Remaining initial gap',
      'Made by noise',
    ]);
    expect(picture.series[0].floor!.y).toEqual([run.noiseFloor, run.noiseFloor]);
    expect(picture.reference!.y).toEqual(descent.curve.total);
  });

  it('reaches from the floor to the start', () => {
    const [low, high] = picture.yRange!;
    expect(low).toBeLessThan(run.noiseFloor!);
    expect(high).toBeGreaterThanOrEqual(1);
  });

  it('lets a diverging curve leave it', () => {
    const wild = fakeRun(4, 0.8, 0.01, 50);
    wild.curve.total = wild.curve.total.map((_, t) => 10 ** t);
    expect(quadraticPicture(wild, null).yRange![1]).toBeLessThanOrEqual(1.1e4);
  });

  it('draws what is not finite as a gap', () => {
    const broken = { ...run, curve: { ...run.curve, total: [1, null, 0.5] } };
    expect(quadraticPicture(broken, null).series[0].median).toEqual([1, null, 0.5]);
  });

  it('is read out without a word of epsilon', () => {
    expect(readout(picture, 0)).toMatch(/^At iteration 0\. Expected gap: 1\.00\. Remaining/);
  });
});

describe('the words on a quadratic', () => {
  it('say what momentum brings and what it costs', () => {
    const verdict = quadraticVerdict(run, descent);
    expect(verdict.bad).toBeFalsy();
    expect(verdict.title).toMatch(/^One digit every \d+ iterations: [\d.]+ times faster than/);
    expect(verdict.text).toMatch(/^Noise floor 0\.05: 5 times higher than gradient descent’s\.$/);
  });

  it('say when nothing converges, and which step would', () => {
    const verdict = quadraticVerdict(fakeRun(4, 0.5, 0.01, 10), descent);
    expect(verdict.bad).toBe(true);
    expect(verdict.text).toContain('below 3 of 1/L');
    expect(placeWords(4, 0.5, fakeRun(4, 0.5, 0.01, 10))).toBe('Step 4, momentum 0.5: diverges.');
  });

  it('say where the map is fastest', () => {
    const plane = { largestStep: 4, steps: [1, 2], momenta: [0.5] };
    const map = (rate: number[][]) => ({ query: 'stability-map' as const, rate, noiseFloor: rate });
    expect(mapWords(plane, map([[0.9], [1.2]]))).toContain('step 1 and momentum 0.5');
    expect(mapWords(plane, map([[1], [1.2]]))).toBe('Nothing on this map converges.');
  });
});
