import { beforeEach, describe, expect, it, vi } from 'vitest';

import { withValueAt } from '../../../../web/src/experiment/paths.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { budgetPath, OverBudget, variedPath } from '../../../../web/src/feature/play/play-view.ts';
import { Store } from '../../../../web/src/store/store.ts';
import { FakeEngine } from '../../support/fake-engine.ts';

let engine: FakeEngine;
let store: Store;
let over: OverBudget;

beforeEach(() => {
  engine = new FakeEngine();
  store = new Store(defaultExperiment);
  over = new OverBudget({ requestUpdate: () => undefined });
});

const look = () => over.look(engine, store.state);

describe('the measure over budgets', () => {
  it('is that of the same experiment at eight of them, with a mark at the present one', async () => {
    expect(look()).toBeNull();
    await vi.waitFor(() => expect(look()).not.toBeNull());
    expect(look()).toMatchObject({ axis: 'other', mark: 1 });
    const { sweep, ...run } = engine.runs[0];
    expect(run).toEqual(withValueAt(defaultExperiment, 'run.repeats', 10));
    const values = [0.03, 0.1, 0.3, 0.6, 1, 2, 4, 10];
    expect(sweep).toEqual([{ path: 'privacy.epsilon', values }]);
  });

  it('does not run again where only the budget moves, and does where anything else changes', async () => {
    await vi.waitFor(() => expect(look()).not.toBeNull());
    store.edit('privacy.epsilon', 3);
    expect(look()).toMatchObject({ mark: 3 });
    expect(engine.runs).toHaveLength(1);
    store.edit('algorithms.0.parameters.iterations', 7);
    expect(look()).toBeNull();
    await vi.waitFor(() => expect(engine.runs).toHaveLength(2));
    await vi.waitFor(() => expect(look()).not.toBeNull());
  });

  it('starts nothing where every run is a release, or one budget waits for a click', () => {
    store.edit('run.randomness', { mode: 'secure' });
    expect([variedPath(store.state), look()]).toEqual([null, null]);
    store.edit('run.randomness', { mode: 'reproducible', seed: 1 });
    expect(variedPath(store.state)).toBe('privacy.epsilon');
    store.edit('data', { kind: 'synthetic', name: 'logistic', samples: 1e6, features: 100 });
    expect([variedPath(store.state), look()]).toEqual([null, null]);
    expect(engine.runs).toEqual([]);
  });

  it('moves rho where that is counted, and nothing where there is none or a sweep sets it', () => {
    const zcdp = withValueAt(defaultExperiment, 'privacy', { notion: 'zcdp', rho: 0.5 });
    expect(budgetPath(zcdp)).toBe('privacy.rho');
    expect(budgetPath(withValueAt(defaultExperiment, 'privacy', { notion: 'none' }))).toBeNull();
    const sweep = [{ path: 'privacy.epsilon', values: [1, 2] }];
    expect(budgetPath({ ...defaultExperiment, sweep })).toBeNull();
    expect(
      over.look(engine, { ...store.state, experiment: { ...defaultExperiment, sweep } }),
    ).toBeNull();
  });
});
