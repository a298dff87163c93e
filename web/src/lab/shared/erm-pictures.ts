import { plainSeries, type Picture } from '../../chart/picture.ts';
import { logRange } from '../../chart/range.ts';
import type { Epochs, SetWidths } from './erm-questions.ts';
import type { BoundsAnswer, NoiseAnswer } from './queries.ts';
import type { EpochSettings, WidthSettings } from './settings.ts';

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

/** The noise that each batch size needs; the upright line is the least batch worth taking. */
export function noisePicture(answer: NoiseAnswer): Picture {
  const { batchSize: x, tight, advanced, paper, largeBatchLimit, fullBatch } = answer;
  const ends = { x: [x[0], x.at(-1) ?? 1], y: [paper.noise, paper.noise] };
  const finite = [...tight, ...advanced].filter((value) => value !== null);
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: 'batch size b',
    yTitle: 'Noise σ of each coordinate, in units of G',
    series: [
      plainSeries('Accountant', { x, y: tight }, { colorIndex: 0 }),
      plainSeries('Advanced composition', { x, y: advanced }, { colorIndex: 1 }),
      plainSeries('The theorem', ends, { colorIndex: 2 }),
    ],
    reference: { x: ends.x, y: [fullBatch, fullBatch] },
    optimum: largeBatchLimit,
    xRange: [x[0], Math.max(x.at(-1) ?? 1, 10)],
    yRange: logRange([...finite, paper.noise, fullBatch]),
    mark: answer.smallestBatch,
  };
}

/** The Gaussian width of every set by dimension. */
export function widthPicture(sets: readonly SetWidths[], { dimension }: WidthSettings): Picture {
  const series = sets.map(({ title, over }, index) => {
    const one = plainSeries(title, { x: over.dimension, y: over.width }, { colorIndex: index });
    if (over.widthError.every((error) => error === 0)) return one;
    const shifted = (by: number) => over.width.map((width, at) => width + by * over.widthError[at]);
    return { ...one, q10: shifted(-2), q90: shifted(2) };
  });
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: 'dimension p',
    yTitle: 'Gaussian width of the set',
    series,
    reference: null,
    optimum: null,
    xRange: [1, 1e6],
    yRange: logRange(series.flatMap(({ median }) => median.filter((y) => y !== null && y > 0.01))),
    mark: dimension,
  };
}

/** What a theorem promises after each epoch or iteration, by where it comes from. */
export function boundsPicture(
  curve: NonNullable<BoundsAnswer['curve']>,
  inEpochs: boolean,
): Picture {
  const x = curve.iteration;
  const series = [
    plainSeries('Bound', { x, y: curve.total }, { colorIndex: 0 }),
    plainSeries('Left of the start', { x, y: curve.initial }, { colorIndex: 1 }),
    plainSeries('Made by noise', { x, y: curve.privacy.map((y) => y || null) }, { colorIndex: 2 }),
  ];
  const totals = curve.total.filter((value) => value !== null && value > 0);
  return {
    axis: 'other',
    scale: 'log',
    xTitle: inEpochs ? 'epoch' : 'iteration',
    yTitle: 'Bound on the expected gap',
    series,
    reference: null,
    optimum: null,
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
    yRange: logRange([...totals, Math.min(...(totals as number[])) / 10]),
  };
}
