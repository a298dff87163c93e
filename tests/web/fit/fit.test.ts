import { describe, expect, it } from 'vitest';

import type { Catalogue, Experiment, PlanReport } from '../../../web/src/engine/types.ts';
import { fixOf, fixOfPresent, misfitsOf } from '../../../web/src/fit/advice.ts';
import { withChoice, type Menu } from '../../../web/src/fit/choices.ts';
import { Judge } from '../../../web/src/fit/judge.ts';
import { withoutAlgorithms } from '../../../web/src/store/algorithms.ts';
import { FakeError, fakeCatalogue } from '../support/fake-engine.ts';

const algorithm = (id: string, more: object = {}) => ({
  ...fakeCatalogue.algorithms[0],
  id,
  title: id.toUpperCase(),
  ...more,
});
const term = (id: string) => ({ id, title: id, description: '', parameters: [] });
const catalogue = {
  ...fakeCatalogue,
  algorithms: [algorithm('free'), algorithm('global'), algorithm('approx'), algorithm('vertex')],
  domains: [term('all'), term('ball'), term('broken')],
  notions: ['pure', 'approximate', 'none'].map((id) => ({ ...term(id), parameters: [] })),
} as unknown as Catalogue;
const facts = { catalogue, samples: 1000 };

const experiment = {
  version: 1,
  data: { kind: 'builtin', name: 'breast-cancer' },
  problem: { loss: 'logistic' },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'free' }, { id: 'global' }],
} as Experiment;

/** The rules of an engine: what an algorithm has against an experiment. */
function objection(id: string, { privacy, problem }: Experiment): [string, string] | null {
  const domain = problem.domain?.kind ?? 'all';
  if (domain === 'broken') return ['problem.domain', 'has no projection: use "ball"'];
  if (id === 'global' && domain !== 'all') return ['problem.domain', 'works on all of space'];
  if (id === 'vertex' && domain !== 'ball') return ['problem.domain', 'use "ball"'];
  if (id === 'approx' && privacy.notion === 'pure') return ['privacy.notion', 'has "approximate"'];
  return null;
}

function engine() {
  const asked: Experiment[] = [];
  const plan = (one: Experiment): Promise<PlanReport> => {
    asked.push(one);
    const refused = one.algorithms.flatMap(({ id, label = id }, index) => {
      const [field, message] = objection(id, one) ?? [];
      if (field === undefined) return [];
      return [{ algorithm: id, label, index, sweep: {}, error: { code: 'no', field, message } }];
    });
    if (refused.length < one.algorithms.length) return Promise.resolve({ refused } as never);
    const { code, field, message } = refused[0].error as { code: string; field: string; message: string }; // prettier-ignore
    return Promise.reject(new FakeError(code, field, message));
  };
  return { judge: new Judge(plan), plan, asked };
}

describe('what would not fit', () => {
  it.each<[Menu, object[]]>([
    [
      'algorithm',
      [
        { id: 'approx', reason: 'has "approximate"', stops: [] },
        { id: 'vertex', reason: 'use "ball"', stops: [] },
      ],
    ],
    [
      'domain',
      [
        { id: 'ball', reason: 'works on all of space', stops: ['global'] },
        { id: 'broken', reason: 'has no projection: use "ball"', stops: [] },
      ],
    ],
    ['notion', []],
  ])(
    'of the menu %s is known with the engine’s reason before it is chosen',
    async (menu, found) => {
      const { judge } = engine();
      expect(await misfitsOf(experiment, menu, judge, facts)).toMatchObject(found);
    },
  );

  it('is asked once of everything that is decided alike', async () => {
    const { judge, asked } = engine();
    await misfitsOf(experiment, 'domain', judge, facts);
    const count = asked.length;
    const renamed = { ...experiment, title: 'another', run: { repeats: 5 } };
    await misfitsOf({ ...renamed, run: undefined }, 'domain', judge, facts);
    expect(asked).toHaveLength(count);
    await misfitsOf(renamed, 'domain', judge, facts);
    await misfitsOf({ ...renamed, run: { repeats: 7 } }, 'domain', judge, facts);
    expect(asked.length - count).toBe(count);
  });

  it('is not what an accident in the engine says', async () => {
    const judge = new Judge(() => Promise.reject(new FakeError('worker-died', '', 'gone')));
    await expect(judge.verdict(experiment)).rejects.toThrow('gone');
  });

  it('does not count against an entry what is wrong already', async () => {
    const { judge } = engine();
    const stuck = withChoice(experiment, 'domain', 'broken', facts);
    expect(await misfitsOf(stuck, 'notion', judge, facts)).toEqual([]);
  });
});

describe('a fix', () => {
  const choices: [Menu, string, string][] = [
    ['algorithm', 'approx', 'Set the notion to approximate'],
    ['algorithm', 'vertex', 'Set the domain to ball and leave out GLOBAL'],
    ['domain', 'ball', 'Leave out GLOBAL'],
  ];

  it.each(choices)('for %s %s is “%s”, and can be planned', async (menu, id, title) => {
    const { judge, plan } = engine();
    const fix = await fixOf(experiment, { menu, id }, judge, facts);
    expect(fix?.title).toBe(title);
    expect((await plan(fix!.experiment)).refused).toEqual([]);
  });

  it('is not offered where nothing helps', async () => {
    const { judge } = engine();
    expect(await fixOf(experiment, { menu: 'domain', id: 'broken' }, judge, facts)).toBeNull();
  });

  it('mends what is wrong already: one algorithm, or all', async () => {
    const { judge } = engine();
    const mixed = { ...experiment, algorithms: [{ id: 'free' }, { id: 'approx' }] };
    const one = await fixOfPresent(mixed, 1, judge, facts);
    expect(one).toMatchObject({ title: 'Set the notion to approximate' });
    const stuck = withChoice(experiment, 'domain', 'broken', facts);
    const all = await fixOfPresent(stuck, null, judge, facts);
    expect(all?.title).toBe('Set the domain to all');
  });

  it('never takes the privacy away', async () => {
    const { judge } = engine();
    const only = { ...experiment, algorithms: [{ id: 'approx' }] };
    const fix = await fixOfPresent(only, null, judge, facts);
    expect(fix?.experiment.privacy.notion).toBe('approximate');
  });
});

describe('an experiment without some of its algorithms', () => {
  it('keeps the sweeps of the others, at their new places', () => {
    const axis = (path: string) => ({ path, values: [1, 2] });
    const swept = {
      ...experiment,
      sweep: [
        axis('algorithms.0.parameters.iterations'),
        axis('algorithms.1.parameters.iterations'),
        axis('algorithms.*.parameters.start'),
        axis('privacy.epsilon'),
      ],
    };
    expect(withoutAlgorithms(swept, new Set([0]), catalogue)).toMatchObject({
      algorithms: [{ id: 'global' }],
      sweep: [
        axis('algorithms.0.parameters.iterations'),
        axis('algorithms.*.parameters.start'),
        axis('privacy.epsilon'),
      ],
    });
  });
});
