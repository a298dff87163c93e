// What is predicted decides what is measured, on the rows that runs learn from and on those held out.
import { expect, it } from 'vitest';

import type { Catalogue, Experiment } from '../../../web/src/engine/types.ts';
import { diagnosticOf, measureNames, needOf, predictionNeeds } from '../../../web/src/results/measures.ts'; // prettier-ignore
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { withLoss, withSource } from '../../../web/src/store/sources.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

const isPrediction = (measure: (typeof measureNames)[number]) => predictionNeeds.includes(needOf(measure)!); // prettier-ignore
const predictions = measureNames.filter(isPrediction);
const ids = predictions.map(diagnosticOf);
const loss = (id: string, targets: string, more: object = {}) => ({ id, title: id, description: '', targets, convex: true, needsGradientClip: false, parameters: [], ...more }); // prettier-ignore
const catalogue = {
  ...fakeCatalogue,
  diagnostics: ids.map((id) => ({ id, title: id, description: '' })),
  losses: [
    loss('logistic', 'labels'),
    loss('softmax', 'classes'),
    loss('squared', 'numbers'),
    loss('mean', 'numbers', { linearModel: false }),
  ],
} as unknown as Catalogue;
const holdOut = [{ kind: 'hold-out', count: 2 }];

function offered(id: string, preprocess: object[] = []) {
  const data = { kind: 'synthetic', name: 'logistic', samples: 10, features: 2, preprocess };
  return measuresOf(catalogue, { ...defaultExperiment, data, problem: { loss: id } } as Experiment);
}

it('labels and classes are counted, and labels are ranked', () => {
  const counted = ['accuracy', 'balancedAccuracy', 'logLoss'];
  expect(offered('softmax')).toEqual(counted);
  expect(new Set(offered('logistic'))).toEqual(new Set([...counted, 'auc']));
  expect(offered('squared')).toEqual(['meanSquaredError', 'r2']);
  expect(offered('mean')).toEqual([]);
});

it('rows that are held out are judged by the same figures', () => {
  const held = (one: string) => `heldOut${one[0].toUpperCase()}${one.slice(1)}`;
  for (const id of ['softmax', 'logistic', 'squared']) {
    const usual = offered(id);
    expect(new Set(offered(id, holdOut))).toEqual(new Set([...usual, ...usual.map(held)]));
  }
});

it('another kind of targets, and a source without held-out rows, take them out of the file', () => {
  const data = { ...defaultExperiment.data, preprocess: holdOut };
  const run = { ...defaultExperiment.run, diagnostics: ['objective', ...ids] };
  const asked = { ...defaultExperiment, data, problem: { loss: 'logistic' }, run } as Experiment;
  expect(withLoss(asked, 'squared', catalogue).run?.diagnostics).toEqual(['objective']);
  expect(withLoss(asked, 'softmax', catalogue).run?.diagnostics).toEqual(['objective', 'accuracy', 'held-out-accuracy']); // prettier-ignore
  const [{ name }] = catalogue.syntheticData;
  const moved = withSource(asked, `synthetic:${name}`, { catalogue, file: null });
  expect(moved.run?.diagnostics?.filter((id) => id.startsWith('held-out-'))).toEqual([]);
});
