import { describe, expect, it } from 'vitest';

import {
  askBounds,
  boundsPicture,
  boundsVerdict,
} from '../../../../web/src/feature/lab/bounds/question.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('the bounds', () => {
  const ask = (changes: Partial<typeof initialLab.bounds>) => {
    const theory = new FakeTheory();
    return askBounds(theory, { ...initialLab.bounds, ...changes }).then((answer) => ({
      theory,
      answer,
    }));
  };

  it('are told with the steps, epochs and noise that the theorem chooses', async () => {
    const { answer } = await ask({});
    const verdict = boundsVerdict(answer, initialLab.bounds);
    expect(verdict.title).toBe('The expected gap is at most 0.3');
    expect(verdict.text).toMatch(/^2 epochs, m = 20\s000, step 0\.02\/L, noise σ = 0\.05 G\.$/);
    expect(boundsVerdict(answer, { ...initialLab.bounds, initialGap: 0.3 }).bad).toBe(true);
    const picture = boundsPicture(answer.curve!, true);
    expect(picture.xTitle).toBe('epoch');
    // A logarithmic axis has no place for the noise before the first release.
    expect(picture.series[2].median).toEqual([null, 0.05, 0.1]);
  });

  it('of a random iterate are one number, on the gradient', async () => {
    const { answer } = await ask({ method: 'dp-gd-nonconvex' });
    expect(answer.curve).toBeNull();
    expect(boundsVerdict(answer, initialLab.bounds).title).toContain('squared gradient norm');
  });

  it('of DP-AccMD are asked with the extent of the set', async () => {
    const { theory, answer } = await ask({ method: 'dp-accmd', radius: 2 });
    expect(theory.asked[0]).toMatchObject({ query: 'gaussian-width', set: 'l1-ball', radius: 2 });
    expect(theory.asked[1]).toMatchObject({ gaugeSmoothness: 1, bregmanRadius: 0.5 });
    expect(boundsVerdict(answer, initialLab.bounds).text).not.toContain('step');
  });
});
