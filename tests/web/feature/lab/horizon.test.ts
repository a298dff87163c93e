import { describe, expect, it } from 'vitest';

import {
  askDivision,
  askHorizon,
  horizonPicture,
  scalesPicture,
  sharesPicture,
  horizonVerdict,
} from '../../../../web/src/feature/lab/horizon/model.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('what is asked of a horizon', () => {
  it('divide over the chosen horizon, with the momentum of the best rate', async () => {
    const engine = new FakeTheory();
    const { horizon } = await askHorizon(engine, initialLab.horizon);
    const division = await askDivision(engine, initialLab.horizon, horizon);
    expect(engine.asked.at(-1)).toMatchObject({
      query: 'exact-division',
      iterations: 121,
      momentum: 0.8,
    });
    expect(division.answer.shares).toHaveLength(121);
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

describe('the words on a horizon', () => {
  it('say when all iterations are worth their noise', async () => {
    const engine = new FakeTheory();
    const long = await askHorizon(engine, { ...initialLab.horizon, iterations: 500 });
    expect(horizonVerdict(long, 500).title).toContain('T′ = 121 of 500');
    const short = await askHorizon(engine, { ...initialLab.horizon, iterations: 100 });
    expect(horizonVerdict(short, 100).title).toContain('T′ = T');
    expect(horizonVerdict(long, 500).text).toContain('2.84 times more');
  });
});
