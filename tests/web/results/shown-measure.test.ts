// A chart shows what the runs have measured, whatever was looked at before.
import { expect, it } from 'vitest';

import { shownMeasure } from '../../../web/src/results/asked-measures.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';

const asking = (...diagnostics: string[]) => ({ ...defaultExperiment, run: { diagnostics } });
const measures = ['suboptimality', 'objective', 'accuracy'] as const;

it('is the chosen one where the drawn runs have it, or the next ones will', () => {
  expect(shownMeasure('accuracy', measures, [asking('accuracy'), asking()])).toBe('accuracy');
  expect(shownMeasure('accuracy', measures, [asking('objective'), asking('accuracy')])).toBe('accuracy'); // prettier-ignore
});

it('is one that there is, where neither computes the chosen one or the problem does not have it', () => {
  const objective = asking('objective');
  expect(shownMeasure('suboptimality', measures, [objective, objective])).toBe('objective');
  expect(shownMeasure('saddleGap', measures, [objective, asking('saddle-gap')])).toBe('objective');
});

it('stays where nothing is known yet', () => {
  expect(shownMeasure('accuracy', [], [asking(), asking()])).toBe('accuracy');
});
