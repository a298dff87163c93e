import { describe, expect, it } from 'vitest';

import { readout } from '../../../../web/src/chart/readout.ts';
import {
  askEpochs,
  lengthPicture,
  stepPicture,
  epochVerdict,
} from '../../../../web/src/feature/lab/epoch/question.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('the contraction of an epoch', () => {
  const ask = (changes: Partial<typeof initialLab.epoch>) =>
    askEpochs(new FakeTheory(), { ...initialLab.epoch, ...changes });

  it('is drawn by step and by length, with the condition and the choice marked', async () => {
    const found = await ask({});
    const bySteps = stepPicture(found, initialLab.epoch);
    expect(bySteps.optimum).toBe(0.5);
    expect(bySteps.mark).toBe(initialLab.epoch.step);
    expect(bySteps.xScale).toBe('log');
    // The printed step lies inside the picture.
    expect(bySteps.xRange[1]).toBeGreaterThan(1 / 12);
    const byLengths = lengthPicture(found, initialLab.epoch);
    const [least] = byLengths.series[0].median.slice(-1);
    expect(least).toBeLessThan(0.5);
    expect(readout(byLengths, 20_000)).toMatch(/^Epoch length m: 20\s000\. At this step: 0\.4/);
  });

  it('keeps a length of its own inside the picture', async () => {
    const found = await ask({ length: 1 });
    expect(lengthPicture(found, { ...initialLab.epoch, length: 1 }).xRange[0]).toBe(1);
  });

  it('is told with what would help', async () => {
    expect(epochVerdict((await ask({})).answer)).toMatchObject({ bad: false });
    const brief = epochVerdict((await ask({ length: 10_000 })).answer);
    expect(brief.bad).toBe(true);
    expect(brief.text).toMatch(/at least 19\s500 steps/);
    const printed = epochVerdict((await ask({ step: 1 / 12 })).answer);
    expect(printed.title).toContain('nothing is proven to shrink');
    expect(printed.text).toContain('No epoch length makes up');
    expect(epochVerdict((await ask({ step: 0.2 })).answer).title).toContain('No bound');
  });
});
