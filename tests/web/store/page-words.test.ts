import { expect, it } from 'vitest';

import type { Problem } from '../../../web/src/store/errors.ts';
import { findPlace, inPageWords } from '../../../web/src/store/places.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import type { Experiment } from '../../../web/src/engine/types.ts';
import { fakeCatalogue } from '../support/fake-engine.ts';

it.each([
  [
    'the row has one column; then say "delimiter": ";", and "decimal": "," for its decimal commas',
    'the row has one column; then set “Separator” to ";", and “Decimal mark” "," for its decimal commas',
  ],
  ['if it is one, say "header": "yes"', 'if it is one, set “Header” to "yes"'],
  ['index 4 is above data.features = 3', 'index 4 is above “Columns” = 3'],
  ['say "firstIndex": 0, since it counts from 0', 'set “Indices” to 0, since it counts from 0'],
  ['the word "red" is none of them', 'the word "red" is none of them'],
])('%s', (text, told) => {
  expect(inPageWords(text)).toBe(told);
});

it('shows an error of a line at the data, in the page’s words', () => {
  const experiment: Experiment = {
    ...defaultExperiment,
    data: { kind: 'file', name: 'a.csv', format: 'csv' },
  };
  const problem: Problem = {
    code: 'invalid-value',
    field: 'line 3, column 2',
    message: 'a quote is not closed: say "header": "yes"',
  };
  expect(findPlace(problem, experiment, fakeCatalogue)).toEqual({
    path: 'data',
    text: 'line 3, column 2: a quote is not closed: set “Header” to "yes"',
  });
  const field = { ...problem, field: 'data.delimiter' };
  expect(findPlace(field, experiment, fakeCatalogue)?.path).toBe('data.delimiter');
});
