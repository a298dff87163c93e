// A diagnostic that the page's own words do not know: what the catalogue says of it is drawn and exported.
import { expect, it, vi } from 'vitest';

vi.mock('../../../wasm/client/index.ts', async (importOriginal) => {
  const original = await importOriginal<{ diagnosticIds: readonly string[] }>();
  return { ...original, diagnosticIds: [...original.diagnosticIds, 'of-tomorrow'] };
});

import { buildModel } from '../../../web/src/curves/layouts.ts';
import type { Catalogue, Experiment } from '../../../web/src/engine/types.ts';
import { chartTable } from '../../../web/src/curves/chart-table.ts';
import { csvText } from '../../../web/src/export/csv.ts';
import { RunCollection } from '../../../web/src/results/collection.ts';
import { measureHelp, withDiagnostic } from '../../../web/src/results/asked-measures.ts';
import { learnMeasures, type Measure } from '../../../web/src/results/measures.ts';
import { measuresOf } from '../../../web/src/results/offered-measures.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { visibleCurves } from '../../../web/src/results/visible.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { initialView } from '../../../web/src/store/state.ts';

const measure = 'ofTomorrow' as Measure;
const experiment: Experiment = { ...defaultExperiment, algorithms: [{ id: 'dp-gd' }] };
const diagnostics = [
  { id: 'objective', title: 'Objective', description: '' },
  { id: 'of-tomorrow', title: 'Of tomorrow', unit: 'days', description: 'How far it is.' },
];
const catalogue = {
  diagnostics,
  losses: [{ id: experiment.problem.loss, targets: 'labels' }],
  algorithms: [{ id: 'dp-gd', diagnostics: ['of-tomorrow'] }, { id: 'gd' }],
} as unknown as Catalogue;

function collection(): RunCollection {
  const runs = new RunCollection(experiment);
  runs.append({
    run: 0,
    algorithm: 'dp-gd',
    label: 'DP-GD',
    sweep: {},
    repeat: 0,
    iteration: [0, 10],
    gradientEvaluations: [0, 5000],
    epsilonSpent: [0, 1],
    seconds: [0, 1],
    ...{ [measure]: [0.5, 0.25] },
  });
  return runs;
}

it('is offered where an algorithm has it, and asked for by its id', () => {
  expect(measuresOf(catalogue, experiment)).toEqual(['objective', measure]);
  const other = { ...experiment, algorithms: [{ id: 'gd' }] };
  expect(measuresOf(catalogue, other)).toEqual(['objective']);
  expect(measureHelp(catalogue, measure)).toBe('How far it is.');
  expect(withDiagnostic({ ...experiment, run: { diagnostics: [] } }, measure)).toEqual([
    'of-tomorrow',
  ]);
});

it('is drawn under its title and unit, and exported', () => {
  learnMeasures(catalogue);
  const model = buildModel(collection(), null, null, { ...initialView, measure });
  expect(model.yTitle).toBe('Of tomorrow (days)');
  expect(model.series[0].median).toEqual([0.5, 0.25]);
  expect(csvText(chartTable(model)).split('\n')[2]).toBe('DP-GD,10,1,0.25,0.25,0.25');
});

it('has a row of the summary, without a rank', () => {
  const visible = visibleCurves(collection(), {});
  const [row] = summaryRows(visible, null, { measure });
  expect([row.final.median, row.rank]).toEqual([0.25, null]);
});
