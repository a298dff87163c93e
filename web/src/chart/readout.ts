import { formatCount, formatMeasured, formatNumber } from '../format/number.ts';
import { pointAt, type ChartModel } from './model.ts';

/** What the crosshair says: every algorithm's median and the epsilon spent there. */
export function readout(model: ChartModel, x: number): string {
  const parts = model.series.map((series) => {
    const point = pointAt(series, x);
    if (point < 0) return `${series.label}: nothing yet`;
    const spent = series.epsilonSpent.at(point);
    const cost =
      spent === undefined || Number.isNaN(spent) ? '' : `, epsilon ${formatNumber(spent)} spent`;
    return `${series.label}: ${formatMeasured(series.median[point])}${cost}`;
  });
  return `${placeText(model, x)}. ${parts.join('. ')}.`;
}

/** Where the crosshair stands, in words. */
export function placeText(model: ChartModel, x: number): string {
  if (model.axis === 'iteration') return `At iteration ${formatCount(x)}`;
  return `At ${formatNumber(x)} ${model.xTitle}`;
}
