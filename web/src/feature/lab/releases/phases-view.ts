import { plain } from '../shared/lines.ts';
import type { TheoryEngine } from '../shared/queries.ts';
import { planQuery, type Plan, methodFacts } from './plan.ts';
import type { ReleaseSettings } from './settings.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { formatCount, formatCounted, formatNumber } from '../../../format/number.ts';
import { html, nothing } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import { dataTable } from '../shared/told.ts';
import '../../../components/charts/lab-chart.ts';
import { tableStyles } from '../shared/styles.ts';

export function askPlan(engine: TheoryEngine, settings: ReleaseSettings): Promise<Plan> {
  return engine.theory({ ...planQuery(settings), schedule: settings.schedule });
}

/** A quantity of every phase. */
export interface PhaseColumn {
  name: string;
  title: string;
  values: number[];
}

/**
 * What a plan says of its phases. Where one part is released, distances are its own, in L2; where
 * both are, distances are those of the pair in the norm of W.
 */
export function phaseColumns(
  { phases }: Plan,
  { method }: Pick<ReleaseSettings, 'method'>,
): PhaseColumn[] {
  const { isMinimization } = methodFacts[method];
  const releasesBoth = method === 'strongly-convex-concave';
  const { weight, otherWeight, noise } = releasedPart(phases, method);
  const distance = phases.certifiedDistance.map((weighted, index) =>
    releasesBoth ? weighted : weighted / Math.sqrt(weight[index]),
  );
  const column = (name: string, title: string, values: number[]) => ({ name, title, values });
  return [
    column('records', 'Records nₖ', phases.records),
    column('weight', releasesBoth ? 'Weight of x' : 'Weight μₖ', weight),
    ...(isMinimization
      ? []
      : [
          column(
            'otherWeight',
            releasesBoth ? 'Weight of y' : 'Weight of the other part',
            otherWeight,
          ),
        ]),
    column('certifiedDistance', 'Certified distance', distance),
    column('sensitivity', 'Sensitivity Δₖ', phases.sensitivity),
    column('noise', releasesBoth ? 'Noise of x' : 'Noise σₖ', noise),
    ...(releasesBoth ? [column('otherNoise', 'Noise of y', phases.dualNoise)] : []),
    column('rho', 'zCDP ρ', phases.rho),
  ];
}

/** The numbers of the part that is released: y where it is released alone, else x. */
export function releasedPart(
  { primalWeight, dualWeight, primalNoise, dualNoise }: Plan['phases'],
  method: ReleaseSettings['method'],
): { weight: number[]; otherWeight: number[]; noise: number[] } {
  return methodFacts[method].releasesDual
    ? { weight: dualWeight, otherWeight: primalWeight, noise: dualNoise }
    : { weight: primalWeight, otherWeight: dualWeight, noise: primalNoise };
}

function phasePicture(yTitle: string, columns: readonly PhaseColumn[]): Picture {
  const series = columns.map(({ title, values }, index) => {
    const x = values.map((_, place) => place + 1);
    return plainSeries(title, { x, y: values }, { colorIndex: index });
  });
  return {
    ...plain,
    scale: 'log',
    xTitle: 'phase k',
    yTitle,
    series,
    xRange: [1, Math.max(2, columns[0].values.length)],
    yRange: logRange(series.flatMap(({ median }) => median)),
  };
}

const named = (columns: readonly PhaseColumn[], names: readonly string[]) =>
  columns.filter(({ name }) => names.includes(name));

/** How far the released point moves: by one record, by noise, and how near to the solution it is. */
export function noisePicture(columns: readonly PhaseColumn[]): Picture {
  return phasePicture(
    'standard deviation or L2 distance, in units of the parameters',
    named(columns, ['noise', 'sensitivity', 'certifiedDistance']),
  );
}

/** Weights and records have units of their own: each over its first. */
export function weightPicture(columns: readonly PhaseColumn[]): Picture {
  const relative = named(columns, ['weight', 'otherWeight', 'records']).map((one) => ({
    ...one,
    values: one.values.map((value) => value / one.values[0]),
  }));
  return phasePicture('times the first phase’s', relative);
}

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
function columnNotes(method: ReleaseSettings['method']): string {
  const weights = 'Weights are in units of the loss over squared parameters. ';
  return method === 'strongly-convex-concave'
    ? `${weights}Certified distance and sensitivity are those of the pair in a norm that weighs x and y by their moduli; noise is per coordinate, in units of the parameters.`
    : `${weights}Distances, sensitivity and noise refer to the released point, in units of the parameters. The sensitivity includes twice the certified distance, and the noise is per coordinate. Blocks are disjoint, so a record pays the ρ of one phase, or of one phase on each side for a pair.`;
}

/** The phases of one plan: records, weights, sensitivity and noise. */
answerView('nd-release-phases-view', {
  heading: 'Phases of a plan',
  waiting: 'Being computed…',
  styles: tableStyles,
  ask: askPlan,
  draw(plan, settings) {
    const columns = phaseColumns(plan, settings);
    return html`
      <h2>${'Phases of a plan'}</h2>
      <p class="under">${planText(plan, columns, settings)}</p>
      ${plan.phases.phase.length > 1 ? charts(columns) : nothing}
      ${dataTable({
        heading: `Phases with n = ${formatCount(settings.samples)}`,
        note: columnNotes(settings.method),
        columns: ['Phase k', ...columns.map(({ title }) => title)],
        rows: plan.phases.phase.map((phase, index) => [
          String(phase),
          ...columns.map(({ name, values }) => cellText(name, values[index])),
        ]),
        table: () => ({
          columns: ['phase', ...columns.map(({ name }) => name)],
          rows: plan.phases.phase.map((phase, index) => [
            phase,
            ...columns.map(({ values }) => values[index]),
          ]),
        }),
      })}
    `;
  },
});

const cellText = (name: string, value: number) =>
  name === 'records' ? formatCount(value) : formatNumber(value);

function charts(columns: readonly PhaseColumn[]) {
  return html`<div class="charts">
    <nd-lab-chart
      heading="Noise and sensitivity by phase"
      .picture=${noisePicture(columns)}
    ></nd-lab-chart>
    <nd-lab-chart
      heading="Weights and records by phase"
      .picture=${weightPicture(columns)}
    ></nd-lab-chart>
  </div>`;
}
