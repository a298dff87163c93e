import { formatCount, formatCounted, formatNumber } from '../../../../format/number.ts';
import type { Plan } from '../plan.ts';
import type { ReleaseSettings } from '../settings.ts';
import type { PhaseColumn } from './columns.ts';

/** How a column changes from phase to phase: "grows 2 times", "shrinks 3.5 to 4.1 times". */
export function changeText(values: readonly number[]): string {
  const ratios = values.slice(1).map((value, index) => value / values[index]);
  const [least, most] = [Math.min(...ratios), Math.max(...ratios)];
  if (least > 1) return `grows ${rangeText(least, most)}`;
  if (most < 1) return `shrinks ${rangeText(1 / most, 1 / least)}`;
  return `changes ${rangeText(least, most)}`;
}

function rangeText(least: number, most: number): string {
  const [first, last] = [formatNumber(least), formatNumber(most)];
  return first === last ? `${first} times` : `${first} to ${last} times`;
}

/** What the plan comes to, in a sentence or two. */
export function planText(
  { regularization, bound, phases }: Plan,
  columns: readonly PhaseColumn[],
  { samples }: ReleaseSettings,
): string {
  const used = phases.records.reduce((sum, count) => sum + count, 0);
  const records = `${formatCount(used)} of ${formatCounted(samples, 'record')} are used.`;
  if (regularization === null) return `One release. ${records}`;
  const values = (name: string) => columns.find((one) => one.name === name)?.values ?? [];
  const change =
    phases.phase.length === 1
      ? ''
      : ` From phase to phase the weight ${changeText(values('weight'))} and the noise ${changeText(values('noise'))}.`;
  return `${formatCounted(phases.phase.length, 'phase')} with μ = ${formatNumber(regularization)}, bound ${formatNumber(bound)}. ${records}${change}`;
}

/** What the columns are measured in. */
export function columnNotes(method: ReleaseSettings['method']): string {
  const weights = 'Weights are in units of the loss over squared parameters. ';
  return method === 'strongly-convex-concave'
    ? `${weights}Certified distance and sensitivity are those of the pair in a norm that weighs x and y by their moduli; noise is per coordinate, in units of the parameters.`
    : `${weights}Distances, sensitivity and noise are of what is released, in units of the parameters; the sensitivity includes twice the certified distance, noise is per coordinate. Blocks are disjoint: a record pays one phase’s ρ, of a pair one on each side.`;
}
