import type { Feature, FeatureContext } from '../registration.ts';
import { cautionsOf } from './cautions.ts';
import './warnings-panel.ts';

export const warnings: Feature = {
  title: 'Take care',
  place: 'story',
  order: 50,
  panel: 'nd-warnings-panel',
  also: (context) => ({ cautions: cautionsIn(context) }),
};

/** Of the plan that ran, with what its runs came to; before they have ended, of the forms' plan. */
function cautionsIn({ plan, picture }: FeatureContext) {
  if (picture?.status === 'done' && picture.plan !== null) {
    return cautionsOf(picture.plan, picture.collection);
  }
  return plan === null ? [] : cautionsOf(plan, null);
}
