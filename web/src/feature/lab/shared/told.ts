import { html, nothing } from 'lit';
import { formatNumber } from '../../../format/number.ts';
import '../../../components/shared/csv-button.ts';
import { plainTable } from '../../../components/shared/plain-table.ts';
import type { Table } from '../../../export/csv.ts';

/** What an answer comes to, in two lines. */
export interface Verdict {
  title: string;
  text: string;
  /** It is something that a reader would want to change. */
  bad?: boolean;
}

export function verdictLines({ title, text, bad = false }: Verdict) {
  return html`<p class="verdict ${bad ? 'bad' : ''}" role="status">
    <strong>${title}</strong><br />${text}
  </p>`;
}

/** "3.2 times faster", "2 times slower", "as fast" near 1. */
export function times(ratio: number, up: string, down: string): string {
  if (!Number.isFinite(ratio) || ratio <= 0) return 'not to be compared';
  if (Math.abs(ratio - 1) < 0.005) return `no ${up}`;
  const size = formatNumber(ratio > 1 ? ratio : 1 / ratio);
  return `${size} times ${ratio > 1 ? up : down}`;
}

/** A small table of named numbers; one of them may be what the others come to. */
export function factRows(facts: Readonly<Record<string, number | null>>, sum = '') {
  return html`<table>
    <tbody>
      ${Object.entries(facts).map(
        ([name, value]) =>
          html`<tr>
            <th scope="row">${name}</th>
            <td class=${name === sum ? 'sum' : ''}>${formatNumber(value)}</td>
          </tr>`,
      )}
    </tbody>
  </table>`;
}

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
      ${plainTable(columns, rows)}
    </div>`;
}
