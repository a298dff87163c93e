// Where a budget is too small for the theorems to say anything, who chooses it is told.
import { expect, it } from 'vitest';

import type { PlanReport } from '../../../web/src/engine/types.ts';
import { emptyBoundWords, emptyBounds } from '../../../web/src/privacy/empty-bounds.ts';

const empty = 'On the population, the gap is at most 4, which says nothing here: no point’s gap is above 2.'; // prettier-ignore
const planOf = (...plans: { label: string; notes?: string[] }[]) => ({ plans }) as unknown as PlanReport; // prettier-ignore

it('names each algorithm once whose bound is above what any point has', () => {
  const plan = planOf(
    { label: 'A', notes: ['Some other note.', empty] },
    { label: 'A', notes: [empty] },
    { label: 'B', notes: ['At most 0.5.'] },
    { label: 'C' },
  );
  expect(emptyBounds(plan)).toEqual(['A']);
  expect(emptyBoundWords(plan)).toMatch(/^Too little for a promise about the error, A: .* may end no better than it starts/); // prettier-ignore
});

it('says nothing where all bounds say something, and before there is a plan', () => {
  expect(emptyBoundWords(planOf({ label: 'B', notes: ['At most 0.5.'] }))).toBe('');
  expect(emptyBoundWords(null)).toBe('');
});

it('counts many', () => {
  const all = ['A', 'B', 'C', 'D'].map((label) => ({ label, notes: [empty] }));
  expect(emptyBoundWords(planOf(...all))).toContain('4 algorithms:');
});
