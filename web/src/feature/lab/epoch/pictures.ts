import { plainSeries, type Picture } from '../../../chart/picture.ts';
import type { Epochs } from './ask.ts';
import type { EpochSettings } from './settings.ts';

/** A above this is of no interest: such an epoch makes the bound worse. */
const highest = 1.5;

/** A by step; grey dots are condition (4). */
export function stepPicture({ bySteps }: Epochs, { step }: EpochSettings): Picture {
  const { here, endless } = bySteps;
  return {
    ...contraction,
    xTitle: 'step η, in units of 1/L',
    series: [
      plainSeries('At this epoch length', here, { colorIndex: 0 }),
      plainSeries('With endless epochs', endless, { colorIndex: 1 }),
    ],
    xRange: [here.x[0], here.x.at(-1) ?? 1],
    mark: step,
  };
}

/** A by epoch length. */
export function lengthPicture({ byLengths }: Epochs, { length }: EpochSettings): Picture {
  return {
    ...contraction,
    xTitle: 'epoch length m',
    series: [plainSeries('At this step', byLengths, { colorIndex: 0 })],
    xRange: [byLengths.x[0] ?? 1, byLengths.x.at(-1) ?? 10],
    mark: length,
  };
}

const contraction = {
  axis: 'other',
  scale: 'linear',
  xScale: 'log',
  yTitle: 'Contraction A of an epoch',
  reference: null,
  optimum: 0.5,
  yRange: [0, highest],
} as const;
