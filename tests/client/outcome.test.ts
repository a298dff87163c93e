import { describe, expect, it } from 'vitest';

import { outcomeOf, type OutcomeBlock, type RunResult } from '../../wasm/client/public.ts';

const privacy: RunResult['privacy'] = {
  notion: 'pure',
  requested: { epsilon: 1 },
  epsilon: 1,
  delta: 0,
  neighbours: 'replace-one',
  guarantee: 'proven',
  certified: true,
  reasons: [],
  statement: '',
};
const who = { algorithm: 'dp-gd', label: 'DP-GD', sweep: {}, repeat: 0 };
const outcome: Omit<OutcomeBlock, 'trace'> = {
  status: 'diverged',
  stop: { reason: 'no-longer-finite', text: 'An iterate was no longer finite.' },
  error: { code: 'diverged', field: '', message: 'at iteration 3' },
  parameters: { stepSize: 0.5 },
  fingerprint: 'ab',
  solution: [1, 2],
  gradientEvaluations: 30,
  seconds: 0.25,
};
const trace = { iteration: [0, 3], gradientEvaluations: [0, 30], seconds: [0, 0.25] };

describe('the outcome of a run', () => {
  it('is the same wherever it stands', () => {
    const exact = { objective: [0.7, 0.6] };
    const shown = {
      ...who,
      ...outcome,
      privacy,
      trace,
      nonPrivate: { trace: exact, final: { objective: 0.6 } },
    };
    const hidden: RunResult = {
      ...who,
      privacy: { ...privacy, guarantee: 'leaks', epsilon: null, certified: false },
      nonPrivate: {
        ...outcome,
        trace: { ...trace, ...exact },
        final: { objective: 0.6 },
      },
    };
    expect(outcomeOf(hidden)).toEqual(outcomeOf(shown));
    expect(outcomeOf(hidden)).toEqual({
      ...outcome,
      trace: { ...trace, ...exact },
      final: { objective: 0.6 },
    });
  });

  it('of a redacted run that promises nothing is not there', () => {
    const redacted = outcomeOf({ ...who, privacy });
    expect(redacted.status).toBeNull();
    expect(redacted.solution).toBeNull();
    expect(redacted.trace).toEqual({ iteration: [], gradientEvaluations: [] });
  });

  it('of a publishable run has no times', () => {
    const { seconds, ...published } = outcome;
    const { seconds: times, ...columns } = trace;
    expect([seconds, times.length]).toEqual([0.25, 2]);
    const run = outcomeOf({ ...who, ...published, privacy, trace: columns });
    expect(run.seconds).toBeNull();
    expect(run.trace).toEqual(columns);
  });
});
