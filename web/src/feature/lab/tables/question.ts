import { css, html, nothing } from 'lit';
import { formatNumber } from '../../../format/number.ts';
import { answerView } from '../shared/answer-view.ts';
import type { ComplexityRow, ComplexityTable } from '../shared/queries.ts';
import { tableStyles } from '../shared/styles.ts';
import { askTables, complexityTable, certifiedWords, settings } from './model.ts';
import { formulaOf } from './formula.ts';
import '../../../components/shared/csv-button.ts';
import { question } from '../shared/fields.ts';

const title = 'What each method reaches, and at what cost';

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
    step the theorem’s noise is not private enough, unless there are about n²ε steps, so the printed
    cost is not to be had. With the batch size that the accountant asks for, the cost is Tn + 2Nb:
    more than printed, far less than n².
  </p>
  <p>
    Certified bounds carry their constants, and the printed orders do not: compare orders with
    orders, down a column, and certified numbers with each other.
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
