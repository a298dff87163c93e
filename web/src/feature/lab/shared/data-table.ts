import { html, nothing } from 'lit';
import '../../../components/shared/csv-button.ts';
import type { Table } from '../../../export/csv.ts';

interface DataTable {
  heading: string;
  /** Said below the heading. */
  note?: string;
  columns: readonly string[];
  /** The first text of a row names it. */
  rows: readonly (readonly string[])[];
  /** The numbers themselves, as they are downloaded. */
  table: () => Table;
}

/** A table with its heading and the button for its numbers; its styles are in table-styles.ts. */
export function dataTable({ heading, note, columns, rows, table }: DataTable) {
  return html`<div class="head data">
      <h3>${heading}</h3>
      <nd-csv-button .heading=${heading} .table=${table}></nd-csv-button>
    </div>
    ${note === undefined ? nothing : html`<p class="small quiet under">${note}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${heading}>
      <table>
        <thead>
          <tr>
            ${columns.map((title) => html`<th scope="col">${title}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            ([name, ...cells]) =>
              html`<tr>
                <th scope="row">${name}</th>
                ${cells.map((text) => html`<td>${text}</td>`)}
              </tr>`,
          )}
        </tbody>
      </table>
    </div>`;
}
