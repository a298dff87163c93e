// Choosing a saddle problem drops what it brings itself; leaving it gives what minimizations have back.
import { describe, expect, it } from 'vitest';

import type { Experiment, PlanReport } from '../../../web/src/engine/types.ts';
import { fixOf, fixOfPresent, misfitsOf } from '../../../web/src/fit/advice.ts';
import { chosenIn, entriesOf, withChoice } from '../../../web/src/fit/choices.ts';
import { Judge } from '../../../web/src/fit/judge.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { formPaths } from '../../../web/src/store/places.ts';
import { withLoss, withSource } from '../../../web/src/store/sources.ts';
import { FakeError, fakeCatalogue } from '../support/fake-engine.ts';

const saddle = (id: string, targets: string, parameter: string) => ({
  id,
  title: id.toUpperCase(),
  description: `What ${id} is.`,
  targets,
  parameters: [{ name: parameter, title: parameter, type: 'number', default: 1 }],
});
const catalogue = {
  ...fakeCatalogue,
  algorithms: [
    ...fakeCatalogue.algorithms,
    { ...fakeCatalogue.algorithms[0], id: 'pairs', title: 'Pairs', problems: 'saddle' },
  ],
  diagnostics: ['objective', 'suboptimality', 'accuracy'].map((id) => ({
    id,
    title: id,
    description: '',
  })),
  saddles: [saddle('moments', 'numbers', 'radius'), saddle('auc', 'labels', 'positiveShare')],
} as unknown as typeof fakeCatalogue;
const facts = { catalogue, samples: 569 };
const clipped: Experiment = {
  ...defaultExperiment,
  problem: { ...defaultExperiment.problem, gradientClip: { bound: 1 } },
  run: { ...defaultExperiment.run, diagnostics: ['objective', 'suboptimality', 'accuracy', 'potential', 'clipped-fraction'] }, // prettier-ignore
};
const ranking = withLoss(clipped, 'auc', catalogue);

describe('a saddle problem', () => {
  it('is chosen among the losses, on the same records, without what it brings itself', () => {
    expect(entriesOf('loss', catalogue).map(({ id }) => id)).toContain('auc');
    expect(ranking.problem).toEqual({ kind: 'saddle', name: 'auc' });
    expect(ranking.data).toEqual(defaultExperiment.data);
    expect(ranking.run?.diagnostics).toEqual(['objective']);
    expect(chosenIn('loss', ranking)).toBe('auc');
  });

  it('shows its own parameters, and is measured by no optimum', () => {
    expect(formPaths(ranking, catalogue)).toContain('problem.positiveShare');
    const measures = measuresOf(catalogue, ranking);
    expect(measures).toContain('objective');
    expect(measures).not.toContain('suboptimality');
    expect(measures).not.toContain('accuracy');
  });

  it('stays as it is where it is chosen again', () => {
    const rare = { ...ranking, problem: { ...ranking.problem, positiveShare: 0.1 } } as Experiment;
    expect(withLoss(rare, 'auc', catalogue).problem).toEqual(rare.problem);
  });

  it('leaves nothing behind when a loss is chosen, which has an optimum and labels', () => {
    const left = withLoss(ranking, 'logistic', catalogue);
    expect(left.problem).toEqual({ loss: 'logistic' });
    expect(left.data).toEqual(defaultExperiment.data);
    expect(left.run?.diagnostics).toEqual(defaultExperiment.run?.diagnostics);
    expect(withLoss(ranking, 'squared', catalogue).run?.diagnostics).not.toContain('accuracy');
  });

  it('gives way to one for other targets where the data have others', () => {
    const to = (name: string) =>
      withSource(ranking, `synthetic:${name}`, { catalogue, file: null }).problem;
    expect(to('logistic')).toEqual(ranking.problem);
    expect(to('linear')).toEqual({ kind: 'saddle', name: 'moments' });
  });
});

/** An engine whose algorithms solve one kind of problem only. */
function plan(one: Experiment): Promise<PlanReport> {
  const kind = one.problem.kind ?? 'minimization';
  const refused = one.algorithms.flatMap(({ id, label = id }, index) => {
    const { problems } = catalogue.algorithms.find((known) => known.id === id)!;
    const error = { code: 'unsupported-option', field: `algorithms.${index}.id`, message: 'other' };
    return problems === kind ? [] : [{ algorithm: id, label, index, sweep: {}, error }];
  });
  if (refused.length < one.algorithms.length) return Promise.resolve({ refused } as never);
  return Promise.reject(new FakeError('unsupported-option', 'algorithms.0.id', 'other'));
}

describe('what would not fit', () => {
  const judge = new Judge(plan);

  it('of saddle algorithms is mended by a saddle problem for the same targets', async () => {
    const [misfit] = await misfitsOf(defaultExperiment, 'algorithm', judge, facts);
    expect(misfit).toMatchObject({ id: 'pairs', reason: 'other' });
    const fix = await fixOf(defaultExperiment, misfit, judge, facts);
    expect(fix?.title).toMatch(/^Set the problem to AUC and leave out /);
    expect(fix?.experiment.problem).toEqual({ kind: 'saddle', name: 'auc' });
    expect(fix?.experiment.algorithms.map(({ id }) => id)).toEqual(['pairs']);
  });

  it('of minimizing algorithms is mended by a loss for the same targets', async () => {
    const solved = { ...ranking, algorithms: [{ id: 'pairs' }] };
    const fix = await fixOf(solved, { menu: 'algorithm', id: 'dp-gd' }, judge, facts);
    expect(fix?.title).toBe('Set the problem to Logistic and leave out Pairs');
    expect(fix?.experiment.problem).toEqual({ loss: 'logistic' });
  });

  it('of the problem is mended by an algorithm for it', async () => {
    const fix = await fixOf(defaultExperiment, { menu: 'loss', id: 'auc' }, judge, facts);
    expect(fix?.title).toBe('Use Pairs instead');
    const chosen = withChoice(defaultExperiment, 'loss', 'auc', facts);
    expect((await fixOfPresent(chosen, null, judge, facts))?.title).toBe('Use Pairs instead');
    expect(fix?.experiment.problem).toEqual({ kind: 'saddle', name: 'auc' });
  });

  it('of terms is not judged where the problem brings its own', async () => {
    const asked: Experiment[] = [];
    const asking = new Judge((one) => {
      asked.push(one);
      return plan(one);
    });
    const chosen = withChoice(defaultExperiment, 'loss', 'auc', facts);
    expect(await misfitsOf(chosen, 'regularizer', asking, facts)).toEqual([]);
    expect(asked).toEqual([]);
  });
});
