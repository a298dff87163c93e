import type { FigurePanel } from '../../chart/figure.ts';
import type { PictureSeries } from '../../chart/picture.ts';
import { formatChosen, formatCounted, formatMeasured } from '../../format/number.ts';

/** What a stored run gave, in numbers that are read off its picture. */
export interface Measured {
  /** What the numbers are: "Gap to optimum at the end". */
  what: string;
  rows: { series: PictureSeries; text: string }[];
}

export function measuredOf({ picture }: FigurePanel): Measured {
  const { axis, series, xRange, xTitle, yTitle } = picture;
  if (axis !== 'other') {
    const rows = series.map((one) => ({ series: one, text: formatMeasured(one.median.at(-1)) }));
    return { what: `${yTitle} at the end`, rows };
  }
  const [first, last] = xRange.map(formatChosen);
  const rows = series.map((one) => {
    const [from, to] = [one.median.at(0), one.median.at(-1)].map(formatMeasured);
    return { series: one, text: one.x.length > 1 ? `${from} to ${to}` : from };
  });
  return { what: `${yTitle}, from ${xTitle} ${first} to ${last}`, rows };
}

/** What is drawn: "Median and 10–90% band of 20 runs". */
export function drawnText(repeats: number): string {
  return repeats === 1 ? 'One run' : `Median and 10–90% band of ${formatCounted(repeats, 'run')}`;
}
