import { brokenPromises, heldOf } from '../../privacy/promise.ts';
import type { Feature, FeatureContext } from '../registration.ts';
import './promise-panel.ts';

export const promise: Feature = {
  title: 'Guarantee',
  place: 'story',
  order: 20,
  fold: { summary: promiseSummary },
  panel: 'nd-promise-panel',
  takes: ['plan', 'colors'],
  also: ({ picture }) => ({ result: picture?.result ?? null }),
};

/** For how many of the methods the budget is proven, after their runs where there are some. */
function promiseSummary({ plan, picture }: FeatureContext): string {
  if (plan === null) return 'What is proven of each method';
  const broken = brokenPromises(plan, picture?.result ?? null);
  const proven = plan.plans.filter((one) => heldOf(one, broken.get(one)).certified).length;
  const all = plan.plans.length;
  return proven === all
    ? `Proven for ${all === 1 ? 'this method' : `all ${all}`}`
    : `Proven for ${proven} of ${all}`;
}
