import { formatNumber } from '../../../format/number.ts';

/** "3.2 times faster", "2 times slower", "as fast" near 1. */
export function times(ratio: number, up: string, down: string): string {
  if (!Number.isFinite(ratio) || ratio <= 0) return 'not to be compared';
  if (Math.abs(ratio - 1) < 0.005) return `no ${up}`;
  const size = formatNumber(ratio > 1 ? ratio : 1 / ratio);
  return `${size} times ${ratio > 1 ? up : down}`;
}
