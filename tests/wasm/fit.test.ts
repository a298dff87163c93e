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
import { defaultExperiment } from '../../web/src/store/defaults.ts';

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
