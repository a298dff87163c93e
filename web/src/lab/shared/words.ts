import { formatCount, formatNumber } from '../../format/number.ts';
import type { CertificateAnswer, HorizonAnswer, MapAnswer, QuadraticAnswer } from './queries.ts';
import { iterationsPerDigit, type MapPlane } from '../quadratic/stability.ts';

/** What a choice of step and momentum buys, and what it costs, in one line each. */
export interface Verdict {
  gain: string;
  cost: string;
  diverges: boolean;
}

/** Compares a run on a quadratic with gradient descent at the same step, where that converges. */
export function quadraticVerdict(
  answer: QuadraticAnswer,
  descent: QuadraticAnswer | null,
): Verdict {
  if (!answer.stable || answer.rate === null || answer.noiseFloor === null) {
    const most = formatNumber(answer.largestStableStep);
    return {
      gain: 'Diverges: each step overshoots by more than the last one.',
      cost: `With this momentum the step has to stay below ${most} of 1/L.`,
      diverges: true,
    };
  }
  const digits = iterationsPerDigit(answer.rate);
  const pace = `One digit every ${formatCount(Math.max(1, digits))} ${digits < 1.5 ? 'iteration' : 'iterations'}`;
  const floor = `noise floor ${formatNumber(answer.noiseFloor)}`;
  if (descent === null) return { gain: `${pace}.`, cost: `${capital(floor)}.`, diverges: false };
  if (descent.rate === null || descent.noiseFloor === null) {
    return {
      gain: `${pace}; gradient descent diverges at this step.`,
      cost: `${capital(floor)}.`,
      diverges: false,
    };
  }
  return {
    gain: `${pace}: ${times(iterationsPerDigit(descent.rate) / digits, 'faster', 'slower')} than gradient descent.`,
    cost: `${capital(floor)}: ${times(answer.noiseFloor / descent.noiseFloor, 'higher', 'lower')} than gradient descent’s.`,
    diverges: false,
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

/** Whether there is a certificate, and what that means. */
export function certificateVerdict(
  answer: CertificateAnswer,
  quadraticRate: number | null,
): { title: string; text: string } {
  const exact =
    quadraticRate === null
      ? ''
      : quadraticRate < 1
        ? `On quadratics the method converges at rate ${formatNumber(quadraticRate)}.`
        : 'On quadratics with these constants the method diverges.';
  if (!answer.found) {
    return {
      title: 'No certificate for this step and momentum',
      text: `No matrix proves that the method converges on every function with these constants. That is normal for much momentum and does not mean that it diverges. ${exact}`.trim(),
    };
  }
  return {
    title: `Certified: rate ${formatNumber(answer.certificate.rate)} per iteration`,
    text: `Without noise the error falls at least by this rate on every function with these constants, not on quadratics alone. ${exact}`.trim(),
  };
}

/** What re-selecting the horizon and dividing the budget bring. */
export function horizonVerdict(answer: HorizonAnswer, iterations: number): string[] {
  const { horizon, singleStep, noiseTerms } = answer;
  const kept = horizon === iterations;
  const first = singleStep
    ? 'One step reaches the minimum: T′ = 1.'
    : kept
      ? `All ${formatCount(iterations)} iterations are worth their noise: T′ = T.`
      : `Stop after T′ = ${formatCount(horizon)} of ${formatCount(iterations)} iterations: the bound is least there.`;
  const { uniform, divided } = noiseTerms;
  if (uniform === null || divided === null) return [first, 'The noise is beyond all numbers.'];
  const second = `Over these ${formatCount(horizon)}, a divided budget leaves noise of ${formatNumber(divided)} in the bound, a uniform one ${formatNumber(uniform)}: ${times(uniform / divided, 'more', 'less')}.`;
  return [first, second];
}

/** "3.2 times faster", "2 times slower", "as fast" near 1. */
function times(ratio: number, up: string, down: string): string {
  if (!Number.isFinite(ratio) || ratio <= 0) return 'not to be compared';
  if (Math.abs(ratio - 1) < 0.005) return `no ${up}`;
  const size = formatNumber(ratio > 1 ? ratio : 1 / ratio);
  return `${size} times ${ratio > 1 ? up : down}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
