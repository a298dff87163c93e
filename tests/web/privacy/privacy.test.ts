import { describe, expect, it } from 'vitest';

import type { Experiment, PlanReport } from '../../../web/src/engine/types.ts';
import { advisedDelta, privacyCautions, weakestBudget } from '../../../web/src/privacy/advice.ts';
import { dotsOf, leastDoubt, mostBelief, zcdpBudget } from '../../../web/src/privacy/risk.ts';
import {
  frequency,
  methodGroup,
  neighboursSentence,
  notionSentence,
} from '../../../web/src/privacy/words.ts';
import { guaranteeMark } from '../../../web/src/privacy/promise.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { FakeEngine } from '../support/fake-engine.ts';

const pure = (epsilon: number) => ({ epsilon, delta: 0 });

function having(privacy: Experiment['privacy']): Experiment {
  return { ...defaultExperiment, privacy };
}

/** The fake engine's plan, with other words about its promise. */
async function planned(
  experiment: Experiment,
  privacy: Partial<PlanReport['plans'][number]['privacy']> = {},
  rest: Partial<PlanReport> = {},
): Promise<PlanReport> {
  const plan = await new FakeEngine().plan(experiment);
  const plans = plan.plans.map((one) => ({ ...one, privacy: { ...one.privacy, ...privacy } }));
  return { ...plan, plans, ...rest };
}

describe('the most that an attacker can believe', () => {
  it('is Bayes’ rule with odds multiplied by e to the epsilon', () => {
    expect(mostBelief(pure(1), 1 / 2)).toBeCloseTo(Math.E / (1 + Math.E), 12);
    expect(mostBelief(pure(Math.log(9)), 1 / 10)).toBeCloseTo(1 / 2, 12);
    expect(mostBelief(pure(Math.log(3)), 1 / 1000)).toBeCloseTo(3 / 1002, 12);
  });

  it('is what was believed before when epsilon is next to zero', () => {
    for (const prior of [1 / 2, 1 / 10, 1 / 1000]) {
      expect(mostBelief(pure(1e-12), prior)).toBeCloseTo(prior, 9);
    }
  });

  it('with even odds and a delta is the best rate of right guesses', () => {
    const [epsilon, delta] = [0.7, 0.03];
    const best = (Math.exp(epsilon) + delta) / (1 + Math.exp(epsilon));
    expect(mostBelief({ epsilon, delta }, 1 / 2)).toBeCloseTo(best, 12);
    expect(mostBelief({ epsilon, delta: 1 }, 1 / 2)).toBe(1);
  });

  it('grows to one and no further, and the doubt that is left stays exact', () => {
    expect(mostBelief(pure(1000), 1 / 1000)).toBe(1);
    expect(mostBelief(pure(1e300), 1 / 2)).toBe(1);
    expect(leastDoubt(pure(50), 1 / 2)).toBeCloseTo(Math.exp(-50), 30);
    expect(leastDoubt(pure(3), 1 / 10)).toBeCloseTo(1 - mostBelief(pure(3), 1 / 10), 12);
  });
});

describe('the dots', () => {
  it('are a hundred, or a thousand for what is rare', () => {
    expect(dotsOf(pure(1), 2)).toEqual({ whole: 100, before: 50, after: 73 });
    expect(dotsOf(pure(1), 10)).toEqual({ whole: 100, before: 10, after: 23 });
    expect(dotsOf(pure(1), 1000)).toEqual({ whole: 1000, before: 1, after: 3 });
    expect(dotsOf(pure(100), 1000)).toEqual({ whole: 1000, before: 1, after: 1000 });
    expect(dotsOf(pure(5.5), 2)).toEqual({ whole: 100, before: 50, after: 99 });
  });
});

describe('a frequency in words', () => {
  it.each([
    [1, 2, '73 in 100'],
    [0.01, 2, '50 in 100'],
    [1, 1000, '2.7 in 1000'],
    [5.5, 2, '99.6 in 100'],
    [10, 2, '99.995 in 100'],
    [20, 2, 'all but one in 4.85 × 10⁸'],
    [1000, 2, '100 in 100'],
  ])('at epsilon %d and one in %d is %s', (epsilon, oneIn, text) => {
    expect(frequency(pure(epsilon), oneIn)).toBe(text);
  });
});

describe('the promise in a sentence', () => {
  it('is told for every notion and every neighbouring relation', () => {
    const notions = ['pure', 'approximate', 'zcdp', 'none'] as const;
    expect(new Set(notions.map((notion) => notionSentence(having({ notion })))).size).toBe(4);
    const relations = ['replace-one', 'zero-out', 'add-remove'] as const;
    const told = relations.map((neighbours) =>
      neighboursSentence(having({ notion: 'pure', neighbours })),
    );
    expect(new Set(told).size).toBe(3);
    expect(neighboursSentence(having({ notion: 'pure', epsilon: 1 }))).toBe(told[0]);
  });
});

