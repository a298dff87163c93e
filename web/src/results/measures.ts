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
  gradientNorm: { title: 'Squared gradient norm', better: 'lower', isShare: false },
  sparsity: { title: 'Zero coordinates', better: 'neither', isShare: true },
  clippedFraction: { title: 'Clipped records', better: 'neither', isShare: true },
} as const satisfies Record<string, MeasureInfo>;

export type Measure = keyof typeof measures;
export const measureNames = Object.keys(measures) as Measure[];

export function measureInfo(measure: Measure): MeasureInfo {
  return measures[measure];
}

/** The engine's id of what a column holds: "gradient-norm" for gradientNorm. */
function diagnosticOf(measure: Measure): string {
  return measure.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * The measures that the engine knows and this problem has: only labels can be told right or wrong,
 * nobody knows the optimum of a loss that is not convex, and clipped records need clipping.
 */
export function measuresOf({ losses, diagnostics }: Catalogue, { problem }: Experiment): Measure[] {
  const known = new Set(diagnostics.map(({ id }) => id));
  const loss = losses.find(({ id }) => id === problem.loss);
  const lacks = new Set<Measure>();
  if (loss?.targets !== 'labels') lacks.add('accuracy');
  if (loss?.convex === false) lacks.add('suboptimality');
  if (!problem.gradientClip) lacks.add('clippedFraction');
  return measureNames.filter((name) => known.has(diagnosticOf(name)) && !lacks.has(name));
}

/** The diagnostics of an experiment with one more, or null where it is computed already. */
export function withDiagnostic({ run }: Experiment, measure: Measure): string[] | null {
  const asked = run?.diagnostics ?? ['objective', 'suboptimality'];
  const diagnostic = diagnosticOf(measure);
  return asked.includes(diagnostic) ? null : [...asked, diagnostic];
}
