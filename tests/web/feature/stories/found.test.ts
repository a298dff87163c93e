// What steps say of pictures: right where the picture shows it, and nothing where it does not.
import { describe, expect, it } from 'vitest';

import type { ChartModel } from '../../../../web/src/curves/model.ts';
import type { AuditReport, PlanReport } from '../../../../web/src/engine/types.ts';
import { withValueAt } from '../../../../web/src/experiment/paths.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import type { Seen } from '../../../../web/src/feature/stories/step.ts';
import { stepOf, storyOf } from '../../../../web/src/feature/stories/table.ts';

type Curves = Record<string, readonly [x: number[], median: (number | null)[]]>;

function picture(curves: Curves, rest: Partial<ChartModel> = {}): ChartModel {
  const series = Object.entries(curves).map(([label, [x, median]], index) => ({
    ...{ key: label, label, colorIndex: index, dashIndex: index, x, median },
    ...{ iteration: x, epsilonSpent: [], q10: [], q90: [], floor: null, bound: null },
  }));
  return {
    ...{ axis: 'iteration', measure: 'suboptimality', scale: 'log', xTitle: '', yTitle: '' },
    ...{ series, reference: null, optimum: null, dropped: 0, xRange: [0, 1], yRange: null },
    ...rest,
  };
}

interface Promised {
  label: string;
  asked: number;
  epsilon: number;
  certified: boolean;
}

const planOf = (...plans: Promised[]) =>
  ({
    plans: plans.map(({ label, asked, epsilon, certified }) => ({
      ...{ label, sweep: {} },
      privacy: { epsilon, certified, requested: { epsilon: asked }, guarantee: 'proven' },
    })),
  }) as unknown as PlanReport;

const certified = planOf({ label: 'DP-SVRG', asked: 1, epsilon: 1, certified: true });

function said(id: string, step: number, seen: Partial<Seen>): string {
  const whole = { model: picture({}), experiment: defaultExperiment, plan: null, report: null };
  return stepOf(storyOf(id)!, step).step.found!({ ...whole, ...seen });
}

describe('the price of epsilon', () => {
  const id = 'price-of-epsilon';

  it('tells the risk of the budget that is drawn', () => {
    const experiment = withValueAt(defaultExperiment, 'privacy.epsilon', 1);
    expect(said(id, 1, { experiment })).toBe(
      'At epsilon 1 it is right at most 73 in 100 instead of 50 in 100 times.',
    );
    const open = withValueAt(defaultExperiment, 'privacy', { notion: 'none' });
    expect(said(id, 1, { experiment: open })).toBe('');
  });

  it('tells the best accuracy between its levels, and nothing without them', () => {
    const levels = [
      { label: 'no privacy', y: 0.95 },
      { label: 'always the majority', y: 0.6 },
    ];
    const curves: Curves = { a: [[0, 1], [0.6, 0.7]], b: [[0, 1], [0.6, 0.81]] }; // prettier-ignore
    expect(said(id, 3, { model: picture(curves, { levels }) })).toBe(
      'At epsilon 1 the best is right for 81 of 100, no privacy 95, always the majority 60.',
    );
    expect(said(id, 3, { model: picture(curves) })).toBe('');
  });

  it('tells a rise over what is swept, and no fall', () => {
    const rise: Curves = { 'DP-GD': [[250, 16_000], [0.62, 0.998]] }; // prettier-ignore
    expect(said(id, 5, { model: picture(rise, { axis: 'other' }) })).toBe(
      'DP-GD is right for 62 of 100 with 250 records, and for 99.8 with 16\u2009000 records.',
    );
    const fall: Curves = { 'DP-GD': [[250, 16_000], [0.62, 0.5]] }; // prettier-ignore
    expect(said(id, 5, { model: picture(fall, { axis: 'other' }) })).toBe('');
    expect(said(id, 5, { model: picture(rise) })).toBe('');
  });
});

describe('momentum', () => {
  const id = 'momentum-amplifies-noise';
  const x = [0, 10, 20, 30];

  it('is behind in the end, and ahead before, where it is so', () => {
    const model = picture({ 'DP-GD': [x, [9, 5, 2, 0.5]], 'DP-NAG': [x, [9, 2, 1.5, 1.5]] });
    expect(said(id, 2, { model })).toBe(
      'DP-NAG is ahead until iteration 20, and ends 3 times as high as DP-GD: 1.50.',
    );
    const never = picture({ 'DP-GD': [x, [9, 1, 1, 0.5]], 'DP-NAG': [x, [9, 2, 2, 1.5]] });
    expect(said(id, 2, { model: never })).toBe('DP-NAG ends 3 times as high as DP-GD: 1.50.');
  });

  it('is not said to be behind where it is ahead, level, or not drawn', () => {
    const model = picture({ 'DP-GD': [x, [9, 5, 2, 1.5]], 'DP-NAG': [x, [9, 2, 1, 0.5]] });
    expect(said(id, 2, { model })).toBe('');
    expect(said(id, 1, { model })).toBe(
      'After 30 iterations DP-NAG is at 0.500, and DP-GD at 1.50.',
    );
    expect(said(id, 2, { model: picture({ 'DP-GD': [x, [9, 5, 2, 1]] }) })).toBe('');
    expect(said(id, 5, { model })).toBe('');
  });
});

