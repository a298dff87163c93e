import type { Table } from '../../export/csv.ts';
import { summarize } from '../../statistics/bands.ts';
import { fitSlope, type SlopeFit } from '../../statistics/slope.ts';
import { finalValues, type RunCollection } from '../../results/collection.ts';
import { boundedEnds, endsOf } from '../../results/ends.ts';
import { gapMeasure, isLoss, measureInfo, type Measure } from '../../results/measures.ts';
import type { PlanReport } from '../../engine/types.ts';
import type { SweepFilter } from '../../results/visible.ts';

/** How fast the end of an algorithm's runs moves with what is swept. */
interface SlopeRow {
  label: string;
  colorIndex: number;
  dashIndex: number;
  /** Of the mean over repeats; null with fewer than three settings that have a logarithm. */
  fit: SlopeFit | null;
  /** Of the bounds that the plans promise, over the same settings; null where there are none. */
  promised: number | null;
}

export interface Slopes {
  /** What is swept, in words. */
  along: string;
  rows: readonly SlopeRow[];
}

/** The slopes of a sweep over a number, on two logarithmic axes; null where no algorithm has one. */
export function slopesOf(
  collection: RunCollection,
  plan: PlanReport | null,
  { measure, sweep }: { measure: Measure; sweep: SweepFilter },
): Slopes | null {
  const ends = hasPowers(measure) ? endsOf(collection, sweep) : null;
  if (ends === null) return null;
  const { path, title } = ends.along;
  const rows = ends.groups.map(({ curves, label, colorIndex, dashIndex }): SlopeRow => {
    const measured = curves.map((curve) => {
      const { mean, standardError } = summarize(finalValues(curve, measure));
      return { x: Number(curve.sweep[path]), y: mean, standardError };
    });
    const bound = measure === gapMeasure ? boundedEnds(curves, path, plan) : null;
    const promised = bound?.x.map((x, index) => ({ x, y: bound.y[index] ?? Number.NaN })) ?? [];
    return {
      label,
      colorIndex,
      dashIndex,
      fit: fitSlope(measured),
      promised: fitSlope(promised)?.slope ?? null,
    };
  });
  return rows.some(({ fit }) => fit !== null) ? { along: title, rows } : null;
}

/** Whether 0 is where the measure would end: of an objective, which may lie anywhere, no power says a thing. */
function hasPowers(measure: Measure): boolean {
  return measureInfo(measure).axis === 'any' && (measure === gapMeasure || !isLoss(measure));
}

export function slopeTable({ rows }: Slopes): Table {
  return {
    columns: ['label', 'slope', 'standardError', 'settings', 'boundSlope'],
    rows: rows.map(({ label, fit, promised }) => [
      label,
      fit?.slope,
      fit?.standardError,
      fit?.points,
      promised,
    ]),
  };
}
