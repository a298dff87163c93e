import { beforeEach, describe, expect, it } from 'vitest';

import type { Experiment, ExperimentResult, PlanReport } from '../../../../web/src/engine/types.ts';
import { cautionsOf } from '../../../../web/src/feature/warnings/cautions.ts';
import { collectionOf } from '../../../../web/src/results/collection.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { FakeEngine } from '../../support/fake-engine.ts';

// What a plan feared, told beside what its runs came to.

const feared =
  'Theory cannot rule out that this ends worse than it starts. By its bound it may end 3.864 above' +
  ' the optimum; it starts 0.7 above it, as stated. What would help: iterations 1.';
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

  it('warns in plain words with the engine’s help, and keeps its numbers, while no run is seen', () => {
    const text =
      'Theory cannot rule out that this ends worse than it starts. What would help: iterations 1.';
    expect(cautionsOf(plan, null)).toEqual([
      { labels: [label()], text, numbers: [feared], before: null },
    ]);
  });

  it('does not promise what the engine found not to help', () => {
    const hopeless = 'Of other numbers of epochs and larger budgets none was found to help.';
    plan.plans[0].warnings = [feared.replace(/What would help: .*/, hopeless)];
    expect(cautionsOf(plan, null)[0].text).toBe(
      `Theory cannot rule out that this ends worse than it starts. ${hopeless}`,
    );
  });

  it('warns once of plans that share the words, with the numbers of each', () => {
    const [first, second] = plan.plans;
    second.warnings = [feared.replace('3.864', '2.5')];
    const [caution, ...rest] = cautionsOf(plan, null);
    expect(rest).toEqual([]);
    expect(caution.labels).toEqual([first.label, second.label]);
    expect(caution.numbers).toEqual([feared, ...second.warnings]);
  });

  it('says what its runs came to beside what the bound allows, and keeps its words', () => {
    expect(cautionsOf(plan, collectionOf(ending(0.42, 0.0751)))).toEqual([
      {
        labels: [label()],
        text: 'These 3 runs ended better than they began, at a gap of 0.0751 (median) after 0.420; theory could not guarantee that.',
        numbers: [feared],
        before: feared,
      },
    ]);
  });

  it('does so where the plan was played on public data sets', () => {
    const text =
      'This may well end worse than it starts. It did on 9 of 24 public data sets with these ' +
      'bounds, from easy to hard.';
    plan.plans[0].warnings = [text];
    expect(cautionsOf(plan, collectionOf(ending(0.42, 0.0751)))).toEqual([
      {
        labels: [label()],
        text: 'These 3 runs ended better than they began, at a gap of 0.0751 (median) after 0.420; on 9 of 24 public data sets such runs end worse than they start.',
        numbers: [text],
        before: text,
      },
    ]);
  });

  it.each([0.42, 5])('goes on warning where runs end at %s', (end) => {
    const [caution] = cautionsOf(plan, collectionOf(ending(0.42, end)));
    expect(caution.before).toBeNull();
    expect(caution.numbers).toEqual([feared]);
    expect(caution.text).toMatch(/Here these 3 runs ended at .* \(median\), not below their start/);
  });

  it('goes on warning where the gap was not measured', () => {
    for (const { trace, nonPrivate } of result.runs) {
      for (const columns of [trace, nonPrivate!.trace])
        Reflect.deleteProperty(columns ?? {}, 'suboptimality');
    }
    expect(cautionsOf(plan, collectionOf(result))[0]).toMatchObject({
      numbers: [feared],
      before: null,
    });
  });
});

describe('other warnings', () => {
  it('stay as they are beside runs, once for all plans that share them', () => {
    for (const one of plan.plans) one.warnings = [other];
    const labels = plan.plans.map((one) => one.label);
    expect(cautionsOf(plan, collectionOf(result))).toEqual([
      { labels, text: other, numbers: [], before: null },
    ]);
  });
});
