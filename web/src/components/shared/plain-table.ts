import { html, nothing, type TemplateResult } from 'lit';

/** What a cell shows: a text, a number, or a part of the page. */
type Cell = string | number | TemplateResult;

/**
 * A table whose rows are named by their first cell.
 *
 * @param columns  their titles; none where the rows say it all
 */
export function plainTable(columns: readonly Cell[], rows: readonly (readonly Cell[])[]) {
  const head = html`<thead>
    <tr>
      ${columns.map((title) => html`<th scope="col">${title}</th>`)}
    </tr>
  </thead>`;
  return html`<table>
    ${columns.length === 0 ? nothing : head}
    <tbody>
      ${rows.map(
        ([name, ...cells]) =>
          html`<tr>
            <th scope="row">${name}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
