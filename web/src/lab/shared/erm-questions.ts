import type { Line } from '../../chart/picture.ts';
import type {
  BoundsAnswer,
  EpochAnswer,
  NoiseAnswer,
  TablesAnswer,
  TheoryEngine,
  WidthAnswer,
  WidthSet,
} from './queries.ts';
import type {
  BatchSettings,
  BoundSettings,
  EpochSettings,
  TableSettings,
  WidthSettings,
} from './settings.ts';

// What the parts of the lab about empirical risk minimization ask the engine. L is 1 throughout.

export interface Epochs {
  answer: EpochAnswer;
  /** A by step at this epoch length, and with endless epochs. */
  bySteps: { here: Line; endless: Line };
  /** A by epoch length at this step. */
  byLengths: Line;
}

/** Longer than any epoch: what is left of A is due to the step. */
const endless = 1e12;

export async function askEpochs(engine: TheoryEngine, settings: EpochSettings): Promise<Epochs> {
  const { lemma, conditionNumber, step, length } = settings;
  const common = {
    query: 'svrg-contraction',
    lemma,
    strongConvexity: 1 / conditionNumber,
    smoothness: 1,
    stepSize: step,
    innerIterations: length,
  } as const;
  const steps = spread([largestStep(lemma) / 200, largestStep(lemma)], 160);
  const lengths = spread(lengthRange(settings), 120);
  const [across, along] = await Promise.all([
    engine.theory({ ...common, steps, lengths: [length, endless] }),
    engine.theory({ ...common, steps: [step], lengths }),
  ]);
  const columnOf = (index: number) => (across.map ?? []).map((row) => row[index]);
  return {
    answer: along,
    bySteps: {
      here: { x: steps, y: columnOf(0) },
      endless: { x: steps, y: columnOf(1) },
    },
    byLengths: { x: lengths, y: along.map?.[0] ?? [] },
  };
}

/** Beyond it the theorem has no bound. */
function largestStep(lemma: EpochSettings['lemma']): number {
  return lemma === 'paper' ? 1 / 8 : 1 / 4;
}

/** Three decades below and above what the theorem takes, and the chosen length in any case. */
function lengthRange({ conditionNumber, length }: EpochSettings): [number, number] {
  const usual = 200 * conditionNumber;
  return [Math.max(1, Math.min(usual / 100, length)), Math.max(usual * 100, length)];
}

/** Numbers from one end to the other, evenly on a logarithmic scale. */
export function spread([low, high]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, index) => low * (high / low) ** (index / (count - 1)));
}

export function askNoise(engine: TheoryEngine, settings: BatchSettings): Promise<NoiseAnswer> {
  const { samples, innerSteps, epsilon, delta, constant } = settings;
  return engine.theory({
    query: 'batch-noise',
    samples,
    innerSteps,
    epsilon,
    delta,
    noiseConstant: Number(constant),
    batchSizes: batchesOf(samples),
  });
}

/** 1, 3, 10, 30 and so on below n: where the noise is computed. */
export function batchesOf(samples: number): number[] {
  const batches: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    batches.push(power);
    if (3 * power < samples) batches.push(3 * power);
  }
  return batches.slice(0, 23);
}

export async function askTables(
  engine: TheoryEngine,
  settings: TableSettings,
): Promise<TablesAnswer> {
  const { samples, dimension, epsilon, delta, conditionNumber, set, radius } = settings;
  const { regularization, initialGap } = settings;
  const extent = await engine.theory({
    query: 'gaussian-width',
    set,
    dimensions: [dimension],
    radius,
  });
  return engine.theory({
    query: 'complexity-tables',
    samples,
    dimension,
    epsilon,
    delta,
    strongConvexity: 1 / conditionNumber,
    gaussianWidth: extent.width[0],
    diameter: 2 * extent.l2Radius[0],
    bregmanRadius: extent.bregmanRadius[0],
    regularization,
    initialGap,
  });
}

export interface SetWidths {
  set: WidthSet;
  title: string;
  /** Over many dimensions. */
  over: WidthAnswer;
  /** At the chosen one; null where it is too large to draw in. */
  here: SetExtent | null;
}

export interface SetExtent {
  width: number;
  /** Standard error; 0 where the width is exact. */
  error: number;
  secondMoment: number;
  radius: number;
  bregmanRadius: number;
}

/** Widths that are drawn stop here: a draw costs as many numbers as there are dimensions. */
const mostDrawn = 10_000;
/** For a line in a picture, and for a number in the table. */
const draws = { line: 300, number: 2000 };

export function askWidths(engine: TheoryEngine, settings: WidthSettings): Promise<SetWidths[]> {
  const { exponent } = settings;
  const sets: [WidthSet, string][] = [
    ['linf-ball', 'l∞ ball'],
    ['l2-ball', 'l2 ball'],
    ['lp-ball', `l${String(exponent)} ball`],
    ['group-ball', 'group ball'],
    ['l1-ball', 'l1 ball'],
    ['simplex', 'simplex'],
  ];
  return Promise.all(sets.map(([set, title]) => askSet(engine, settings, { set, title })));
}

async function askSet(
  engine: TheoryEngine,
  { radius, dimension, groupSize, exponent }: WidthSettings,
  { set, title }: Pick<SetWidths, 'set' | 'title'>,
): Promise<SetWidths> {
  const common = { query: 'gaussian-width', set, radius, groupSize, exponent } as const;
  const isDrawn = set === 'lp-ball' || set === 'group-ball';
  const most = isDrawn ? mostDrawn : 1e6;
  const dimensions = [1, 2, 5].flatMap((digit) =>
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((power) => digit * power),
  );
  const fits = [...new Set([...dimensions, dimension])].filter((one) => one <= most);
  const over = await engine.theory({
    ...common,
    dimensions: fits.sort((a, b) => a - b),
    draws: draws.line,
  });
  if (!fits.includes(dimension)) return { set, title, over, here: null };
  const at = isDrawn
    ? await engine.theory({ ...common, dimensions: [dimension], draws: draws.number })
    : over;
  return { set, title, over, here: extentAt(at, at.dimension.indexOf(dimension)) };
}

function extentAt(widths: WidthAnswer, place: number): SetExtent {
  return {
    width: widths.width[place],
    error: widths.widthError[place],
    secondMoment: widths.secondMoment[place],
    radius: widths.l2Radius[place],
    bregmanRadius: widths.bregmanRadius[place],
  };
}

export async function askBounds(
  engine: TheoryEngine,
  settings: BoundSettings,
): Promise<BoundsAnswer> {
  const { method, noise, samples, dimension, epsilon, delta, initialGap, distance } = settings;
  const common = {
    query: 'erm-bounds',
    samples,
    dimension,
    epsilon,
    delta,
    noise,
    initialGap,
    distance,
  } as const;
  if (method !== 'dp-accmd') {
    return engine.theory({ ...common, method, strongConvexity: 1 / settings.conditionNumber });
  }
  const { set, radius } = settings;
  const extent = await engine.theory({
    query: 'gaussian-width',
    set,
    dimensions: [dimension],
    radius,
  });
  return engine.theory({
    ...common,
    method,
    gaugeSmoothness: extent.l2Radius[0] ** 2,
    bregmanRadius: extent.bregmanRadius[0],
    dualNoise: extent.secondMoment[0],
  });
}
