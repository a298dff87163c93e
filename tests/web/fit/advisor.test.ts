import { expect, it } from 'vitest';

import type { Experiment, PlanReport } from '../../../web/src/engine/types.ts';
import { Advisor } from '../../../web/src/fit/advisor.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeError, fakeCatalogue } from '../support/fake-engine.ts';

const experiment = {
  version: 1,
  data: { kind: 'builtin', name: 'breast-cancer' },
  problem: { loss: 'logistic' },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd' }],
} as Experiment;

/** An advisor of an engine that refuses two methods, of which one has to be loaded for that. */
function advised() {
  const store = new Store(experiment);
  const loading: string[] = [];
  const advisor = new Advisor(store, {
    isCheap: () => true,
    plan: ({ algorithms }, _, onlyAtHand): Promise<PlanReport> => {
      const { id } = algorithms.at(-1)!;
      if (id === 'dp-gd') return Promise.resolve({ refused: [] } as never);
      if (id === 'dp-nag-opt' && onlyAtHand) {
        return Promise.reject(new FakeError('cancelled', '', 'not at hand'));
      }
      if (id === 'dp-nag-opt') loading.push(id);
      return Promise.reject(new FakeError('no', 'privacy', `has no place for ${id}`));
    },
  });
  const marked = () => advisor.misfitsOf('algorithm').map(({ id }) => id);
  const known = () =>
    new Promise((resolve) => advisor.addEventListener('change', resolve, { once: true }));
  store.patch({
    catalogue: fakeCatalogue,
    work: { phase: 'done', planned: { experiment, plan: { refused: [], data: {} } as never } },
  });
  return { advisor, known, marked, loading };
}

it('marks what the loaded part of the engine refuses, and the rest when somebody looks', async () => {
  const { advisor, known, marked, loading } = advised();
  await known();
  expect(marked()).toEqual(['dp-hb']);
  expect(loading).toEqual([]);
  advisor.look();
  await known();
  expect(marked()).toEqual(['dp-hb', 'dp-nag-opt']);
  expect(loading).not.toEqual([]);
});

it('looks closer where a list of what does not fit is opened', async () => {
  const { advisor, known, marked } = advised();
  await known();
  advisor.seek('algorithm');
  await expect.poll(marked).toEqual(['dp-hb', 'dp-nag-opt']);
});
