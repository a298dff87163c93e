import type { Picture } from './picture.ts';

/**
 * Where a key moves the crosshair: to an x that a curve has, to null when Escape hides it, undefined
 * for keys that mean nothing. Shift moves ten points.
 */
export function movedCrosshair(
  { series, xRange }: Picture,
  present: number | null,
  { key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>,
): number | null | undefined {
  const grid = [...new Set(series.flatMap((one) => one.x))].sort((a, b) => a - b);
  if (grid.length === 0) return undefined;
  const nearest = grid.findLastIndex((x) => x <= (present ?? xRange[0]) * (1 + 1e-12));
  const step = shiftKey ? 10 : 1;
  const moves: Partial<Record<string, number | null>> = {
    ArrowRight: present === null ? 0 : nearest + step,
    ArrowLeft: nearest - step,
    Home: 0,
    End: grid.length - 1,
    Escape: null,
  };
  const next = moves[key];
  if (next === undefined || next === null) return next;
  return grid[Math.min(Math.max(next, 0), grid.length - 1)];
}
