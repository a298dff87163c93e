import { expect, it } from 'vitest';

import { budgetTerms } from '../../../web/src/components/shared/budget-terms.ts';
import { pictures } from '../../../web/src/components/shared/term-picture.ts';
import { terms } from '../../../web/src/components/shared/terms.ts';

it('every picture of a word belongs to a term', () => {
  const names = Object.values({ ...budgetTerms, ...terms }).map(({ name }) => name as string);
  expect(names).toEqual(expect.arrayContaining(Object.keys(pictures)));
});
