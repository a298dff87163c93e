import type { Model } from '../../engine/types.ts';
import { inHundred, isScore, levelsOf, sayScore, type Measure } from '../../results/measures.ts';

export type Figure = NonNullable<NonNullable<Model['evaluation']>['nonPrivate']>[number];

/** The figure that says how well it predicts. */
export function scoreOf({ evaluation }: Model): Figure | null {
  return evaluation?.nonPrivate?.find(({ figure }) => isScore(figure as Measure)) ?? null;
}

/** "Is right for 84 of 100 records that it has not seen; without privacy 86, always the majority 55." */
export function scoreSentence({ figure, value, withoutPrivacy, baseline }: Figure): string {
  if (value === null) return 'How well it predicts is not known.';
  const measure = figure as Measure;
  const blind = levelsOf(measure)[1]?.[0] ?? 'without looking';
  const beside = [
    withoutPrivacy === undefined ? '' : `without privacy ${inHundred(withoutPrivacy)}`,
    baseline === undefined ? '' : `${blind} ${inHundred(baseline)}`,
  ];
  return `This model ${sayScore(measure, value)}; ${beside.filter(Boolean).join(', ')}.`;
}
