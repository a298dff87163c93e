import { formatCount, formatNumber } from '../../../format/number.ts';
import { times } from '../shared/times.ts';
import type { MapAnswer, QuadraticAnswer } from '../shared/queries.ts';
import { iterationsPerDigit, type MapPlane } from './stability.ts';
import type { Verdict } from '../shared/verdict.ts';

/**
 * What a choice of step and momentum buys, and what it costs: compares a run on a quadratic with gradient descent at the
 * same step, where that converges.
 */
export function quadraticVerdict(
  answer: QuadraticAnswer,
  descent: QuadraticAnswer | null,
): Verdict {
  if (!answer.stable || answer.rate === null || answer.noiseFloor === null) {
    const most = formatNumber(answer.largestStableStep);
    return {
      title: 'Diverges: each step overshoots by more than the last one.',
      text: `With this momentum the step has to stay below ${most} of 1/L.`,
      bad: true,
    };
  }
  const digits = iterationsPerDigit(answer.rate);
  const pace = `One digit every ${formatCount(Math.max(1, digits))} ${digits < 1.5 ? 'iteration' : 'iterations'}`;
  const floor = `noise floor ${formatNumber(answer.noiseFloor)}`;
  if (descent === null) return { title: `${pace}.`, text: `${capital(floor)}.` };
  if (descent.rate === null || descent.noiseFloor === null) {
    return {
      title: `${pace}; gradient descent diverges at this step.`,
      text: `${capital(floor)}.`,
    };
  }
  return {
    title: `${pace}: ${times(iterationsPerDigit(descent.rate) / digits, 'faster', 'slower')} than gradient descent.`,
    text: `${capital(floor)}: ${times(answer.noiseFloor / descent.noiseFloor, 'higher', 'lower')} than gradient descent’s.`,
  };
}

/** What the map's marker stands on, for a screen reader. */
export function placeWords(step: number, momentum: number, answer: QuadraticAnswer): string {
  const place = `Step ${formatNumber(step)}, momentum ${formatNumber(momentum)}`;
  if (!answer.stable) return `${place}: diverges.`;
  return `${place}: rate ${formatNumber(answer.rate)}, noise floor ${formatNumber(answer.noiseFloor)}.`;
}

/** How much of the map converges, and where it is fastest. */
export function mapWords(plane: MapPlane, { rate }: MapAnswer): string {
  let best = { rate: 2, step: 0, momentum: 0 };
  rate.forEach((row, step) =>
    row.forEach((value, momentum) => {
      if (value !== null && value < best.rate) {
        best = { rate: value, step: plane.steps[step], momentum: plane.momenta[momentum] };
      }
    }),
  );
  if (best.rate >= 1) return 'Nothing on this map converges.';
  return `Fastest near step ${formatNumber(best.step)} and momentum ${formatNumber(best.momentum)}, with rate ${formatNumber(best.rate)}.`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
