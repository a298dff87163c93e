import { formatChosen, formatCount, formatMeasured, formatNumber } from '../format/number.ts';
import { medianAt, pointAt, type Picture } from './picture.ts';

/** What the crosshair says: every curve's value and, where curves cost any, what is spent there. */
export function readout(model: Picture, x: number): string {
  const currency = model.currency ?? 'epsilon';
  const parts = model.series.map((series) => {
    const point = pointAt(series, x);
    if (point < 0) return `${series.label}: nothing yet`;
    const spent = series.epsilonSpent?.at(point) ?? -1;
    const cost = spent >= 0 ? `, ${currency} ${formatNumber(spent)} spent` : '';
    return `${series.label}: ${formatMeasured(medianAt(series, point))}${cost}`;
  });
  return `${placeText(model, x)}. ${parts.join('. ')}.`;
}

/** Where the crosshair stands, in words. */
export function placeText(model: Picture, x: number): string {
  if (model.axis === 'iteration') return `At iteration ${formatCount(x)}`;
  if (model.axis === 'momentum') return `At momentum ${formatNumber(x)}`;
  if (model.axis === 'other') {
    const title = model.xTitle.charAt(0).toUpperCase() + model.xTitle.slice(1);
    return `${title}: ${formatChosen(x)}`;
  }
  return `At ${formatNumber(x)} ${model.xTitle}`;
}

/** What a chart is, for a screen reader that comes upon it. */
export function chartLabel({ series, xTitle, yTitle }: Picture): string {
  const own = series.filter(({ ghost, isLowerBound }) => !(ghost ?? isLowerBound));
  return `${yTitle} against ${xTitle}: ${own.length} curves with bands over repeats. Arrow keys move the crosshair.`;
}
