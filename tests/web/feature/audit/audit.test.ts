import { describe, expect, it } from 'vitest';

import type { AuditReport, Catalogue, Experiment } from '../../../../web/src/engine/types.ts';
import {
  auditable,
  explain,
  judgedBudget,
  outline,
  whyFar,
  withOneStep,
} from '../../../../web/src/feature/audit/audit.ts';

const experiment: Experiment = {
  version: 1,
  data: { kind: 'builtin', name: 'breast-cancer' },
  problem: { loss: 'logistic' },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [
    { id: 'gd' },
    { id: 'dp-gd', parameters: { iterations: 100, start: 10 } },
    { id: 'dp-gd', label: 'again' },
    { id: 'dp-nag', label: 'Nesterov' },
  ],
  sweep: [{ path: 'privacy.epsilon', values: [1, 2] }],
};
const catalogue = {
  algorithms: [
    { id: 'gd', title: 'GD', private: false },
    { id: 'dp-gd', title: 'DP-GD', private: true, parameters: [{ name: 'iterations' }] },
    { id: 'dp-nag', title: 'DP-NAG', private: true, parameters: [{ name: 'toleranceRatio' }] },
  ],
} as unknown as Catalogue;

const report = {
  verdict: 'consistent',
  confidence: 0.999999,
  runs: 60_000,
  iterations: 1,
  claimed: { notion: 'pure', epsilon: 1, delta: 0, statement: '' },
  requested: null,
  lowerBound: { epsilon: 0.9, delta: 0, form: 'attack' },
  neighbours: { attained: 2, sensitivity: 2 },
} as unknown as AuditReport;

describe('what can be audited', () => {
  it('is every private algorithm once, by its label', () => {
    expect(auditable(experiment, catalogue)).toEqual([
      { id: 'dp-gd', label: 'DP-GD' },
      { id: 'dp-nag', label: 'Nesterov' },
    ]);
    expect(auditable({ ...experiment, privacy: { notion: 'none' } }, catalogue)).toEqual([]);
    expect(auditable(experiment, null)).toEqual([]);
  });

  it('has one step and no sweep when the bound should come close; the rest stays', () => {
    const short = withOneStep(experiment, 'dp-gd', catalogue);
    expect(short.algorithms[1].parameters).toEqual({ iterations: 1, start: 10 });
    expect(short.algorithms[3]).toEqual(experiment.algorithms[3]);
    expect(short.sweep).toEqual([]);
    // What has no steps keeps its parameters.
    const whole = withOneStep(experiment, 'dp-nag', catalogue);
    expect(whole).toEqual({ ...experiment, sweep: [] });
  });
});

describe('a finding', () => {
  it('is told in plain words with its confidence', () => {
    expect(explain(report)).toContain('ε is at least 0.9, with confidence 99.9999%; 1 is claimed.');
    const refuted: AuditReport = {
      ...report,
      verdict: 'refuted',
      claimed: { ...judgedBudget(report), delta: 1e-5 },
    };
    expect(explain(refuted)).toMatch(/^Refuted\. .* at δ = 1 × 10⁻⁵/);
  });

  it('of a plan that leaks says what was asked for, and that nothing is claimed', () => {
    const leaking: AuditReport = { ...report, claimed: null, requested: report.claimed };
    expect(judgedBudget(leaking).epsilon).toBe(1);
    expect(explain({ ...leaking, verdict: 'refuted' })).toMatch(
      /^Refuted\. .*; 1 was asked for\. The plan leaks and claims nothing\.$/,
    );
    expect(explain(leaking)).toMatch(/^Not refuted by these runs\. .*claims nothing\.$/);
    expect(whyFar({ ...leaking, iterations: 50 })).toBe('');
  });

  it('says why it stays far below the claim', () => {
    const far = { ...report, lowerBound: { ...report.lowerBound, epsilon: 0.1 } };
    expect(whyFar(report)).toBe('');
    expect(whyFar({ ...far, iterations: 50 })).toContain('With one step the audit comes closer');
    const half = { ...report.neighbours, attained: 1 };
    expect(whyFar({ ...far, neighbours: half })).toContain('sensitivity');
    expect(whyFar(far)).toContain('More runs');
  });

  it('has a histogram whose outline goes along the bins', () => {
    expect(outline([0, 1, 3], [2, 4], 4)).toEqual([
      [0, 0],
      [0, 0.5],
      [1, 0.5],
      [1, 1],
      [3, 1],
      [3, 0],
    ]);
    expect(outline([0, 1], [0], 0).every(([, y]) => y === 0)).toBe(true);
  });
});
