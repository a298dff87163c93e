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
  /** What the plan warned about before its runs were seen, where they ended better than it feared. */
  before: string | null;
  /** The engine's own sentences with their numbers, where the text says less. */
  numbers: string[];
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
      else merge(known, caution);
    }
  }
  return [...cautions.values()];
}

/** The same of one more plan. */
function merge(known: Caution, { labels, numbers }: Caution): void {
  for (const label of labels) if (!known.labels.includes(label)) known.labels.push(label);
  for (const one of numbers) if (!known.numbers.includes(one)) known.numbers.push(one);
}

/** A warning about the end: its first sentence alone, what becomes of it beside better runs, and what would help. */
interface Fear {
  before: string;
  beside: string;
  help: string;
}

/** Null where a warning is about something else. */
function fearOf(warning: string): Fear | null {
  const [before] = /^[^.]* ends? worse than it starts\./.exec(warning) ?? [];
  if (before === undefined) return null;
  const help = / (What would help: |Of (?:other|larger) ).*$/.exec(warning)?.[0] ?? '';
  const played = / on (\d+ of \d+ public data sets)/.exec(warning)?.[1];
  if (played === undefined) return { before, help, beside: 'theory could not guarantee that' };
  return {
    before: `This may well end worse than it starts, as on ${played}.`,
    help,
    beside: `on ${played} such runs end worse than they start`,
  };
}

function besideRuns(warning: string, { label }: AlgorithmPlan, curve: Curve | undefined): Caution {
  const labels = [label];
  const fear = fearOf(warning);
  if (fear === null) return { labels, text: warning, numbers: [], before: null };
  const ends = curve ? endsOf(curve, finalValues(curve, gapMeasure)) : null;
  const numbers = [warning];
  if (ends === null) {
    return { labels, text: `${fear.before}${fear.help}`, numbers, before: null };
  }
  const { start, end, runs } = ends;
  if (!ends.isBelow) {
    const seen = `Here ${runs} ended at ${end}, not below their start at ${start}.`;
    const text = `${fear.before} ${seen}${fear.help}`;
    return { labels, text, numbers, before: null };
  }
  const first = runs.charAt(0).toUpperCase() + runs.slice(1);
  const text = `${first} ended better than they began, at a gap of ${end} after ${start}; ${fear.beside}.`;
  return { labels, text, numbers, before: warning };
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
