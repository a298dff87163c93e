// Whoever opens an example sees what its runs measure, from the gallery and as a file.
import { readFileSync } from 'node:fs';

import { afterAll, beforeAll, expect, it } from 'vitest';

import { createEngine, type Engine, type ExperimentFile } from '../../wasm/node/index.ts';
import type { Catalogue, Experiment } from '../../web/src/engine/types.ts';
import { allExamples } from '../../web/src/feature/gallery/groups.ts';
import { shownMeasure, withDiagnostic } from '../../web/src/results/asked-measures.ts';
import { gapMeasure } from '../../web/src/results/measures.ts';
import { measuresOf } from '../../web/src/results/offered-measures.ts';

let engine: Engine<ExperimentFile>;
let catalogue: Catalogue;
beforeAll(async () => {
  engine = await createEngine({ variant: 'simd', workers: 1 });
  catalogue = await engine.catalogue();
});
afterAll(() => engine.dispose());

it.each(allExamples)('$name', ({ name, view = {} }) => {
  const path = new URL(`../../examples/${name}.json`, import.meta.url);
  const experiment = JSON.parse(readFileSync(path, 'utf8')) as Experiment;
  const measures = measuresOf(catalogue, experiment);
  const shown = (chosen = gapMeasure) => shownMeasure(chosen, measures, [experiment]);
  expect(shown(view.measure)).toBe(view.measure ?? gapMeasure);
  expect(measures).toContain(shown());
  expect(withDiagnostic(experiment, shown())).toBeNull();
});
