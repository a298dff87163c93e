import type { AlgorithmPlan, PlanReport } from '../../engine/types.ts';
import { formatMeasured } from '../../format/number.ts';
import { summarize } from '../../statistics/bands.ts';
import { finalValues, planOf, type Curve, type RunCollection } from '../../results/collection.ts';
import { gapMeasure } from '../../results/measures.ts';

/** Something to take care of in one or more plans. */
export interface Caution {
  /** The plans' labels. */
  labels: string[];
  text: string;
  /** What the plan warned of before its runs were seen, where they ended better than it feared. */
  before: string | null;
}

/**
 * What plans warn of. A bound on the end is a true statement about the worst case; once runs of the
 * same plan are there, it is told beside what they came to.
 *
 * @param runs all runs of this very plan, to their end; null where there are none
 */
export function cautionsOf(plan: PlanReport, runs: RunCollection | null): Caution[] {
  const cautions = new Map<string, Caution>();
  for (const one of plan.plans) {
    const curve = runs?.curves.find((known) => planOf(known, plan) === one);
    for (const warning of one.warnings) {
      const caution = besideRuns(warning, one, curve);
      const known = cautions.get(caution.text);
      if (known === undefined) cautions.set(caution.text, caution);
      else if (!known.labels.includes(one.label)) known.labels.push(one.label);
    }
  }
  return [...cautions.values()];
}

/** How the engine begins to say that a plan's bound, or its guess, ends above the start. */
const bounded = /^By its (bound|guess) this plan may end (\S+) above the optimum/;
/** How it says that the plan ended above its start where it was played. */
const played = /^This plan may well end .* it does on (\d+ of \d+ public data sets)/;

/** What a warning feared, in short; null where it is none about the end. */
function fearOf(warning: string): string | null {
  const byBound = bounded.exec(warning);
  if (byBound) return `Its ${byBound[1]} allows up to ${byBound[2]} above the optimum`;
  const byPlay = played.exec(warning);
  return byPlay && `It ends above its start on ${byPlay[1]}`;
}

function besideRuns(warning: string, { label }: AlgorithmPlan, curve: Curve | undefined): Caution {
  const labels = [label];
  const fear = fearOf(warning);
  const ends = fear !== null && curve ? endsOf(curve, finalValues(curve, gapMeasure)) : null;
  if (ends === null) return { labels, text: warning, before: null };
  const { start, end, runs } = ends;
  const seen = `${runs} ended at ${end}`;
  if (!ends.isBelow) {
    const text = `${warning} Here ${seen}, not below their start at ${start}.`;
    return { labels, text, before: null };
  }
  const text = `${fear}; ${seen}, below their start at ${start}.`;
  return { labels, text, before: warning };
}

interface Ends {
  /** Median gaps to the optimum, in words. */
  start: string;
  end: string;
  isBelow: boolean;
  runs: string;
}

/** From where to where runs came; null where the gap was not measured. */
function endsOf({ runs }: Curve, ends: number[]): Ends | null {
  const starts = [...runs.values()].map((run) =>
    run.iteration.at(0) === 0 ? (run[gapMeasure].at(0) ?? Number.NaN) : Number.NaN,
  );
  const [start, end] = [starts, ends].map((values) => summarize(values).median);
  if (!Number.isFinite(start) || !Number.isFinite(end)) return null;
  const [isOne, middle] = [runs.size === 1, `${formatMeasured(end)} (median)`];
  return {
    start: formatMeasured(start),
    end: isOne ? formatMeasured(end) : middle,
    isBelow: end < start,
    runs: isOne ? 'this run' : `these ${runs.size} runs`,
  };
}
