import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../../../web/src/engine/types.ts';
import {
  askBound,
  askPractice,
  practiceBudgets,
  publicTwin,
  reachedAt,
  roundedUp,
  searchBudget,
  type Found,
} from '../../../../web/src/feature/inverse/inverse.ts';
import {
  boundSentence,
  goalErrors,
  practiceSentence,
} from '../../../../web/src/feature/inverse/inverse-words.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { withLoss } from '../../../../web/src/store/sources.ts';
import { isCancelled } from '../../../../web/src/store/errors.ts';
import { FakeEngine, fakeCatalogue } from '../../support/fake-engine.ts';

const idle = new AbortController().signal;
const goal = { entry: 0, target: 0.1, samples: 569 };

/** The opening experiment with a pure budget, and a bound that 100 iterations bring down. */
const pure: Experiment = {
  ...defaultExperiment,
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: defaultExperiment.algorithms.map((one) => ({
    ...one,
    parameters: { ...one.parameters, iterations: 100 },
  })),
};

async function twinOf(experiment: Experiment, samples = 2000): Promise<Experiment> {
  const plan = await new FakeEngine().plan(experiment);
  return publicTwin(experiment, { entry: 2, samples }, plan, fakeCatalogue);
}

it('keeps the generated records of a problem of the gallery', async () => {
  const hill = withLoss(pure, 'hill', fakeCatalogue);
  const twin = await twinOf(hill, 3000);
  expect(twin.problem).toEqual(hill.problem);
  expect(twin.data).toEqual({ ...hill.data, samples: 3000 });
});

describe('the search', () => {
  /** Risk that falls as 1 over the budget, and how often it was asked. */
  function risk(scale: number) {
    const asked: number[] = [];
    const at = (budget: number) => {
      asked.push(budget);
      return Promise.resolve(scale / budget);
    };
    return { asked, at };
  }

  it('finds the least budget that does, from above, with few questions', async () => {
    const { asked, at } = risk(0.37);
    const found = await searchBudget(at, 0.1, idle);
    if (found.kind !== 'found') throw new Error(found.kind);
    expect(found.budget).toBeGreaterThanOrEqual(3.7);
    expect(found.budget).toBeLessThan(3.7 * 1.03);
    expect(asked.length).toBeLessThanOrEqual(11);
  });

  it('says when every budget does, when none does, and when nothing is bounded', async () => {
    expect(await searchBudget(risk(1e-6).at, 0.1, idle)).toEqual({ kind: 'any', budget: 0.01 });
    expect(await searchBudget(risk(50).at, 0.1, idle)).toEqual({ kind: 'unreachable', risk: 0.5 });
    const none = () => Promise.resolve(null);
    expect(await searchBudget(none, 0.1, idle)).toEqual({ kind: 'no-bound' });
  });

  it('stops when it is cancelled', async () => {
    const controller = new AbortController();
    const { asked, at } = risk(0.37);
    const search = searchBudget(
      (budget) => {
        if (asked.length === 3) controller.abort();
        return at(budget);
      },
      0.1,
      controller.signal,
    );
    await expect(search).rejects.toSatisfy(isCancelled);
    expect(asked).toHaveLength(4);
  });

  it('asks the engine’s plans for the bound at the end', async () => {
    // The fake bound ends at 40 * 0.93^100 + 4 * 0.1 / epsilon^2.
    const found = await askBound(new FakeEngine(), await twinOf(pure), 0.2, idle);
    const exact = Math.sqrt(0.4 / (0.2 - 40 * 0.93 ** 100));
    expect(found.kind).toBe('found');
    expect((found as { budget: number }).budget / exact).toBeGreaterThanOrEqual(1);
    expect((found as { budget: number }).budget / exact).toBeLessThan(1.03);
  });

  it('rounds up, never below', () => {
    expect([0.012341, 1, 3.7, 99.95, 0.01].map((value) => roundedUp(value))).toEqual([
      0.0124, 1, 3.7, 100, 0.01,
    ]);
  });
});

