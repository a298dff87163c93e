import type { ExperimentResult, PlanReport } from '../../engine/types.ts';
import { brokenPromises, heldOf } from '../../privacy/promise.ts';
import { ranks, summarize, type Summary } from '../../statistics/bands.ts';
import {
  finalValues,
  hasMeasure,
  longestRun,
  planOf,
  type Curve,
} from '../../results/collection.ts';
import { measureInfo, scoreMeasure, type Measure } from '../../results/measures.ts';
import type { VisibleCurve } from '../../results/visible.ts';

/** One line of the summary table: how an algorithm ended over its repeats, or where it stands. */
export interface SummaryRow {
  label: string;
  colorIndex: number;
  dashIndex: number;
  final: Summary;
  /** How often the model is right in the median, beside another measure; null where nothing tells. */
  score: number | null;
  /** Null where runs that have not ended could still change places. */
  rank: number | null;
  /** Mean seconds of a run. */
  seconds: number;
  /** Epsilon that one run spends in all; null where nothing is promised. */
  epsilon: number | null;
  /** Whether that is proven and every run kept it; null where no plan says so. */
  certified: boolean | null;
}

export function summaryRows(
  visible: readonly VisibleCurve[],
  plan: PlanReport | null,
  measure: Measure,
  isWhole = true,
  result: ExperimentResult | null = null,
): SummaryRow[] {
  const broken = plan === null ? null : brokenPromises(plan, result);
  const finals = visible.map(({ curve }) =>
    summarize(hasMeasure(curve, measure) ? finalValues(curve, measure) : []),
  );
  const { better } = measureInfo(measure);
  // What reads alike shares its rank: solvers that release the same do not win by rounding.
  const medians = finals.map((final) => Number(final.median.toPrecision(3)));
  const places =
    better === 'neither' || !isWhole ? medians.map(() => null) : ranks(medians, better);
  return visible.map(({ curve, label, colorIndex, dashIndex }, index) => {
    const planned = planOf(curve, plan);
    const privacy = planned?.privacy;
    return {
      label,
      colorIndex,
      dashIndex,
      final: finals[index],
      score: scoreOf(curve, measure),
      rank: places[index] ?? null,
      seconds: meanSeconds(curve),
      epsilon: privacy?.notion === 'none' ? null : (privacy?.epsilon ?? spentAtEnd(curve)),
      certified: planned ? heldOf(planned, broken?.get(planned)).certified : null,
    };
  });
}

function scoreOf(curve: Curve, beside: Measure): number | null {
  if (beside === scoreMeasure || !hasMeasure(curve, scoreMeasure)) return null;
  return summarize(finalValues(curve, scoreMeasure)).median;
}

function meanSeconds(curve: Curve): number {
  const ends = [...curve.runs.values()].map((run) => run.seconds.at(-1) ?? 0);
  return ends.reduce((sum, end) => sum + end, 0) / Math.max(1, ends.length);
}

function spentAtEnd(curve: Curve): number | null {
  const spent = longestRun(curve).epsilonSpent.at(-1);
  return spent === undefined || Number.isNaN(spent) ? null : spent;
}
