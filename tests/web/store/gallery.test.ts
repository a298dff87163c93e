// Choosing a problem of the gallery brings its records and its domain; leaving it brings others.
import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import { chosenIn, entriesOf, withChoice } from '../../../web/src/fit/choices.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { formPaths } from '../../../web/src/store/places.ts';
import { withLoss, withSource } from '../../../web/src/store/sources.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

const tilts = { name: 'tilts', title: 'Tilts', description: '', features: 0, rowValues: 0 };
const catalogue = {
  ...fakeCatalogue,
  domains: [{ id: 'all', title: 'Everywhere', description: '', parameters: [] }],
  syntheticData: [...fakeCatalogue.syntheticData, { ...tilts, parameters: [] }],
};
const facts = { catalogue, samples: null };
const onHill = withLoss(defaultExperiment, 'hill', catalogue);

describe('a problem of the gallery', () => {
  it('is chosen among the losses, with its records and its domain', () => {
    expect(entriesOf('loss', catalogue).map(({ id }) => id)).toContain('hill');
    expect(onHill.problem).toEqual({
      kind: 'gallery',
      name: 'hill',
      domain: { kind: 'l2-ball', radius: 2 },
    });
    expect(onHill.data).toEqual(fakeCatalogue.gallery[0].data);
    expect(onHill.run?.diagnostics).not.toContain('accuracy');
    expect(onHill.privacy).toEqual(defaultExperiment.privacy);
    expect(chosenIn('loss', onHill)).toBe('hill');
  });

  it('shows its own parameters, and its optimum is known', () => {
    expect(formPaths(onHill, catalogue)).toContain('problem.power');
    const everything = {
      ...catalogue,
      diagnostics: ['suboptimality', 'accuracy'].map((id) => ({ id, title: id, description: '' })),
    };
    expect(measuresOf(everything, onHill)).toContain('suboptimality');
  });

  it('comes with the records that it is made for', () => {
    const chosen = withSource(defaultExperiment, 'synthetic:tilts', { catalogue, file: null });
    expect(chosen.problem.name).toBe('hill');
    expect(chosen.data).toMatchObject({ kind: 'synthetic', name: 'tilts' });
  });

  it('says that it is everywhere where it is', () => {
    const everywhere = withChoice(onHill, 'domain', 'all', facts);
    expect(everywhere.problem.domain).toEqual({ kind: 'all' });
    expect(withChoice(defaultExperiment, 'domain', 'all', facts).problem.domain).toBeUndefined();
  });

  it('leaves nothing behind when a loss is chosen', () => {
    const steep = { ...onHill, problem: { ...onHill.problem, power: 5 } } as Experiment;
    const left = withLoss(steep, 'logistic', catalogue);
    expect(left.problem).toEqual({ loss: 'logistic' });
    expect(left.data).toMatchObject({ kind: 'synthetic', name: 'logistic' });
  });
});
