import { expect, it } from 'vitest';

import type { Catalogue, PlanReport } from '../../../web/src/engine/types.ts';
import { boundWords, klSetting } from '../../../web/src/results/bound-words.ts';

const entry = (id: string, paper: string) => ({ id, title: `Method ${id}`, theorem: `Theorem ${id}`, paper }); // prettier-ignore
const catalogue = { algorithms: [entry('a', 'Old'), entry('k', 'Under the KL Condition')] } as unknown as Catalogue; // prettier-ignore

function report(ids: string[], { kl = null as object | null, settings = 1 } = {}): PlanReport {
  const bound = { iteration: [0], value: [1] };
  const plans = ids.flatMap(
    (algorithm) =>
    Array.from({ length: settings }, (_, index) => ({ algorithm, sweep: { n: index }, curves: { bound } })), // prettier-ignore
  );
  return { plans, constants: { kl } } as unknown as PlanReport;
}

it('says whose theorem a bound is, and where it holds', () => {
  expect(boundWords(report(['a']), catalogue)).toBe('Method a: Theorem a.');
  const kl = { exponent: 2, constant: 0.5, weakConvexity: null, source: 'a closed form' };
  expect(boundWords(report(['a', 'k'], { kl }), catalogue)).toBe(
    'Method a: Theorem a. Method k: Theorem k. Statements about KL methods hold with probability 1 − β where their κ and γ do: κ = 2, γ = 0.5 by a closed form.',
  );
  // The plan tells the constants of its first setting alone.
  expect(boundWords(report(['k'], { kl, settings: 2 }), catalogue)).toMatch(/κ and γ do\.$/);
  expect(boundWords(null, catalogue)).toBe('');
});

it('says for which setting of a sweep the constants of the KL condition are told', () => {
  const kl = { exponent: 2, constant: 0.5, weakConvexity: null, source: 'a closed form' };
  const swept = report(['k'], { kl, settings: 2 });
  const withNotes = (...notes: string[]) => ({ ...swept, plans: swept.plans.map((plan, index) => ({ ...plan, notes: ['Else.', notes[index]] })) }); // prettier-ignore
  const differing = withNotes('KL condition: kappa = 2.', 'KL condition: kappa = 1.5.');
  expect(klSetting(differing)).toBe(' at the first setting of the sweep (n 0)');
  // Some methods tell none.
  expect(klSetting(swept)).toBe(' at the first setting of the sweep (n 0)');
  const same = withNotes('KL condition: kappa = 2.', 'KL condition: kappa = 2.');
  expect(klSetting(same)).toBe('');
  expect(boundWords(same, catalogue)).toMatch(/κ = 2, γ = 0.5 by a closed form\.$/);
  expect(klSetting(report(['k'], { kl }))).toBe('');
});
