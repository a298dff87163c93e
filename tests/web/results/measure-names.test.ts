// The columns of traces and the ids of diagnostics are two spellings of one thing.
import { expect, it } from 'vitest';

import { diagnosticIds } from '../../../wasm/client/index.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { withDiagnostic } from '../../../web/src/results/asked-measures.ts';
import { measureNames } from '../../../web/src/results/measures.ts';

it('every measure is asked for by its id, with digits as well', () => {
  const bare = { ...defaultExperiment, run: { diagnostics: [] } };
  const asked = measureNames.map((measure) => withDiagnostic(bare, measure)?.[0]);
  expect(new Set(asked)).toEqual(new Set(diagnosticIds));
  expect(measureNames).toContain('marginalError2');
});
