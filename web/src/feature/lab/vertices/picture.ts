import { plainSeries, type Line, type Picture } from '../../../chart/picture.ts';
import { linearRange, logRange } from '../../../chart/range.ts';
import { isPositive, line, plain } from '../shared/lines.ts';
import type { BiasAnswer, Column, LevelsAnswer } from '../shared/queries.ts';

/** What is exactly 0 has no place on a logarithmic axis. */
function positive(x: readonly number[], y: Column): Line {
  return line(
    x,
    y.map((value) => (isPositive(value) ? value : null)),
  );
}

/** The lower of two bounds; one that says nothing is null. */
function lower(one: Column, other: Column): Column {
  return one.map((value, index) => Math.min(value ?? Infinity, other[index] ?? Infinity));
}

/** How gradients at averages of K vertices are misled; dashes are bounds. */
export function averagesPicture({ averages }: BiasAnswer): Picture {
  const { draws: x, bias, meanSquare, plateauLoss } = averages;
  const bounds = {
    bias: lower(averages.biasBound, averages.firstOrderBiasBound),
    meanSquare: lower(averages.meanSquareBound, averages.firstOrderMeanSquareBound),
  };
  return {
    ...plain,
    scale: 'log',
    xScale: 'log',
    xTitle: 'vertices K in an average',
    yTitle: 'Error',
    series: [
      {
        ...plainSeries('Bias of the gradient', positive(x, bias), { colorIndex: 0 }),
        bound: positive(x, bounds.bias),
      },
      {
        ...plainSeries('Its mean square error', positive(x, meanSquare), { colorIndex: 1 }),
        bound: positive(x, bounds.meanSquare),
      },
      plainSeries('Loss where it comes to rest', positive(x, plateauLoss), { colorIndex: 2 }),
    ],
    xRange: [1, x.at(-1) ?? 2],
    yRange: logRange([...bias, ...meanSquare, ...plateauLoss, ...bounds.meanSquare]),
  };
}

/** What a bias-reduced gradient varies, by its largest level. */
export function momentPicture({ levels }: BiasAnswer): Picture {
  const { maxLevel: x, bias, secondMoment, antitheticSecondMoment, secondMomentBound } = levels;
  return {
    ...overLevels(x),
    yTitle: 'Bias, and mean square of the gradient',
    series: [
      plainSeries('Bias', positive(x, bias), { colorIndex: 0 }),
      {
        ...plainSeries('Mean square', positive(x, secondMoment), { colorIndex: 1 }),
        bound: positive(x, secondMomentBound),
      },
      plainSeries('Antithetic', positive(x, antitheticSecondMoment), { colorIndex: 2 }),
    ],
    yRange: logRange([...bias, ...secondMoment, ...antitheticSecondMoment, ...secondMomentBound]),
  };
}

/** What equal bias costs in privacy: by levels, or by as many vertices in every step. */
export function costPicture({ levels }: BiasAnswer): Picture {
  const { maxLevel: x, cost, evenCost } = levels;
  return {
    ...overLevels(x),
    yTitle: 'zCDP of equally many steps, in units of (τ L₀)² T³/n²',
    series: [
      plainSeries('By levels', line(x, cost), { colorIndex: 0 }),
      plainSeries('Equally many in every step', line(x, evenCost), { colorIndex: 1 }),
    ],
    yRange: logRange([...cost, ...evenCost]),
  };
}

function overLevels(x: readonly number[]) {
  return {
    ...plain,
    scale: 'log',
    xTitle: 'largest level M',
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
  } as const;
}

/** How often each level was drawn; the grey line is its law. */
export function histogramPicture({ schedule }: LevelsAnswer): Picture {
  const { level: x, count, expected } = schedule.histogram;
  return {
    ...plain,
    scale: 'log',
    xTitle: 'level N',
    yTitle: 'Steps',
    hasDots: true,
    series: [plainSeries('Drawn', positive(x, count), { colorIndex: 0 })],
    reference: line(x, expected),
    referenceLabel: 'Geometric law',
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
    yRange: logRange([...count, ...expected]),
  };
}

/** What the records of each block pay; the grey level is what any levels may cost. */
export function blocksPicture({ schedule }: LevelsAnswer): Picture {
  const { blocks, worstRho, steps } = schedule;
  const series = [plainSeries('Dearest block', line(blocks.step, blocks.rho), { colorIndex: 0 })];
  if (blocks.stretch > 1) {
    series.push(plainSeries('Cheapest', line(blocks.step, blocks.leastRho), { colorIndex: 1 }));
  }
  return {
    ...plain,
    scale: 'linear',
    xTitle: 'step',
    yTitle: 'zCDP of a record in the block of this step',
    series,
    levels: [{ label: 'whatever the levels', y: worstRho }],
    xRange: [1, Math.max(2, steps)],
    // With room for the name of the level.
    yRange: linearRange([0, 1.1 * worstRho, ...blocks.rho]),
  };
}

/** How many steps the schedules of many seeds have; the upright line is Wald's upper bound. */
export function stepsPicture({ repeats, expectedSteps }: LevelsAnswer): Picture {
  const { from, width, count } = repeats.bins;
  const x = from.map((least) => least + (width - 1) / 2);
  const ends = [...x, expectedSteps.most];
  return {
    ...plain,
    scale: 'linear',
    xTitle: 'steps of a run',
    yTitle: 'Seeds',
    hasDots: true,
    series: [plainSeries('Seeds', line(x, count), { colorIndex: 0 })],
    xRange: [Math.min(...ends) - width, Math.max(...ends) + width],
    yRange: linearRange([0, ...count]),
    mark: Math.round(expectedSteps.most),
  };
}
