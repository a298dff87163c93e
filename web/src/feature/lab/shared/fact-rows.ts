import { html } from 'lit';
import { formatNumber } from '../../../format/number.ts';

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
