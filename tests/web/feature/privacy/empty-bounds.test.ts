// Where a budget is too small for the theorems to say anything, who chooses it is told.
import { expect, it } from 'vitest';

import type { PlanReport } from '../../../../web/src/engine/types.ts';
import { emptyBoundWords, emptyBounds } from '../../../../web/src/feature/privacy/privacy-panel.ts';

const planOf = (...plans: { label: string; errorUnknown?: true }[]) => ({ plans }) as unknown as PlanReport; // prettier-ignore

it('names each algorithm once whose bound is above what any point has', () => {
  const plan = planOf(
    { label: 'A', errorUnknown: true },
    { label: 'A', errorUnknown: true },
    { label: 'B' },
    { label: 'C' },
  );
  expect(emptyBounds(plan)).toEqual(['A']);
  expect(emptyBoundWords(plan)).toMatch(/guarantees nothing about the error of A: a run may end no better than it starts/); // prettier-ignore
});

it('says nothing where all bounds say something, and before there is a plan', () => {
  expect(emptyBoundWords(planOf({ label: 'B' }))).toBe('');
  expect(emptyBoundWords(null)).toBe('');
});

it('counts many', () => {
  const all = ['A', 'B', 'C', 'D'].map((label) => ({ label, errorUnknown: true as const }));
  expect(emptyBoundWords(planOf(...all))).toContain('4 algorithms:');
});
