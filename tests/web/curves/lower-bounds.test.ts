import { describe, expect, it } from 'vitest';

import type { Experiment, PageEngine } from '../../../web/src/engine/types.ts';
import { askLowerLines } from '../../../web/src/curves/lower-bounds.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';

/** Knows a condition with κ = 4 on as many records as the sweep says. */
const engine = {
  plan: (experiment: Experiment) =>
    Promise.resolve({
      constants: {
        kl: { exponent: 4, constant: 1, weakConvexity: 0 },
        initialGap: 1,
        smoothness: 1,
        l2Sensitivity: 2,
      },
      data: { samples: (experiment.data as { samples: number }).samples, features: 1 },
    }),
  theory: () => Promise.resolve({ lowerBoundRate: 0.5 }),
} as unknown as Pick<PageEngine, 'plan' | 'theory'>;

const swept: Experiment = {
  ...defaultExperiment,
  data: { kind: 'synthetic', name: 'balanced-tilts', samples: 100, features: 1, bound: 1 },
  privacy: { notion: 'zcdp', rho: 0.5 },
  sweep: [{ path: 'data.samples', values: [100, 200, 400] }],
};

describe('the lower bound of Theorem 8', () => {
  it('stands beside runs for a record that is exchanged, and not for one that is emptied', async () => {
    const labels = async (experiment: Experiment) =>
      (await askLowerLines(engine, experiment, {})).lines.map(({ label }) => label.split(',')[0]);
    expect(await labels(swept)).toEqual(['Lower rate x^κ', 'Lower bound']);
    const emptied: Experiment = { ...swept, privacy: { ...swept.privacy, neighbours: 'zero-out' } };
    expect(await labels(emptied)).toEqual(['Lower rate x^κ']);
  });
});
