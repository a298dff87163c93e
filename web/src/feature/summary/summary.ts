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
import { measureInfo, type Measure } from '../../results/measures.ts';
import type { VisibleCurve } from '../../results/visible.ts';

/** One line of the summary table: how an algorithm ended over its repeats, or where it stands. */
export interface SummaryRow {
  label: string;
  /** The pinned run that it is of; absent of the present one. */
  ghost?: object;
  colorIndex: number;
  dashIndex: number;
  final: Summary;
  /** How well the model predicts in the median, beside another measure; null where nothing tells. */
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

/** What a table tells: of which measure, beside which score, and by which of the two it ranks. */
export interface Told {
  measure: Measure;
  /** Null where the measure is one itself, or nothing tells. */
  score?: Measure | null;
  /** The measure unless it says otherwise. */
  rankedBy?: Measure;
  /** Whether all runs have ended and can be ranked. */
  isWhole?: boolean;
  result?: ExperimentResult | null;
}

export function summaryRows(
  visible: readonly VisibleCurve[],
  plan: PlanReport | null,
  { measure, score = null, rankedBy = measure, isWhole = true, result = null }: Told,
): SummaryRow[] {
  const broken = plan === null ? null : brokenPromises(plan, result);
  const endsIn =
    (one: Measure) =>
    ({ curve }: VisibleCurve) =>
      summarize(hasMeasure(curve, one) ? finalValues(curve, one) : []);
  const finals = visible.map(endsIn(measure));
  const scores = score === null ? [] : visible.map(endsIn(score));
  const ranked = rankedBy === score ? scores : finals;
  const { better } = measureInfo(rankedBy);
  // What reads alike shares its rank: solvers that release the same do not win by rounding.
  const medians = ranked.map((final) => Number(final.median.toPrecision(3)));
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
      score: scores[index]?.median ?? null,
      rank: places[index] ?? null,
      seconds: meanSeconds(curve),
      epsilon: privacy?.notion === 'none' ? null : (privacy?.epsilon ?? spentAtEnd(curve)),
      certified: planned ? heldOf(planned, broken?.get(planned)).certified : null,
    };
  });
}

function meanSeconds(curve: Curve): number {
  const ends = [...curve.runs.values()].map((run) => run.seconds.at(-1) ?? 0);
  return ends.reduce((sum, end) => sum + end, 0) / Math.max(1, ends.length);
}

function spentAtEnd(curve: Curve): number | null {
  const spent = longestRun(curve).epsilonSpent.at(-1);
  return spent === undefined || Number.isNaN(spent) ? null : spent;
}
