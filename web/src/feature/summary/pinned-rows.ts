import { toldApart } from '../../chart/palette.ts';
import type { PinnedRun } from '../../curves/ghosts.ts';
import { hasMeasure } from '../../results/collection.ts';
import { shownCurves, type Layout } from '../../results/panels.ts';
import type { SweepFilter } from '../../results/visible.ts';
import { summaryRows, type SummaryRow, type Told } from './summary.ts';

/** How pinned runs ended, under their names; they have no rank among runs of another experiment. */
export function pinnedRows(
  pinned: readonly PinnedRun[],
  told: Pick<Told, 'measure' | 'score' | 'rankedBy'>,
  { sweep, layout }: { sweep: SweepFilter; layout: Layout },
): SummaryRow[] {
  const rows = pinned.flatMap((run) => {
    const { collection, plan, place, result } = run;
    const measured = collection.curves.some((curve) => hasMeasure(curve, told.measure));
    if (!measured) return [];
    const curves = shownCurves(collection, sweep, layout);
    const own = summaryRows(curves, plan, { ...told, result, isWhole: false });
    return own.map((row) => ({
      ...row,
      label: `${row.label} (${run.name})`,
      ghost: run,
      dashIndex: place,
    }));
  });
  return toldApart(rows);
}
