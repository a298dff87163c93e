import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  createEngine,
  type Catalogue,
  type Engine,
  type ExperimentFile,
} from '../../wasm/node/index.ts';
import { fixOf, misfitsOf } from '../../web/src/fit/advice.ts';
import { chosenIn, entriesOf, menus, withChoice } from '../../web/src/fit/choices.ts';
import { Judge } from '../../web/src/fit/judge.ts';
import { defaultExperiment } from '../../web/src/experiment/defaults.ts';
import { withLoss } from '../../web/src/store/sources.ts';

let engine: Engine<ExperimentFile>;
let catalogue: Catalogue;
let judge: Judge;

beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
  catalogue = await engine.catalogue();
  judge = new Judge((experiment) => engine.plan(experiment));
});
afterAll(() => engine.dispose());

/** The labels of those that an experiment leaves out; all of them where nothing runs. */
async function leftOut(experiment: ExperimentFile): Promise<string[] | 'all'> {
  try {
    return (await engine.plan(experiment)).refused.map(({ label }) => label);
  } catch {
    return 'all';
  }
}

describe.each(menus)('every entry of the menu %s on the opening page', (menu) => {
  it('fits or is marked, and every fix that is offered leads to a plan', async () => {
    const facts = { catalogue, samples: 569 };
    const misfits = new Map(
      (await misfitsOf(defaultExperiment, menu, judge, facts)).map((one) => [one.id, one]),
    );
    for (const { id } of entriesOf(menu, catalogue)) {
      if (id === chosenIn(menu, defaultExperiment)) continue;
      const left = await leftOut(withChoice(defaultExperiment, menu, id, facts));
      expect(left.length > 0, id).toBe(misfits.has(id));
      const misfit = misfits.get(id);
      if (misfit === undefined) continue;
      expect(misfit.reason, id).not.toBe('');
      if (menu !== 'algorithm') expect(misfit.stops, id).toEqual(left === 'all' ? [] : left);
      const fix = await fixOf(defaultExperiment, misfit, judge, facts);
      // Neighbours that no algorithm counts for have no fix. Methods that run only with a certificate may need more
      // records or a larger budget, which only the reader can give.
      const { needs = [] } = catalogue.algorithms.find((one) => one.id === id) ?? {};
      const mayAskForMore = needs.some((need) => need.includes('KL condition'));
      const isCounted = catalogue.algorithms.some(({ neighbours }) => neighbours.includes(id));
      if (!mayAskForMore) expect(fix !== null, id).toBe(menu !== 'neighbours' || isCounted);
      if (fix !== null) expect(await leftOut(fix.experiment), `${id}: ${fix.title}`).toEqual([]);
    }
  }, 60_000);
});

describe('saddle problems', () => {
  const others = 'leave out DP-GD, DP-HB and DP-NAG-opt';

  it('come with the algorithms that solve them, by one click', async () => {
    const facts = { catalogue, samples: 569 };
    for (const id of ['minimax-output-perturbation', 'phased-minimax', 'dp-sgda']) {
      const fix = await fixOf(defaultExperiment, { menu: 'algorithm', id }, judge, facts);
      expect(fix?.title).toBe(`Set the problem to AUC maximization and ${others}`);
      expect(fix?.experiment.problem).toEqual({ kind: 'saddle', name: 'auc' });
    }
    const chosen = await fixOf(defaultExperiment, { menu: 'loss', id: 'auc' }, judge, facts);
    expect(chosen?.title).toBe('Use Minimax output perturbation instead');
  }, 60_000);

  it('on simplices come with the algorithms that draw vertices, by one click', async () => {
    const facts = { catalogue, samples: 569 };
    const fix = await fixOf(defaultExperiment, { menu: 'algorithm', id: 'vertex-smd' }, judge, facts); // prettier-ignore
    expect(fix?.title).toBe(`Set the problem to Worst-group logistic, sparse and ${others}`);
    expect(fix?.experiment.problem).toEqual({ kind: 'saddle', name: 'worst-group-sparse' });
    expect(fix?.experiment.data).toEqual(defaultExperiment.data);
    const ranking = { ...withLoss(defaultExperiment, 'auc', catalogue), algorithms: [{ id: 'dp-sgda' }] }; // prettier-ignore
    const beside = await fixOf(ranking, { menu: 'algorithm', id: 'vertex-smd' }, judge, facts);
    expect(beside?.title).toBe('Set the problem to Worst-group logistic, sparse');
    expect(await leftOut(beside!.experiment)).toEqual([]);
    const game = { ...withLoss(defaultExperiment, 'matrix-game', catalogue), algorithms: [{ id: 'dp-sgda' }] }; // prettier-ignore
    const records = await fixOf(game, { menu: 'algorithm', id: 'vertex-smd' }, judge, facts);
    expect(records?.title).toBe('Take generated records');
    expect(records?.experiment.data).toMatchObject({ kind: 'synthetic', name: 'planted-game' });
  }, 60_000);

  it('of synthetic data come with records of a few categories', async () => {
    const facts = { catalogue, samples: 569 };
    const fix = await fixOf(defaultExperiment, { menu: 'algorithm', id: 'mwem' }, judge, facts);
    expect(fix?.experiment.problem).toEqual({ kind: 'saddle', name: 'marginal-queries' });
    expect(fix?.experiment.data).toMatchObject({ kind: 'synthetic', name: 'markov-bits' });
    expect(await leftOut(fix!.experiment)).toEqual([]);
  }, 60_000);

  it('give way to a loss, and every entry of their menus fits or is marked', async () => {
    const facts = { catalogue, samples: 569 };
    const ranking = {
      ...withLoss(defaultExperiment, 'auc', catalogue),
      algorithms: [{ id: 'phased-minimax' }],
    };
    expect(await leftOut(ranking)).toEqual([]);
    for (const menu of ['algorithm', 'loss', 'notion'] as const) {
      for (const misfit of await misfitsOf(ranking, menu, judge, facts)) {
        const fix = await fixOf(ranking, misfit, judge, facts);
        if (fix !== null) expect(await leftOut(fix.experiment), fix.title).toEqual([]);
      }
    }
    const fix = await fixOf(ranking, { menu: 'algorithm', id: 'dp-gd' }, judge, facts);
    expect(fix?.title).toBe('Set the problem to Logistic and leave out Phased minimax');
    expect(fix?.experiment.problem).toEqual({ loss: 'logistic' });
  }, 60_000);
});
