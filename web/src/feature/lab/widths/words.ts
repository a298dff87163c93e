import { formatCounted, formatNumber } from '../../../format/number.ts';
import type { SetWidths } from './ask.ts';
import type { WidthSettings } from './settings.ts';
import type { Verdict } from '../shared/verdict.ts';

/** What a set of small width saves against the ball. */
export function widthVerdict(sets: readonly SetWidths[], { dimension }: WidthSettings): Verdict {
  const widthOf = (set: SetWidths['set']) => sets.find((one) => one.set === set)?.here?.width;
  const ball = widthOf('l2-ball') ?? 1;
  const polytope = widthOf('l1-ball') ?? 1;
  const title = `In ${formatCounted(dimension, 'dimension')} the l1 ball is ${formatNumber(ball / polytope)} times narrower than the l2 ball.`;
  return {
    title,
    text: 'DP-AccMD’s bound grows with the width of the set, not with the dimension: as √(2 ln p) on the l1 ball, as √p on the l2 ball.',
  };
}
