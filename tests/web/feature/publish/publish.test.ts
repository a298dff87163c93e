import { describe, expect, it } from 'vitest';

import type { Experiment, PageEngine, PlanReport } from '../../../../web/src/engine/types.ts';
import { spendingOf, totalText } from '../../../../web/src/feature/publish/costs.ts';
import {
  publish,
  publishable,
  publishableMethods,
} from '../../../../web/src/feature/publish/publish.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { fakeCatalogue } from '../../support/fake-engine.ts';

const swept: Experiment = {
  ...defaultExperiment,
  sweep: [{ path: 'privacy.epsilon', values: [0.1, 1, 10] }],
};

describe('what is run to be published', () => {
  it('is one method, once, at the budget of the form', () => {
    const chosen = publishable(swept, 2);
    expect(chosen.algorithms).toEqual([defaultExperiment.algorithms[2]]);
    expect(chosen.privacy).toEqual(defaultExperiment.privacy);
    expect(chosen).not.toHaveProperty('sweep');
    expect(chosen.run).toMatchObject({
      repeats: 1,
      randomness: { mode: 'secure', release: 'hardened' },
      diagnostics: [],
    });
  });

  it('is none that is not private', () => {
    const mixed = {
      ...swept,
      algorithms: [{ id: 'gd' }, { id: 'dp-gd' }, { id: 'no-such' }, { id: 'dp-gd' }],
    };
    expect(publishableMethods(mixed, null, fakeCatalogue)).toEqual([1, 3]);
    const open: Experiment = { ...mixed, privacy: { notion: 'none' } };
    expect(publishableMethods(open, null, fakeCatalogue)).toEqual([]);
  });
});

describe('a result that the check does not call consistent', () => {
  const result = { privacy: { releasable: true, reasons: [] } };
  const engineOf = (consistent: boolean | null) => ({
    run: () => Promise.resolve(result),
    redact: () => Promise.resolve(result),
    checkStatement: () =>
      Promise.resolve({ consistent, sentence: 'Figures recomputed; the solver my-own is not known here.' }),
  }); // prettier-ignore
  const published = (consistent: boolean | null) =>
    publish(
      engineOf(consistent) as unknown as Parameters<typeof publish>[0],
      defaultExperiment,
      null,
      new AbortController().signal,
    );

  it.each([false, null])('is not published where the answer is %s, which says why', async (answer) => {
    await expect(published(answer)).rejects.toThrow('the solver my-own is not known here');
  }); // prettier-ignore

  it('is published where it is', async () => {
    await expect(published(true)).resolves.toBe(result);
  });
});

const total = (figures: object) => ({ total: figures }) as unknown as PlanReport;

describe('what publishing costs', () => {
  it('is told in the unit that was set', () => {
    expect(totalText(total({ epsilon: 1, delta: 0 }))).toBe('ε = 1');
    expect(totalText(total({ epsilon: 1, delta: 1e-5, rho: 0.03 }))).toBe('ε = 1, δ = 1 × 10⁻⁵');
    expect(totalText(total({ epsilon: null, delta: null, rho: 0.1 }))).toBe('ρ = 0.1');
    expect(totalText({ total: null })).toBe('nothing bounds what they cost together');
  });

  const asked: string[] = [];
  const engine = {
    account: (query: object) => {
      asked.push(JSON.stringify(query));
      return Promise.resolve({ value: 1.5, method: '', bound: 'upper' });
    },
  } as unknown as Pick<PageEngine, 'account'>;
  const plan = {
    cost: { runs: 1 },
    plans: [],
    total: { epsilon: 1, delta: 1e-5, rho: 0.03 },
  } as unknown as PlanReport;
  const counted = { runs: 2, epsilon: 0.5, delta: 0, rho: 0.06, unbounded: 0 };

  it('adds to what the file has cost before, converted once', async () => {
    asked.length = 0;
    const spending = await spendingOf(engine, plan, defaultExperiment, counted);
    expect(spending).toEqual({ before: 'ε = 2, δ = 1 × 10⁻⁵', after: 'ε = 2, δ = 1 × 10⁻⁵' });
    expect(asked.map((text) => (JSON.parse(text) as { rho: number }).rho)).toEqual([0.06, 0.09]);
  });

  it('is rho where rho was set, and nothing was spent before the first', async () => {
    asked.length = 0;
    const zcdp: Experiment = { ...defaultExperiment, privacy: { notion: 'zcdp', rho: 0.1 } };
    const inRho = { ...plan, total: { epsilon: null, delta: null, rho: 0.1 } } as PlanReport;
    const first = await spendingOf(engine, inRho, zcdp, null);
    expect(first).toEqual({ before: 'nothing', after: 'ρ = 0.1' });
    expect(asked).toEqual([]);
  });

  it('is bounded by nothing after a run that promised nothing', async () => {
    const unbounded = { ...counted, unbounded: 1 };
    const spending = await spendingOf(engine, plan, defaultExperiment, unbounded);
    expect(spending.after).toBe('nothing bounds what they cost together');
  });
});
