import type { Catalogue, Experiment } from '../engine/types.ts';

/** A diagnostic that can be drawn: how it is called, which way is better, and how its axis runs. */
interface MeasureInfo {
  title: string;
  better: 'lower' | 'higher' | 'neither';
  /** A share has an axis of its own, from 0 to 1. */
  isShare: boolean;
}

/** What is drawn, in the order of the list; the names are those of the traces. */
export const measures = {
  suboptimality: { title: 'Gap to optimum', better: 'lower', isShare: false },
  objective: { title: 'Objective', better: 'lower', isShare: false },
  accuracy: { title: 'Accuracy', better: 'higher', isShare: true },
  sparsity: { title: 'Zero coordinates', better: 'neither', isShare: true },
} as const satisfies Record<string, MeasureInfo>;

export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

export function measureInfo(measure: Measure): MeasureInfo {
  return measures[measure];
}

/** The measures that the engine knows and this loss has: only labels can be told right or wrong. */
export function measuresOf({ losses, diagnostics }: Catalogue, { problem }: Experiment): Measure[] {
  const known = new Set(diagnostics.map(({ id }) => id));
  const hasLabels = losses.find(({ id }) => id === problem.loss)?.targets === 'labels';
  return measureNames.filter((name) => known.has(name) && (name !== 'accuracy' || hasLabels));
}

/** The diagnostics of an experiment with one more, or null where it is computed already. */
export function withDiagnostic({ run }: Experiment, measure: Measure): string[] | null {
  const asked = run?.diagnostics ?? ['objective', 'suboptimality'];
  return asked.includes(measure) ? null : [...asked, measure];
}
