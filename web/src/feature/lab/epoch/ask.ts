import type { Line } from '../../../chart/picture.ts';
import type { EpochAnswer, TheoryEngine } from '../shared/queries.ts';
import type { EpochSettings } from './settings.ts';

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
