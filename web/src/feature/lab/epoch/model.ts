import { choice, logCount, number, type ValuesOf } from '../shared/fields.ts';
import { logLog } from '../shared/lines.ts';
import { conditionNumber, inSteps } from '../shared/settings.ts';
import { type Line, plainSeries, type Picture } from '../../../chart/picture.ts';
import type { EpochAnswer, TheoryEngine } from '../shared/queries.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import type { Verdict } from '../shared/told.ts';

export const settings = {
  lemma: choice(
    'Variance lemma',
    [
      { value: 'paper', title: 'As printed' },
      { value: 'tight', title: 'Tight' },
    ],
    'The printed proof counts the variance of a step twice. The noise is independent and centred, so once is enough: steps may then be twice as long and epochs half.',
  ),
  conditionNumber: conditionNumber(
    'L/μ. An epoch has to be long enough to forget its start along the flattest direction.',
  ),
  step: number(
    'Step η',
    [1e-3, 0.0208, 0.3],
    'Too short, and an epoch does not get far; too long, and its own variance keeps it from contracting. The paper prints 1/12; the condition needs less than 1/24.',
    { ...inSteps, scale: 'log' },
  ),
  length: logCount(
    'Epoch length m',
    [1, 20_000, 1e8],
    'Inner steps between two exact gradients. Each of them adds noise, so longer epochs cost budget.',
  ),
};

export type EpochSettings = ValuesOf<typeof settings>;

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
function spread([low, high]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, index) => low * (high / low) ** (index / (count - 1)));
}

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
  ...logLog,
  scale: 'linear',
  yTitle: 'Contraction A of an epoch',
  optimum: 0.5,
  yRange: [0, highest],
} as const;

/** Whether an epoch contracts, and what would help. */
export function epochVerdict({ epoch, largestStep }: EpochAnswer): Verdict {
  const { factor, holds, shortestEpoch, innerIterations } = epoch;
  const most = `Steps have to stay below ${formatNumber(largestStep)} of 1/L.`;
  if (factor === null) {
    return { title: 'No bound: the step is too long for the proof', text: most, bad: true };
  }
  const contraction = `A = ${formatNumber(factor)}`;
  if (holds) {
    const spare =
      shortestEpoch !== null && shortestEpoch < innerIterations
        ? `Epochs of ${formatCount(shortestEpoch)} steps would do at this step size.`
        : 'No shorter epoch would do at this step size.';
    const title = `${contraction}: each epoch more than halves what is left of the gap`;
    return { title, text: `Condition (4), A < ½, holds. ${spare}`, bad: false };
  }
  const title =
    factor < 1
      ? `${contraction}: the gap shrinks, but not by half`
      : `${contraction}: nothing is proven to shrink`;
  const help =
    shortestEpoch === null
      ? `${most} No epoch length makes up for a longer one.`
      : `At this step size epochs need at least ${formatCount(shortestEpoch)} steps.`;
  return { title, text: `Condition (4), A < ½, fails. ${help}`, bad: true };
}
