import { describe, expect, it } from 'vitest';

import type { Experiment, KlTrial } from '../../../../web/src/engine/types.ts';
import {
  askTrial,
  changesNothing,
  isAbout,
  isAnswerTo,
  isPaidAlike,
  trialSummary,
} from '../../../../web/src/feature/kl-trial/kl-trial-panel.ts';

const experiment: Experiment = {
  version: 1,
  data: { kind: 'file', name: 'own.csv', format: 'csv' },
  problem: { loss: 'logistic' },
  privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
  algorithms: [{ id: 'some' }],
};
const trial: KlTrial = {
  experiment,
  changes: [],
  certified: ['One.', 'Two.'],
  assumed: ['Three.'],
  methods: [],
};

describe('a trial', () => {
  it('takes along the file that the experiment reads, and no other', async () => {
    const asked: unknown[] = [];
    const engine = {
      klTrial: (_: unknown, options: unknown) => {
        asked.push(options);
        return Promise.resolve(trial);
      },
    };
    const blob = new Blob(['1,2']);
    await askTrial(engine, experiment, { name: 'own.csv', blob });
    await askTrial(engine, experiment, { name: 'other.csv', blob });
    expect(asked).toEqual([{ data: blob }, {}]);
  });

  it('holds with another budget and other methods, not of another problem or promise', () => {
    const { privacy } = experiment;
    expect(isAbout(trial, { ...experiment, privacy: { ...privacy, epsilon: 9 } })).toBe(true);
    expect(isAbout(trial, { ...experiment, algorithms: [] })).toBe(true);
    expect(isAbout(trial, { ...experiment, problem: { loss: 'huber' } })).toBe(false);
    expect(isAbout(trial, { ...experiment, privacy: { notion: 'none' } })).toBe(false);
    expect(changesNothing(trial, { ...experiment, algorithms: [] })).toBe(false);
    expect(changesNothing(trial, structuredClone(experiment))).toBe(true);
  });

  it('says of its methods what holds with one budget and one kind of release', () => {
    const { privacy } = experiment;
    const hardened = { randomness: { mode: 'secure', release: 'hardened' } } as const;
    expect(isPaidAlike(trial, { ...experiment, title: 'another', algorithms: [] })).toBe(true);
    expect(isPaidAlike(trial, { ...experiment, privacy: { ...privacy, epsilon: 9 } })).toBe(false);
    expect(isPaidAlike(trial, { ...experiment, run: hardened })).toBe(false);
  });

  it('is no answer to an experiment that was edited meanwhile', () => {
    expect(isAnswerTo(experiment, structuredClone(experiment))).toBe(true);
    expect(isAnswerTo(experiment, { ...experiment, title: 'edited' })).toBe(false);
  });

  it('is summed up in numbers that agree with their words', () => {
    expect(trialSummary(trial)).toBe(
      'Tried as a KL problem: no changes, 2 certified facts, 1 assumption.',
    );
  });
});