describe('delta', () => {
  it('is advised well below one over the number of records', () => {
    expect(advisedDelta(569)).toBe(1e-5);
    expect(advisedDelta(1000)).toBe(1e-5);
    expect(advisedDelta(1001)).toBe(1e-6);
    expect(advisedDelta(0)).toBe(0.01);
  });
});

describe('the weakest promise', () => {
  it('follows the form before the plan does', async () => {
    const plan = await planned(having({ notion: 'pure', epsilon: 3 }));
    expect(weakestBudget(having({ notion: 'pure', epsilon: 0.5 }), plan)).toEqual(pure(0.5));
    expect(weakestBudget(having({ notion: 'none' }), plan)).toBeNull();
  });

  it('is the true epsilon where a calibration spends more than it was asked to', async () => {
    const experiment = having({ notion: 'pure', epsilon: 1 });
    const plan = await planned(experiment, { requested: { epsilon: 1 }, epsilon: 1.5 });
    expect(weakestBudget(experiment, plan)).toEqual(pure(1.5));
  });

  it('is the weakest of a sweep', async () => {
    const experiment = having({ notion: 'pure', epsilon: 1 });
    const plan = await planned(experiment, { requested: { epsilon: 8 }, epsilon: 8 });
    const swept = plan.plans.map((one) => ({ ...one, sweep: { 'privacy.epsilon': 8 } }));
    expect(weakestBudget(experiment, { ...plan, plans: swept })).toEqual(pure(8));
  });

  it('of zCDP is an epsilon at the advised delta', async () => {
    const experiment = having({ notion: 'zcdp', rho: 0.5 });
    const plan = await planned(experiment, { rho: 0.5, epsilon: null });
    const budget = weakestBudget(experiment, plan);
    expect(budget).toEqual(zcdpBudget(0.5, 1e-5));
    expect(budget?.epsilon).toBeCloseTo(0.5 + 2 * Math.sqrt(0.5 * Math.log(1e5)), 12);
  });
});

describe('cautions', () => {
  const secure = { randomness: 'secure' } as const;

  async function cautions(privacy: Experiment['privacy'], plan?: PlanReport): Promise<string> {
    const experiment = having(privacy);
    return privacyCautions(experiment, plan ?? (await planned(experiment, {}, secure))).join(' ');
  }

  it('are none for a sound promise', async () => {
    expect(await cautions({ notion: 'pure', epsilon: 1 })).toBe('');
    expect(await cautions({ notion: 'approximate', epsilon: 1, delta: 1e-5 })).toBe('');
    expect(await cautions({ notion: 'none' })).toBe('');
  });

  it('name a delta that is too large, and what to take instead', async () => {
    const large = await cautions({ notion: 'approximate', epsilon: 1, delta: 0.01 });
    expect(large).toMatch(/delta is too large.* 569 records.*Choose 1 × 10⁻⁵ or less/);
    const close = await cautions({ notion: 'approximate', epsilon: 1, delta: 1e-3 });
    expect(close).toContain('This delta is large for 569 records');
  });

  it('name an epsilon above 10, in zCDP too', async () => {
    expect(await cautions({ notion: 'pure', epsilon: 10 })).toBe('');
    expect(await cautions({ notion: 'pure', epsilon: 11 })).toContain('Epsilon is 11: above 10');
    expect(await cautions({ notion: 'zcdp', rho: 3 })).toMatch(
      /This rho converts to an epsilon of 14\.8/,
    );
  });

  it('give the reasons where nothing is certified, and say what reproducible noise is', async () => {
    const experiment = having({ notion: 'pure', epsilon: 1 });
    const doubtful = { certified: false, reasons: ['columns are standardized'] };
    const text = await cautions(experiment.privacy, await planned(experiment, doubtful));
    expect(text).toMatch(/Not certified for DP-GD, DP-HB, DP-NAG-opt: columns are standardized\./);
    expect(text).toContain('Anyone who knows the seed');
  });

  it('do not list what leaks with what is private', () => {
    expect(methodGroup({ private: true, leaks: false })).toBe('Private');
    expect(methodGroup({ private: true, leaks: true })).toBe('Not private');
    expect(methodGroup({ private: false, leaks: false })).toBe('Not private');
  });

  it('promise nothing where every plan leaks, and say why', async () => {
    const experiment = having({ notion: 'pure', epsilon: 1 });
    const leaking = {
      guarantee: 'leaks',
      certified: false,
      epsilon: null,
      reasons: ['stepRule bb-exact reads exact gradients'],
    } as const;
    const plan = await planned(experiment, { ...leaking, reasons: [...leaking.reasons] });
    expect(weakestBudget(experiment, plan)).toBeNull();
    expect(await cautions(experiment.privacy, plan)).toMatch(
      /Nothing is guaranteed for DP-GD, DP-HB, DP-NAG-opt: stepRule bb-exact/,
    );
    expect(guaranteeMark(plan.plans[0].privacy)).toBe('leaks');
  });
});
