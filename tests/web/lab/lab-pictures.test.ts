import { describe, expect, it } from 'vitest';

import { movedCrosshair } from '../../../web/src/chart/crosshair.ts';
import { readout } from '../../../web/src/chart/readout.ts';
import {
  certifiedPicture,
  figure1Picture,
  figure2Picture,
  horizonPicture,
  quadraticPicture,
  ratePicture,
  scalesPicture,
  sharesPicture,
} from '../../../web/src/lab/shared/pictures.ts';
import { askHorizon } from '../../../web/src/lab/shared/questions.ts';
import { initialLab } from '../../../web/src/lab/shared/settings.ts';
import {
  certificateVerdict,
  horizonVerdict,
  mapWords,
  placeWords,
  quadraticVerdict,
} from '../../../web/src/lab/shared/words.ts';
import { fakeRun, FakeTheory } from '../support/fake-theory.ts';

const run = fakeRun(1, 0.8, 0.01, 50);
const descent = fakeRun(1, 0, 0.01, 50);

describe('the picture of a quadratic', () => {
  const picture = quadraticPicture(run, descent);

  it('splits the error, with its floor and gradient descent beside it', () => {
    expect(picture.series.map(({ label }) => label)).toEqual([
      'Expected gap',
      'Left of the start',
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
    expect(readout(picture, 0)).toMatch(/^At iteration 0\. Expected gap: 1\.00\. Left/);
  });
});

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
    expect(certifiedPicture({ x: [0], y: [0.9] }, { x: [0], y: [0.9] }, 0.3).mark).toBe(0.3);
  });

  it('of Figure 2 begin at zero noise', () => {
    expect(figure2Picture([10, 20], [11, 19]).yRange).toEqual([0, 20]);
  });
});

describe('the pictures of the horizon', () => {
  it('mark T′ and leave sampling out where there is none', async () => {
    const answer = await askHorizon(new FakeTheory(), initialLab.horizon);
    const picture = horizonPicture(answer);
    expect(picture.mark).toBe(121);
    expect(picture.series).toHaveLength(3);
    const scales = scalesPicture(answer);
    expect(scales.series[0].x).toHaveLength(121);
    expect(scales.series[1].x).toEqual([1, 121]);
  });

  it('have the uniform share as a level', () => {
    const shares = [0.1, 0.2, 0.3, 0.4];
    const picture = sharesPicture({
      query: 'exact-division',
      logWeights: [],
      shares,
      boundShares: null,
      bias: 0,
      noise: { uniform: 1, exact: 1, bound: null },
    });
    expect(picture.optimum).toBe(0.25);
    expect(picture.series).toHaveLength(1);
  });
});

describe('the crosshair', () => {
  const picture = quadraticPicture(run, null);
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

  it('moves along the points and hides with Escape', () => {
    expect(movedCrosshair(picture, null, key('ArrowRight'))).toBe(0);
    expect(movedCrosshair(picture, 3, key('ArrowRight', true))).toBe(13);
    expect(movedCrosshair(picture, 0, key('ArrowLeft'))).toBe(0);
    expect(movedCrosshair(picture, 3, key('End'))).toBe(50);
    expect(movedCrosshair(picture, 3, key('Escape'))).toBeNull();
    expect(movedCrosshair(picture, 3, key('a'))).toBeUndefined();
  });
});

describe('the words', () => {
  it('say what momentum brings and what it costs', () => {
    const verdict = quadraticVerdict(run, descent);
    expect(verdict.diverges).toBe(false);
    expect(verdict.gain).toMatch(/^One digit every \d+ iterations: [\d.]+ times faster than/);
    expect(verdict.cost).toMatch(/^Noise floor 0\.05: 5 times higher than gradient descent’s\.$/);
  });

  it('say when nothing converges, and which step would', () => {
    const verdict = quadraticVerdict(fakeRun(4, 0.5, 0.01, 10), descent);
    expect(verdict.diverges).toBe(true);
    expect(verdict.cost).toContain('below 3 of 1/L');
    expect(placeWords(4, 0.5, fakeRun(4, 0.5, 0.01, 10))).toBe('Step 4, momentum 0.5: diverges.');
  });

  it('say where the map is fastest', () => {
    const plane = { largestStep: 4, steps: [1, 2], momenta: [0.5] };
    const map = (rate: number[][]) => ({ query: 'stability-map' as const, rate, noiseFloor: rate });
    expect(mapWords(plane, map([[0.9], [1.2]]))).toContain('step 1 and momentum 0.5');
    expect(mapWords(plane, map([[1], [1.2]]))).toBe('Nothing on this map converges.');
  });

  it('do not take a missing certificate for divergence', () => {
    const query = { query: 'lmi-certificate' } as const;
    const none = certificateVerdict({ ...query, found: false, reason: 'no-certificate' }, 0.9);
    expect(none.title).toContain('No certificate');
    expect(none.text).toContain('does not mean that it diverges');
    expect(none.text).toContain('On quadratics the method converges at rate 0.9');
    const certificate = { rate: 0.926, p11: 1, p12: 0, p22: 1, c0: 0, margin: 0 };
    expect(
      certificateVerdict({ ...query, found: true, certificate, bestBound: null }, 0.9).title,
    ).toContain('0.926');
  });

  it('say when all iterations are worth their noise', async () => {
    const engine = new FakeTheory();
    const long = await askHorizon(engine, { ...initialLab.horizon, iterations: 500 });
    expect(horizonVerdict(long, 500)[0]).toContain('T′ = 121 of 500');
    const short = await askHorizon(engine, { ...initialLab.horizon, iterations: 100 });
    expect(horizonVerdict(short, 100)[0]).toContain('T′ = T');
    expect(horizonVerdict(long, 500)[1]).toContain('2.84 times more');
  });
});
