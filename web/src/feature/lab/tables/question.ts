import { css, html, nothing } from 'lit';
import { formatNumber, formatCount, formatCounted } from '../../../format/number.ts';
import { answerView } from '../shared/answer-view.ts';
import type {
  ComplexityRow,
  ComplexityTable,
  TablesAnswer,
  TheoryEngine,
  CertifiedRun,
} from '../shared/queries.ts';
import { tableStyles } from '../shared/styles.ts';
import { formulaOf } from './formula.ts';
import '../../../components/shared/csv-button.ts';
import { question, choice, logNumber, type ValuesOf } from '../shared/fields.ts';
import {
  balls,
  conditionNumber,
  dimension,
  facts,
  initialGap,
  radius,
  source,
  askExtent,
} from '../shared/settings.ts';
import type { Table } from '../../../export/csv.ts';

const settings = {
  source,
  ...facts,
  dimension: dimension(),
  conditionNumber: conditionNumber('1/μ: the tables are scaled to G = L = 1.'),
  set: choice(
    'Constraint set',
    balls,
    'Table 3 depends on the set through its Gaussian width: about √(2 ln p) for the l1 ball, √p for the l2 ball.',
  ),
  radius: radius(),
  regularization: logNumber(
    'Regularization λ',
    [1e-6, 0.01, 10],
    'The regularization of objective perturbation, which biases its minimum.',
  ),
  initialGap: initialGap(
    'A guess of F at the start minus its minimum, which determines the length of the certified runs.',
  ),
};

type TableSettings = ValuesOf<typeof settings>;

export async function askTables(
  engine: TheoryEngine,
  settings: TableSettings,
): Promise<TablesAnswer> {
  const { samples, dimension, epsilon, delta, conditionNumber } = settings;
  const { regularization, initialGap } = settings;
  const extent = await askExtent(engine, settings);
  return engine.theory({
    query: 'complexity-tables',
    samples,
    dimension,
    epsilon,
    delta,
    strongConvexity: 1 / conditionNumber,
    gaussianWidth: extent.width,
    diameter: 2 * extent.radius,
    bregmanRadius: extent.bregmanRadius,
    regularization,
    initialGap,
  });
}

/** All settings' methods, a row each, and of each setting what the accountant certifies. */
export function complexityTable(tables: readonly ComplexityTable[]): Table {
  return {
    columns: [
      'setting',
      'method',
      'source',
      'measure',
      'utilityFormula',
      'utility',
      'gradientsFormula',
      'gradients',
      'nonSmooth',
    ],
    rows: tables.flatMap(({ setting, source, measure, rows, certified }) => [
      ...rows.map(({ method, source: from, utility, gradients, nonSmooth }) => [
        setting,
        method,
        from,
        measure,
        utility.formula,
        utility.value,
        gradients?.formula,
        gradients?.value,
        nonSmooth ? 'yes' : 'no',
      ]),
      [
        setting,
        'certified',
        source,
        measure,
        null,
        certified.bound,
        null,
        certified.gradients,
        null,
      ],
    ]),
  };
}

/** What the certified run of a setting is made of. */
export function certifiedWords(run: CertifiedRun): string {
  const { iterations, innerSteps, batchSize, noise } = run;
  const sigma = `σ = ${formatNumber(noise)}`;
  if (innerSteps === null || batchSize === null) {
    return `${formatCount(iterations)} full gradients, ${sigma}`;
  }
  const steps = `${formatCount(innerSteps)} inner steps on ${batchSize === 1 ? 'one record' : `batches of ${formatCount(batchSize)}`}`;
  return `${formatCounted(iterations, 'epoch')}, ${steps}, ${sigma}`;
}

const title = 'What each method achieves, and at what cost';

