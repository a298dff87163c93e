import type { PictureSeries } from './picture.ts';

/** In the order in which they are drawn: pinned runs lie below. */
export function fromBehind<Series extends Pick<PictureSeries, 'ghost'>>(
  series: readonly Series[],
): Series[] {
  return [...series.filter(({ ghost }) => ghost), ...series.filter(({ ghost }) => !ghost)];
}