describe('the public twin', () => {
  it('has generated data of the same width and row bound, and one algorithm', async () => {
    const twin = await twinOf({
      ...pure,
      sweep: [{ path: 'privacy.epsilon', values: [1, 2] }],
    });
    expect(twin.data).toMatchObject({ kind: 'synthetic', samples: 2000, features: 4 });
    expect(twin.data.preprocess).toEqual([
      { kind: 'clip-rows', norm: 'l1', bound: 2, mode: 'clip' },
    ]);
    expect(twin.algorithms.map(({ id }) => id)).toEqual(['dp-nag-opt']);
    expect(twin.sweep).toBeUndefined();
    expect(twin.problem.constants?.smoothness).toBe(1.02);
  });

  it('bounds rows for Gaussian noise in l2, and has numbers to fit where the loss wants them', async () => {
    const twin = await twinOf({
      ...defaultExperiment,
      problem: { loss: 'squared' },
      privacy: { notion: 'zcdp', rho: 1 },
    });
    expect(twin.data).toMatchObject({ name: 'linear', preprocess: [{ norm: 'l2' }] });
    expect(twin.data).not.toHaveProperty('labels');
  });
});

describe('practice', () => {
  it('is tried at five budgets that end at what the bound asks for', () => {
    const found: Found = { kind: 'found', budget: 20 };
    expect(practiceBudgets(found)).toEqual([0.02, 0.112, 0.632, 3.56, 20]);
    expect(practiceBudgets({ kind: 'unreachable', risk: 3 }).at(-1)).toBe(100);
    expect(new Set(practiceBudgets({ kind: 'any', budget: 0.01 })).size).toBe(5);
  });

  it('averages the ends of the runs at each budget', async () => {
    const engine = new FakeEngine();
    const runs = [
      [1, 0.4],
      [1, 0.2],
      [10, 0.05],
    ].map(([epsilon, suboptimality]) => ({
      sweep: { 'privacy.epsilon': epsilon },
      nonPrivate: { final: { suboptimality } },
    }));
    engine.run = () => Promise.resolve({ runs } as never);
    const twin = await twinOf(defaultExperiment);
    const practice = await askPractice(engine, twin, [1, 10], idle);
    expect(practice.budgets).toEqual([1, 10]);
    expect(practice.gaps[0]).toBeCloseTo(0.3, 12);
    expect(practice.gaps[1]).toBe(0.05);
  });

  it('reaches a wish between two budgets, at once, or never', () => {
    const practice = { budgets: [0.1, 1, 10], gaps: [10, 1, 0.01] };
    expect(reachedAt(practice, 0.1)).toBeCloseTo(Math.sqrt(10), 1);
    expect(reachedAt(practice, 20)).toBe(0.1);
    expect(reachedAt(practice, 0.001)).toBeNull();
    // Better by luck and worse again: only the last crossing counts.
    expect(reachedAt({ budgets: [1, 2, 4], gaps: [0.05, 1, 0.1] }, 0.1)).toBe(4);
    expect(reachedAt({ budgets: [1, 2], gaps: [Number.NaN, 0.05] }, 0.1)).toBe(2);
  });
});

describe('the answer in words', () => {
  const told = (found: Found) => boundSentence(found, goal, 'DP-GD', 'epsilon');

  it('names the budget, the wish and the algorithm', () => {
    expect(told({ kind: 'found', budget: 3.7 })).toBe(
      'The theorem proves a gap of at most 0.1 with 569 rows for DP-GD at ε\u00a03.7.',
    );
    expect(told({ kind: 'any', budget: 0.01 })).toContain('at even ε\u00a00.01');
    expect(told({ kind: 'unreachable', risk: 0.5 })).toMatch(/Not even ε\s100 .* stays at 0\.5/);
    expect(told({ kind: 'no-bound' })).toContain('Try it in practice');
  });

  it('says what the runs showed', () => {
    const practice = { budgets: [0.1, 1], gaps: [1, 0.01] };
    const words = (target: number) =>
      practiceSentence(practice, { ...goal, target }, 'DP-GD', 'rho');
    expect(words(0.1)).toMatch(/reached it on average at about ρ\s0\.32/);
    expect(words(2)).toContain('at already ρ\u00a00.1');
    expect(words(0.001)).toContain('did not reach it on average up to ρ\u00a01');
  });

  it('says what is wrong with a wish', () => {
    expect(goalErrors(goal)).toEqual({ target: '', samples: '' });
    expect(goalErrors({ ...goal, target: 0 }).target).toContain('greater than 0');
    expect(goalErrors({ ...goal, samples: 1.5 }).samples).toContain('whole number');
    expect(goalErrors({ ...goal, samples: 1e9 }).samples).toContain('whole number');
  });
});