describe('when to stop', () => {
  const id = 'when-to-stop';

  it('tells when a curve was as low as it ends, if that was early', () => {
    const x = [0, 10, 20, 30, 40];
    expect(said(id, 1, { model: picture({ a: [x, [9, 1, 2, 1.5, 1]] }) })).toMatch(
      /^It ends at 1\.00, and was as low by iteration 10 of 40:/,
    );
    expect(said(id, 1, { model: picture({ a: [x, [9, 5, 4, 3, 1]] }) })).toBe('');
  });

  it('tells the least of a valley, and nothing of a slope', () => {
    const x = [20, 60, 400];
    const ends = (...y: number[]) => ({ model: picture({ a: [x, y] }, { axis: 'other' }) });
    expect(said(id, 3, ends(10, 0.1, 0.7))).toBe(
      'Of those tried 60 steps are best, with 0.100: 20 end at 10.0, and 400 at 0.700.',
    );
    expect(said(id, 3, ends(10, 1, 0.7))).toBe('');
    expect(said(id, 3, ends(0.1, 1, 7))).toBe('');
  });

  it('tells that more budget allows more steps only where it does', () => {
    const x = [20, 60, 80, 400];
    const two = (rich: number[]) => ({
      model: picture(
        { 'DP-NAG, epsilon 1': [x, [9, 1, 2, 3]], 'DP-NAG, epsilon 4': [x, rich] },
        { axis: 'other' },
      ),
    });
    expect(said(id, 4, two([9, 1, 0.5, 3]))).toBe(
      'The best end moves from 60 steps at epsilon 1 to 80 at epsilon 4.',
    );
    expect(said(id, 4, two([9, 0.5, 1, 3]))).toBe('');
  });
});

describe('what a proof costs', () => {
  const id = 'what-a-proof-costs';
  const axis = 'gradientEvaluations';

  it('tells a win by fewer gradients, on their axis', () => {
    const curves: Curves = {
      'DP-SVRG': [[0, 100], [1, 0.01]],
      'DP-GD, T = 12': [[0, 300], [1, 0.1]],
    }; // prettier-ignore
    expect(said(id, 1, { model: picture(curves, { axis }) })).toBe(
      'DP-SVRG ends 10 times lower, at 0.0100, after 100 gradients; DP-GD, T = 12 reads 300.',
    );
    expect(said(id, 1, { model: picture(curves) })).toBe('');
  });

  it('tells what noise costs where that is more than was asked for', () => {
    const plan = planOf({ label: 'DP-SVRG', asked: 1, epsilon: 40_500, certified: false });
    expect(said(id, 2, { plan })).toBe(
      'The noise of DP-SVRG is worth epsilon 40\u2009500, though 1 was asked for.',
    );
    expect(said(id, 2, { plan: certified })).toBe('');
  });

  it('speaks of ruin under a certificate only', () => {
    const model = picture({ 'DP-SVRG': [[0, 100], [0.1, 5]] }, { axis }); // prettier-ignore
    expect(said(id, 3, { model, plan: certified })).toMatch(/starts at 0\.100 and ends at 5\.00/);
    expect(said(id, 3, { model })).toBe('');
    const fine = picture({ 'DP-SVRG': [[0, 100], [0.1, 0.01]] }, { axis }); // prettier-ignore
    expect(said(id, 3, { model: fine, plan: certified })).toBe('');
  });
});

describe('a broken mechanism', () => {
  const id = 'catch-a-broken-mechanism';

  it('looks better where it does', () => {
    const x = [0, 1, 2, 3];
    const of = (...wrong: number[]) => ({
      model: picture({ right: [x, [8, 4, 2, 2]], wrong: [x, wrong] }),
    });
    expect(said(id, 1, of(8, 4, 1, 1))).toBe('Over the second half wrong has 2 times less gap.');
    expect(said(id, 1, of(8, 4, 2, 2))).toBe('');
  });

  it('is refuted in numbers of the audit, and a correct one is not', () => {
    const report = (verdict: string, epsilon: number) =>
      ({ verdict, lowerBound: { epsilon }, claimed: { epsilon: 1 } }) as unknown as AuditReport;
    expect(said(id, 3, {})).toBe('');
    expect(said(id, 3, { report: report('refuted', 1.24) })).toBe(
      'Refuted: its runs prove that epsilon is at least 1.24, and 1 is claimed.',
    );
    expect(said(id, 5, { report: report('consistent', 0.66) })).toMatch(/^Nothing speaks against/);
  });
});
