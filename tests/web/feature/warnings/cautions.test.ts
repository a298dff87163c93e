import { beforeEach, describe, expect, it } from 'vitest';

import type { Experiment, ExperimentResult, PlanReport } from '../../../../web/src/engine/types.ts';
import { cautionsOf } from '../../../../web/src/feature/warnings/cautions.ts';
import { collectionOf } from '../../../../web/src/results/collection.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { FakeEngine } from '../../support/fake-engine.ts';

// What a plan feared, told beside what its runs came to.

const feared =
  'By its bound this plan may end 3.864 above the optimum, farther than its start, by the stated' +
  ' initial gap of 0.7: it may be worse than doing nothing. What would help: iterations 1.';
const other = 'outside the theorem: the step is too long';

const experiment: Experiment = {
  ...defaultExperiment,
  run: { ...defaultExperiment.run, repeats: 3 },
};
let plan: PlanReport;
let result: ExperimentResult;

/** Every run of the first algorithm starts and ends with these gaps. */
function ending(start: number, end: number): ExperimentResult {
  const [{ label }] = plan.plans;
  for (const run of result.runs.filter((one) => one.label === label)) {
    const gaps = run.nonPrivate!.trace!.suboptimality!;
    [gaps[0], gaps[gaps.length - 1]] = [start, end];
  }
  return result;
}

beforeEach(async () => {
  const engine = new FakeEngine();
  plan = await engine.plan(experiment);
  result = await engine.run(experiment);
  for (const [index, one] of plan.plans.entries()) one.warnings = index === 0 ? [feared] : [];
});

describe('a plan that by its bound ends above its start', () => {
  const label = () => plan.plans[0].label;

  it('warns as the engine says, under its name, while no run is seen', () => {
    expect(cautionsOf(plan, null)).toEqual([{ labels: [label()], text: feared, before: null }]);
  });

  it('says what its runs came to beside what the bound allows, and keeps its words', () => {
    expect(cautionsOf(plan, collectionOf(ending(0.42, 0.0751)))).toEqual([
      {
        labels: [label()],
        text: 'Its bound allows up to 3.864 above the optimum; these 3 runs ended at 0.0751 (median), below their start at 0.420.',
        before: feared,
      },
    ]);
  });

  it('does so where the plan was played on public data sets', () => {
    const text =
      'This plan may well end farther from the optimum than it starts: it does on 9 of 24 ' +
      'public data sets with these bounds, from easy to hard, on which it was played. It may be ' +
      'worse than doing nothing.';
    plan.plans[0].warnings = [text];
    expect(cautionsOf(plan, collectionOf(ending(0.42, 0.0751)))).toEqual([
      {
        labels: [label()],
        text: 'It ends above its start on 9 of 24 public data sets; these 3 runs ended at 0.0751 (median), below their start at 0.420.',
        before: text,
      },
    ]);
  });

  it.each([0.42, 5])('goes on warning where runs end at %s', (end) => {
    const [caution] = cautionsOf(plan, collectionOf(ending(0.42, end)));
    expect(caution.before).toBeNull();
    expect(caution.text).toContain(feared);
    expect(caution.text).toMatch(/Here these 3 runs ended at .* \(median\), not below their start/);
  });

  it('goes on warning where the gap was not measured', () => {
    for (const { trace, nonPrivate } of result.runs) {
      for (const columns of [trace, nonPrivate!.trace])
        Reflect.deleteProperty(columns ?? {}, 'suboptimality');
    }
    expect(cautionsOf(plan, collectionOf(result))[0]).toMatchObject({ text: feared, before: null });
  });
});

describe('other warnings', () => {
  it('stay as they are beside runs, once for all plans that share them', () => {
    for (const one of plan.plans) one.warnings = [other];
    const labels = plan.plans.map((one) => one.label);
    expect(cautionsOf(plan, collectionOf(result))).toEqual([{ labels, text: other, before: null }]);
  });
});
