import { plainSeries, type Line, type Picture } from '../../../chart/picture.ts';
import { momentumPicture } from '../shared/momentum-picture.ts';

/** The certified rate by momentum; grey is the exact rate on quadratics. */
export function certifiedPicture(certified: Line, exact: Line, momentum: number): Picture {
  const series = [plainSeries('Certified for every function', certified, { colorIndex: 0 })];
  return momentumPicture(series, momentum, exact);
}
