import type { AuditReport, AuditedBudget, Catalogue, Experiment } from '../../engine/types.ts';
import type { Table } from '../../export/csv.ts';
import { formatCount, formatNumber } from '../../format/number.ts';

export type Point = readonly [x: number, y: number];

/** A histogram as the corners of its outline, with bins' heights relative to `highest`. */
export function outline(
  edges: readonly number[],
  counts: readonly number[],
  highest: number,
): Point[] {
  const points: Point[] = [[edges[0], 0]];
  counts.forEach((count, bin) => {
    const height = highest > 0 ? count / highest : 0;
    points.push([edges[bin], height], [edges[bin + 1], height]);
  });
  points.push([edges[counts.length], 0]);
  return points;
}

/** How many runs on either data set had scores in each bin. */
export function histogramTable({ histogram }: AuditReport): Table {
  const { statistic, edges, first, second } = histogram;
  return {
    columns: [`${statistic}.from`, `${statistic}.to`, 'usualRecord', 'oddRecord'],
    rows: first.map((count, bin) => [edges[bin], edges[bin + 1], count, second[bin]]),
  };
}

/** The private algorithms of an experiment, each once. */
export function auditable(
  experiment: Experiment,
  catalogue: Catalogue | null,
): { id: string; label: string }[] {
  if (experiment.privacy.notion === 'none') return [];
  const found = new Map<string, string>();
  for (const { id, label } of experiment.algorithms) {
    const known = catalogue?.algorithms.find((one) => one.id === id);
    if (known?.private && !found.has(id)) found.set(id, label ?? known.title);
  }
  return [...found].map(([id, label]) => ({ id, label }));
}

/** The same algorithm with one step, where it has steps: an audit comes closest to the claim then. */
export function withOneStep(
  experiment: Experiment,
  id: string,
  catalogue: Catalogue | null,
): Experiment {
  const known = catalogue?.algorithms.find((one) => one.id === id);
  const hasSteps = known?.parameters.some(({ name }) => name === 'iterations') ?? true;
  if (!hasSteps) return { ...experiment, sweep: [] };
  const algorithms = experiment.algorithms.map((one) =>
    one.id === id ? { ...one, parameters: { ...one.parameters, iterations: 1 } } : one,
  );
  return { ...experiment, algorithms, sweep: [] };
}

/** What the bound is compared with: the plan's claim, or what was asked for where it has none. */
export function judgedBudget({ claimed, requested }: AuditReport): AuditedBudget {
  const budget = claimed ?? requested;
  if (!budget) throw new TypeError('an audit judges a claim or a request');
  return budget;
}

/** What was found, for someone who has never heard of an audit. */
export function explain(report: AuditReport): string {
  const { lowerBound, claimed, runs, confidence } = report;
  const bound = formatNumber(lowerBound.epsilon);
  const judged = judgedBudget(report);
  const claim = formatNumber(judged.epsilon);
  const at = judged.delta > 0 ? ` at δ = ${formatNumber(judged.delta)}` : '';
  const sure = `${Number((100 * confidence).toPrecision(8))}%`;
  if (!claimed) {
    const verdict = report.verdict === 'refuted' ? 'Refuted' : 'Not refuted by these runs';
    return `${verdict}. ${formatCount(runs)} runs on each data set prove that ε is at least ${bound}${at}, with confidence ${sure}; ${claim} was asked for. The plan leaks and claims nothing.`;
  }
  if (report.verdict === 'refuted') {
    return `Refuted. In ${formatCount(runs)} runs on each data set, the attacker told them apart so well that ε is at least ${bound}${at}, with confidence ${sure}; ${claim} is claimed.`;
  }
  return `Nothing speaks against the claim. ${formatCount(runs)} runs on each data set prove that ε is at least ${bound}${at}, with confidence ${sure}; ${claim} is claimed.`;
}

/** Why a correct plan may stay far below its claim; nothing to say when it comes close. */
export function whyFar(report: AuditReport): string {
  const { lowerBound, claimed, neighbours } = report;
  if (!claimed || report.verdict === 'refuted') return '';
  if (lowerBound.epsilon > 0.6 * claimed.epsilon) return '';
  if (report.iterations > 1) {
    return 'The noise of many steps averages out, so the whole ε would show only in very rare runs. With one step the audit comes closer.';
  }
  if (neighbours.attained < 0.9 * neighbours.sensitivity) {
    return 'No two records were found that differ by the whole sensitivity, so the true ε may be below the claim.';
  }
  return 'More runs would come closer.';
}
