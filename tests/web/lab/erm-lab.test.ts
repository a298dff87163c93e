import { describe, expect, it } from 'vitest';

import { readout } from '../../../web/src/chart/readout.ts';
import { initialLab, withSetting } from '../../../web/src/lab/shared/settings.ts';
import { shownState, withOwnSetting } from '../../../web/src/lab/shared/facts.ts';
import { openFacts } from '../../../web/src/lab/shared/open-facts.ts';
import {
  boundsPicture,
  lengthPicture,
  noisePicture,
  stepPicture,
  widthPicture,
} from '../../../web/src/lab/shared/erm-pictures.ts';
import {
  askBounds,
  askEpochs,
  askNoise,
  askTables,
  askWidths,
  batchesOf,
} from '../../../web/src/lab/shared/erm-questions.ts';
import {
  boundsVerdict,
  certifiedWords,
  epochVerdict,
  noiseVerdict,
  widthVerdict,
} from '../../../web/src/lab/shared/erm-words.ts';
import { parseFormula } from '../../../web/src/lab/tables/formula.ts';
import { FakeTheory } from '../support/fake-theory.ts';

const open = { samples: 569, dimension: 30, epsilon: 2, delta: 1e-5 };

describe('what follows the open experiment', () => {
  it('shows its numbers and keeps them out of the address', () => {
    const shown = shownState(initialLab, open);
    expect(shown.tables).toMatchObject(open);
    expect(shown.batch).toMatchObject({ samples: 569, epsilon: 2, delta: 1e-5 });
    expect(shown.quadratic).toEqual(initialLab.quadratic);
    expect(shownState(initialLab, null)).toBe(initialLab);
  });

  it('is the reader’s own from the first change on', () => {
    const state = withOwnSetting(initialLab, open, 'tables.epsilon', 5);
    expect(state.tables).toMatchObject({ ...open, epsilon: 5, source: 'own' });
    expect(shownState(state, { ...open, epsilon: 9 }).tables.epsilon).toBe(5);
    expect(state.batch.source).toBe('experiment');
  });

  it('goes on following when something else is set', () => {
    const state = withOwnSetting(initialLab, open, 'tables.conditionNumber', 7);
    expect(state.tables.source).toBe('experiment');
    expect(state.tables.conditionNumber).toBe(7);
  });

  it('takes n and p from the plan, and an advised delta where none is set', () => {
    const plan = { data: { samples: 569, features: 30 } } as never;
    const experiment = (privacy: object) => ({ privacy }) as never;
    expect(openFacts(experiment({ notion: 'pure', epsilon: 2 }), plan)).toEqual({
      ...open,
      delta: 1e-5,
    });
    expect(openFacts(experiment({ notion: 'zcdp', rho: 1 }), plan)).toBeNull();
    expect(openFacts(experiment({ notion: 'pure', epsilon: 2 }), null)).toBeNull();
  });
});

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

describe('noise by batch size', () => {
  it('is asked for a few batch sizes below n', async () => {
    expect(batchesOf(569)).toEqual([1, 3, 10, 30, 100, 300]);
    expect(batchesOf(1e8)).toHaveLength(16);
    expect(batchesOf(1e20).length).toBeLessThanOrEqual(24);
    const theory = new FakeTheory();
    await askNoise(theory, { ...initialLab.batch, samples: 569 });
    expect(theory.asked[0]).toMatchObject({ batchSizes: [1, 3, 10, 30, 100, 300] });
  });

  it('draws what is proven, the theorem beside it, and the batch worth taking', async () => {
    const answer = await askNoise(new FakeTheory(), initialLab.batch);
    const picture = noisePicture(answer);
    expect(picture.mark).toBe(120);
    expect(picture.series.map(({ label }) => label)).toEqual([
      'Accountant',
      'Advanced composition',
      'The theorem',
    ]);
    expect(picture.series[1].median.at(-1)).toBeNull();
    const [title, text] = noiseVerdict(answer, initialLab.batch);
    expect(title).toContain('Batches of 120');
    expect(text).toMatch(/covers batches of about 100 to 100\s000\.$/);
  });
});

describe('the tables', () => {
  it('are asked with the reader’s numbers', async () => {
    const theory = new FakeTheory();
    const settings = withSetting(initialLab, 'tables.conditionNumber', 50).tables;
    const answer = await askTables(theory, settings);
    expect(theory.asked[0]).toMatchObject({ query: 'gaussian-width', set: 'l1-ball' });
    expect(theory.asked[1]).toMatchObject({
      strongConvexity: 0.02,
      diameter: 2,
      bregmanRadius: 0.5,
      gaussianWidth: Math.sqrt(Math.log(108)),
    });
    expect(certifiedWords(answer.tables[0].certified)).toBe(
      '9 epochs, 1800 inner steps on batches of 250, σ = 0.012',
    );
    expect(
      certifiedWords({ ...answer.tables[0].certified, innerSteps: null, batchSize: null }),
    ).toBe('9 full gradients, σ = 0.012');
  });
});

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

describe('widths', () => {
  it('are drawn over dimensions, with bands where they are estimated', async () => {
    const settings = initialLab.widths;
    const sets = await askWidths(new FakeTheory(), settings);
    const picture = widthPicture(sets, settings);
    expect(picture.mark).toBe(54);
    const bands = picture.series.map(({ q90 }) => q90.length > 0);
    expect(bands).toEqual([false, false, true, true, false, false]);
    expect(picture.series[2].x.at(-1)).toBe(10_000);
    // The chosen dimension is read off exactly.
    expect(picture.series[0].x).toContain(54);
    expect(sets[4].here?.width).toBe(Math.sqrt(Math.log(108)));
    expect(picture.series[4].x.at(-1)).toBe(1e6);
    const [title] = widthVerdict(sets, settings);
    expect(title).toMatch(/^In 54 dimensions the l1 ball is 3\.\d+ times narrower/);
  });

  it('are not drawn where a draw is too dear', async () => {
    const theory = new FakeTheory();
    const sets = await askWidths(theory, { ...initialLab.widths, dimension: 1e6 });
    expect(sets.map(({ here }) => here === null)).toEqual([false, false, true, true, false, false]);
  });
});

describe('a formula', () => {
  it.each([
    'p log(n)/(n eps)^2',
    '(n + kappa) log(n eps mu/p)',
    'p/(n eps)^2 + lambda |x_*|^2/(n eps)',
    'min(1, sqrt(p)/(n eps))',
    'n^(3/2) sqrt(eps)/(G_C^2 + |C|^2)^(1/4)',
    'n^3 eps^2/((G_C^2 + |C|^2) log(n)^2)',
    'G_C^(2/3) log(n)^2/(n eps)^(2/3)',
  ])('is read: %s', (text) => {
    expect(parseFormula(text)).not.toBeNull();
  });

  it('puts all that stands before a slash over what follows it', () => {
    expect(parseFormula('p q/r s')).toEqual({
      kind: 'product',
      factors: [
        {
          kind: 'fraction',
          top: {
            kind: 'product',
            factors: [
              { kind: 'word', text: 'p' },
              { kind: 'word', text: 'q' },
            ],
          },
          bottom: { kind: 'word', text: 'r' },
        },
        { kind: 'word', text: 's' },
      ],
    });
  });

  it.each(['', 'p +', '(p', 'p)', 'log', '|x', 'p^'])('is refused: %j', (text) => {
    expect(parseFormula(text)).toBeNull();
  });
});
