import { describe, expect, it } from 'vitest';

import { buildModel } from '../../../../web/src/curves/layouts.ts';
import { readout } from '../../../../web/src/chart/readout.ts';
import type { AlgorithmPlan, Experiment, PlanReport } from '../../../../web/src/engine/types.ts';
import { askAccounts, rhoOf } from '../../../../web/src/feature/accounting/accounting-panel.ts';
import { RunCollection } from '../../../../web/src/results/collection.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { initialView } from '../../../../web/src/store/state.ts';
import { FakeEngine } from '../../support/fake-engine.ts';

const engine = new FakeEngine();

/** The fake plan, every one of its plans changed. */
async function planned(
  experiment: Experiment,
  change: (one: AlgorithmPlan) => AlgorithmPlan,
): Promise<PlanReport> {
  const plan = await engine.plan(experiment);
  return { ...plan, plans: plan.plans.map(change) };
}

const uniform = (rho: number) => (one: AlgorithmPlan) => ({
  ...one,
  segments: one.segments.map((segment) => ({
    ...segment,
    mechanism: 'gaussian',
    costFirst: rho / segment.count,
    costLast: rho / segment.count,
  })),
});

const approximate: Experiment = {
  ...defaultExperiment,
  privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
};

describe('the rho of a plan', () => {
  it('is the sum of its full-batch Gaussian steps', async () => {
    const { plans, data } = await planned(approximate, uniform(0.03));
    expect(rhoOf(plans[0], data.samples)).toBeCloseTo(0.03, 12);
  });

  it('is summed step by step where steps pay differently', async () => {
    const plan = await planned(approximate, (one) => {
      const [segment] = one.segments;
      return { ...one, segments: [{ ...segment, mechanism: 'gaussian', costLast: 9 }] };
    });
    const steps = plan.plans[0].curves.cost.value.reduce((sum, value) => sum + value, 0);
    expect(rhoOf(plan.plans[0], 569)).toBeCloseTo(steps, 12);
  });

  it('is not known of Laplace noise or sampled batches', async () => {
    const { plans } = await engine.plan(defaultExperiment);
    expect(rhoOf(plans[0], 569)).toBeNull();
    const gaussian = await planned(approximate, uniform(0.03));
    expect(rhoOf(gaussian.plans[0], 1000)).toBeNull();
  });
});

describe('the accounts', () => {
  it('of Gaussian noise are three conversions, once for plans that agree', async () => {
    const plan = await planned(approximate, uniform(0.03));
    const [group, ...others] = await askAccounts(engine, approximate, plan);
    expect(others).toEqual([]);
    expect(group.labels).toEqual(['DP-GD', 'DP-HB', 'DP-NAG-opt']);
    const [byHand, best, exact] = group.accounts.map(({ epsilon }) => epsilon!);
    expect(byHand).toBeCloseTo(0.03 + 2 * Math.sqrt(0.03 * Math.log(1e6)), 9);
    expect(best).toBeLessThan(byHand);
    expect(exact).toBeLessThan(best);
    expect(group.accounts.every(({ delta }) => delta === 1e-6)).toBe(true);
  });

  it('of zCDP are at the delta that is advised for n', async () => {
    const experiment: Experiment = {
      ...defaultExperiment,
      privacy: { notion: 'zcdp', rho: 0.5 },
    };
    const plan = await planned(experiment, (one) => {
      const { privacy } = uniform(0.5)(one);
      return { ...uniform(0.5)(one), privacy: { ...privacy, rho: 0.5 } };
    });
    const [group] = await askAccounts(engine, experiment, plan);
    expect(group.accounts[0].delta).toBe(1e-5);
  });

  it('of pure plans are the sum and the claim at a small delta, where there is one', async () => {
    const experiment: Experiment = {
      ...defaultExperiment,
      privacy: { notion: 'pure', epsilon: 1 },
    };
    const bare = await engine.plan(experiment);
    expect(await askAccounts(engine, experiment, bare)).toEqual([]);
    let epsilon = 0.5;
    const plan = await planned(experiment, (one) => {
      epsilon += 0.1;
      return { ...one, privacy: { ...one.privacy, approximate: { epsilon, delta: 1e-6 } } };
    });
    const groups = await askAccounts(engine, experiment, plan);
    expect(groups).toHaveLength(3);
    expect(groups[0].accounts.map((one) => [one.epsilon, one.delta])).toEqual([
      [1, 0],
      [0.6, 1e-6],
    ]);
  });
});

describe('what was spent so far', () => {
  it('is told in rho where the budget is counted in rho', () => {
    const experiment: Experiment = { ...defaultExperiment, privacy: { notion: 'zcdp', rho: 0.5 } };
    const collection = new RunCollection(experiment);
    collection.append({
      run: 0,
      algorithm: 'dp-gd',
      label: 'DP-GD',
      sweep: {},
      repeat: 0,
      iteration: [0, 100],
      gradientEvaluations: [0, 100],
      epsilonSpent: [0, 0.5],
      seconds: [0, 1],
      suboptimality: [10, 1],
    });
    const model = buildModel(collection, null, null, initialView);
    expect(readout(model, 100)).toBe('At iteration 100. DP-GD: 1.00, rho 0.5 spent.');
  });
});
