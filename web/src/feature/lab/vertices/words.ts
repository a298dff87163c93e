import { formatCount, formatNumber } from '../../../format/number.ts';
import type { BiasAnswer, LevelsAnswer } from '../shared/queries.ts';
import type { Verdict } from '../shared/verdict.ts';

/** What to look at: bias that falls, and what that costs. */
export function biasVerdict({ averages, levels }: BiasAnswer): Verdict {
  const last = levels.maxLevel.length - 1;
  const [most, bias] = [levels.maxLevel[last], levels.bias[last]];
  if (averages.bias[0] === 0) {
    return {
      title: 'Gradients at averages of vertices are unbiased here: one vertex is enough.',
      text: 'Only values are misled, and only by the variance of the average.',
    };
  }
  const fall = formatNumber(levels.bias[last - 1] / bias);
  const growth = (moments: readonly number[]) => formatNumber(moments[last] / moments[0]);
  return {
    title: `One vertex biases the gradient by ${formatNumber(averages.bias[0])}, levels up to ${formatCount(most)} by ${formatNumber(bias)}.`,
    text: `Each level more divides the bias by ${fall} in the end, while the mean square grows slowly: it is ${growth(levels.secondMoment)} times that of M = 0, ${growth(levels.antitheticSecondMoment)} times where differences are antithetic. ${cheaper(levels)}`,
  };
}

/** From which level on levels cost less than as many vertices in every step. */
function cheaper({ maxLevel, cost, evenCost }: BiasAnswer['levels']): string {
  const from = maxLevel.find((level, index) => level > 0 && cost[index] < evenCost[index]);
  return from === undefined
    ? 'Equally many vertices in every step cost less privacy at all these levels.'
    : `Equally many vertices in every step cost less privacy below M = ${formatCount(from)}, and more from there on.`;
}

/** What to look at: how the public levels of a seed compare with what is expected of any. */
export function levelsVerdict({ rule, schedule, expectedSteps, repeats }: LevelsAnswer): Verdict {
  const { least, most } = expectedSteps;
  const { mean, standardError } = repeats.steps;
  const share = schedule.rho / schedule.worstRho;
  return {
    title: `Levels 0 to ${formatCount(rule.maxLevel)}: ${formatCount(schedule.steps)} steps read ${formatCount(schedule.records)} records.`,
    text: `${formatCount(least)} to ${formatCount(most)} steps are expected (Wald); over ${formatCount(repeats.seeds)} seeds there are ${formatCount(mean)} ± ${formatNumber(standardError)}. The dearest block costs ${formatNumber(100 * share)} % of what any levels might, because these are known beforehand.`,
  };
}
