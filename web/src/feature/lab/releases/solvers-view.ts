import type { TheoryEngine } from '../shared/queries.ts';
import type { SolverSettings } from './settings.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { isPositive, endSlopes, logLog } from '../shared/lines.ts';
import type { Table } from '../../../export/csv.ts';
import { formatNumber, formatSlope, formatCounted } from '../../../format/number.ts';
import { css, html } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import { dataTable } from '../shared/told.ts';
import '../../../components/charts/lab-chart.ts';
import { tableStyles } from '../shared/styles.ts';

/** Solvers that nobody expects to differ. */
interface SolverGroup {
  titles: string[];
  /** Expected gradients of single components, by condition number, up to a constant factor. */
  gradients: (number | null)[];
  here: number | null;
}

export interface SolverCosts {
  conditions: number[];
  groups: SolverGroup[];
}

/** Four to a decade. */
const conditionsOver = Array.from({ length: 25 }, (_, index) => 10 ** (index / 4));

export async function askSolvers(
  engine: TheoryEngine,
  settings: SolverSettings,
): Promise<SolverCosts> {
  const { conditionNumber } = settings;
  const conditions = [...new Set([...conditionsOver, conditionNumber])].sort((a, b) => a - b);
  const answers = await Promise.all(
    conditions.map(async (condition) => askAt(engine, settings, condition)),
  );
  const at = conditions.indexOf(conditionNumber);
  const groups = new Map<string, SolverGroup>();
  answers[0].solvers.forEach(({ solver, title }) => {
    const gradients = answers.map(
      ({ solvers }) => solvers.find((one) => one.solver === solver)?.gradients ?? null,
    );
    const key = gradients.map((value) => value?.toPrecision(9)).join();
    const known = groups.get(key);
    if (known) known.titles.push(title);
    else groups.set(key, { titles: [title], gradients, here: gradients[at] });
  });
  return { conditions, groups: [...groups.values()] };
}

function askAt(
  engine: TheoryEngine,
  { problem, components, balance, accuracy }: SolverSettings,
  condition: number,
) {
  const weight = 1 / condition;
  return engine.theory({
    query: 'solver-complexity',
    components,
    smoothness: 1,
    weight,
    accuracy,
    ...(problem === 'saddle' ? { dualWeight: balance * weight } : {}),
  });
}

/** Short enough for a legend: the table has all names. */
const labelOf = ({ titles: [first, ...others] }: SolverGroup) =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

/** Those whose cost anybody knows. */
const knownGroups = ({ groups }: SolverCosts) =>
  groups.filter(({ gradients }) => gradients.some(isPositive));

/** Gradients of single records against the condition number. */
export function solverPicture(costs: SolverCosts, { conditionNumber }: SolverSettings): Picture {
  const { conditions: x } = costs;
  const series = knownGroups(costs).map((group, index) =>
    plainSeries(labelOf(group), { x, y: group.gradients }, { colorIndex: index }),
  );
  return {
    ...logLog,
    xTitle: 'condition number κ',
    yTitle: 'expected gradients of single records, up to a constant factor',
    series,
    xRange: [x[0], x[x.length - 1]],
    yRange: logRange(series.flatMap(({ median }) => median)),
    mark: conditionNumber,
  };
}

const fittedDecades = 2;

function facts(costs: SolverCosts, { components }: SolverSettings) {
  return knownGroups(costs).map((group) => ({
    label: group.titles.join(' · '),
    gradients: group.here,
    passes: group.here === null ? null : group.here / components,
    slopes: endSlopes(costs.conditions, group.gradients, fittedDecades),
  }));
}

export function solverRows(costs: SolverCosts, settings: SolverSettings) {
  return {
    columns: [
      'Solvers',
      'Slope, first two decades',
      'Slope, last two decades',
      `Gradients at κ = ${formatNumber(settings.conditionNumber)}`,
      'Passes over the records',
    ],
    rows: facts(costs, settings).map(({ label, gradients, passes, slopes }) => [
      label,
      formatSlope(slopes.first),
      formatSlope(slopes.last),
      formatNumber(gradients),
      formatNumber(passes),
    ]),
  };
}

function solverTable(costs: SolverCosts, settings: SolverSettings): Table {
  return {
    columns: ['solvers', 'gradients', 'passes', 'firstSlope', 'lastSlope'],
    rows: facts(costs, settings).map(({ label, gradients, passes, slopes }) => [
      label,
      gradients,
      passes,
      slopes.first,
      slopes.last,
    ]),
  };
}

/** How many gradients the solvers are expected to take, by condition number. */
answerView('nd-solver-costs-view', {
  heading: 'What the solvers take',
  waiting: 'Being computed…',
  styles: [
    tableStyles,
    css`
      tbody th {
        min-width: 200px;
        white-space: normal;
      }
    `,
  ],
  ask: askSolvers,
  draw: (costs, settings) => html`
    <h2>${'What the solvers take'}</h2>
    <nd-lab-chart
      heading="Expected gradients by condition number"
      .picture=${solverPicture(costs, settings)}
      .notes=${notesOf(settings)}
    ></nd-lab-chart>
    ${dataTable({
      heading: 'Slopes on both logarithmic axes, and gradients',
      ...solverRows(costs, settings),
      table: () => solverTable(costs, settings),
    })}
  `,
});

function notesOf({ problem, components, accuracy, balance }: SolverSettings): string {
  const problemText =
    problem === 'minimization'
      ? 'κ = l/λ'
      : `κ = l/λ of x${balance === 1 ? ' and of y' : `, the larger one; the weight of y is ${formatNumber(balance)} times that of x`}`;
  return `${formatCounted(components, 'record')}, ${problemText}, to ${formatNumber(accuracy)} of the first distance. Orders as their papers have them: each method has a constant factor of its own, so that slopes can be compared and heights cannot. Solvers of the same order share a line: the table names them.`;
}
