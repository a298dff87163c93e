/**
 * The p-quantile of values in ascending order, linear between the two nearest order statistics
 * (type 7 of Hyndman and Fan). NaN for an empty list.
 */
export function quantile(ascending: readonly number[], p: number): number {
  if (ascending.length === 0) return Number.NaN;
  const position = Math.min(Math.max(p, 0), 1) * (ascending.length - 1);
  const below = Math.floor(position);
  const low = ascending[below];
  if (below + 1 >= ascending.length || position === below) return low;
  const high = ascending[below + 1];
  return low === high ? low : low + (position - below) * (high - low);
}