/** What the methods of each setting reach and cost, as printed and as the accountant certifies it. */
answerView('nd-tables-view', {
  heading: 'Complexity tables',
  waiting: 'Counting…',
  styles: [
    tableStyles,
    css`
      table {
        min-width: 620px;
      }
      .method {
        min-width: 150px;
        white-space: normal;
      }
      .cell {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: flex-end;
        gap: 4px 12px;
      }
      .number {
        min-width: 64px;
        text-align: right;
      }
      .own th,
      .own td {
        font-weight: 650;
      }
      .certified td,
      .certified th {
        border-bottom: 1px solid var(--hairline-strong);
      }
    `,
  ],
  ask: askTables,
  draw: ({ tables }, { initialGap }) => html`
    <div class="head">
      <h2>${title}</h2>
      <nd-csv-button .heading=${title} .table=${() => complexityTable(tables)}></nd-csv-button>
    </div>
    <p class="small quiet under">
      Orders as printed: constants and log(1/δ) are left out, G = L = 1. Certified: the method run
      by its theorem with the least noise that the accountant proves, all constants counted.
    </p>
    ${tables.map((table) => oneTable(table, initialGap))}
  `,
});

function oneTable(table: ComplexityTable, initialGap: number) {
  const { certified } = table;
  return html`<h2>${table.title} <span class="small quiet">${table.source}</span></h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${table.title}>
      <table>
        <thead>
          <tr>
            <th scope="col">Method</th>
            <th scope="col">Utility: ${table.measure}</th>
            <th scope="col">Gradient evaluations</th>
            <th scope="col">Non-smooth r</th>
          </tr>
        </thead>
        <tbody>
          ${table.rows.slice(0, 1).map((row) => oneRow(row, 'own'))}
          <tr class="certified">
            <th scope="row" class="method">
              Certified
              <div class="small quiet">${certifiedWords(certified)}</div>
            </th>
            <td>${formatNumber(certified.bound)}${worth(certified.bound, initialGap)}</td>
            <td>${formatNumber(certified.gradients)}</td>
            <td></td>
          </tr>
          ${table.rows.slice(1).map((row) => oneRow(row, ''))}
        </tbody>
      </table>
    </div>`;
}

function oneRow(row: ComplexityRow, kind: string) {
  const bound = row.method === 'Lower bound';
  return html`<tr class=${kind}>
    <th scope="row" class="method">
      ${row.method}
      <div class="small quiet">${row.source}</div>
    </th>
    <td>${cell(row.utility)}</td>
    <td>${row.gradients === null ? (bound ? nothing : 'exact minimizer') : cell(row.gradients)}</td>
    <td>${bound ? nothing : row.nonSmooth ? 'yes' : 'no'}</td>
  </tr>`;
}

/** A bound above the gap at the start promises nothing. */
function worth(bound: number, initialGap: number) {
  return bound < initialGap ? nothing : html`<div class="small quiet">more than at the start</div>`;
}

function cell({ formula, value }: ComplexityRow['utility']) {
  return html`<div class="cell">
    ${formulaOf(formula)}<span class="number">${formatNumber(value)}</span>
  </div>`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p>
    The printed orders of DP-SVRG and DP-SVRG++ count one record per step. With so few records per
    step, the theorem’s noise is not private enough unless there are about n²ε steps, so the printed
    cost cannot be reached. With the batch size that the accountant requires, the cost is Tn + 2Nb:
    more than printed, far less than n².
  </p>
  <p>
    Certified bounds include their constants, and the printed orders do not. So compare orders only
    with orders, down a column, and certified numbers with each other.
  </p>
  <p class="quiet small">Wang, Ye and Xu, Tables 1 to 3 and Section 6.</p>
</section>`;

export const tables = question({
  title: 'Tables',
  settings,
  folded: [{ title: 'More of the problem', names: ['radius', 'regularization', 'initialGap'] }],
  settingsFirst: true,
  story,
  view: (engine, values) =>
    html`<nd-tables-view .engine=${engine} .settings=${values}></nd-tables-view>`,
});
