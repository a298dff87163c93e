import type { Catalogue, Experiment } from '../engine/types.ts';

/** A diagnostic that can be drawn: how it is called, which way is better, and how its axis runs. */
interface MeasureInfo {
  title: string;
  better: 'lower' | 'higher' | 'neither';
  /**
   * `any`: logarithmic or linear, as the reader likes; `linear`: for what may be about 0 on either
   * side; `share`: from 0 to 1.
   */
  axis: 'any' | 'linear' | 'share';
}

/** What is drawn, in the order of the list; the names are those of the traces. */
export const measures = {
  suboptimality: { title: 'Gap to optimum', better: 'lower', axis: 'any' },
  objective: { title: 'Objective', better: 'lower', axis: 'any' },
  accuracy: { title: 'Accuracy', better: 'higher', axis: 'share' },
  gradientNorm: { title: 'Squared gradient norm', better: 'lower', axis: 'any' },
  sparsity: { title: 'Zero coordinates', better: 'neither', axis: 'share' },
  clippedFraction: { title: 'Clipped records', better: 'neither', axis: 'share' },
  noiseRatio: { title: 'Noise over gradient', better: 'neither', axis: 'any' },
  anchorDistance: { title: 'Distance to the anchor', better: 'neither', axis: 'any' },
  potential: { title: 'Potential', better: 'lower', axis: 'any' },
  keyLemmaSlack: { title: 'Slack of the key lemma', better: 'neither', axis: 'linear' },
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

const fromOptimum: readonly Measure[] = ['suboptimality', 'potential', 'keyLemmaSlack'];

/**
 * The measures that the engine knows and this experiment has: only labels can be told right or
 * wrong, nobody knows the optimum of a loss that is not convex, clipped records need clipping, and
 * what some algorithms' steps have needs one of them.
 */
export function measuresOf(catalogue: Catalogue, { problem, algorithms }: Experiment): Measure[] {
  const { losses, diagnostics } = catalogue;
  const known = new Set(diagnostics.map(({ id }) => id));
  const foreign = diagnosticsWithout(algorithms, catalogue);
  const loss = losses.find(({ id }) => id === problem.loss);
  const lacks = new Set<Measure>();
  if (loss?.targets !== 'labels') lacks.add('accuracy');
  if (loss?.convex === false) for (const name of fromOptimum) lacks.add(name);
  if (!problem.gradientClip) lacks.add('clippedFraction');
  return measureNames.filter((name) => {
    const diagnostic = diagnosticOf(name);
    return known.has(diagnostic) && !foreign.has(diagnostic) && !lacks.has(name);
  });
}

/** The diagnostics of steps that none of these algorithms takes. */
export function diagnosticsWithout(
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Set<string> {
  const special = new Set(catalogue.algorithms.flatMap((entry) => entry.diagnostics ?? []));
  for (const { id } of algorithms) {
    const entry = catalogue.algorithms.find((known) => known.id === id);
    for (const diagnostic of entry?.diagnostics ?? []) special.delete(diagnostic);
  }
  return special;
}

/** What a measure is, in the engine's words; empty where the engine does not know it. */
export function measureHelp({ diagnostics }: Catalogue, measure: Measure): string {
  return diagnostics.find(({ id }) => id === diagnosticOf(measure))?.description ?? '';
}

/** The diagnostics of an experiment with one more, or null where it is computed already. */
export function withDiagnostic({ run }: Experiment, measure: Measure): string[] | null {
  const asked = run?.diagnostics ?? ['objective', 'suboptimality'];
  const diagnostic = diagnosticOf(measure);
  return asked.includes(diagnostic) ? null : [...asked, diagnostic];
}
