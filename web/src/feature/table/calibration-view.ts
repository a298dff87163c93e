import { html, nothing } from 'lit';
import '../../components/charts/svg-chart.ts';
import '../../components/shared/csv-button.ts';
import type { Model } from '../../engine/types.ts';
import { formatMeasured } from '../../format/number.ts';
import { calibrationPicture, groupSentence, groupsOf, type Group } from './calibration.ts';
import type { TableJob } from './job.ts';

/** Held-out rows beside what the model says of them, for the owner's eyes. */
export function calibration({ state }: TableJob, model: Model) {
  const { heldOut } = state;
  const heading = html`<h3>${model.task === 'number' ? 'What it says, and what is true' : 'Can its percentages be trusted?'}</h3>`; // prettier-ignore
  if (heldOut === null)
    return html`${heading}
      <p class="plot quiet" role="status">Drawing…</p>`;
  if (typeof heldOut === 'string') {
    return html`${heading}
      <p class="quiet">No picture here: ${heldOut}.</p>`;
  }
  const groups = groupsOf(heldOut, model.task);
  if (groups.length < 2) {
    return html`${heading}
      <p class="quiet">No picture here: ${heldOut.said.length} rows were held out, too few.</p>`;
  }
  const picture = calibrationPicture(groups, model);
  return html`${heading}
    <p>${groupSentence(groups, model)}</p>
    <figure class="plot">
      <p class="axis">${picture.yTitle}</p>
      <nd-svg-chart
        role="img"
        aria-label="${groupSentence(groups, model)} The table below has all groups."
        .model=${picture}
        .yRange=${picture.yRange}
      ></nd-svg-chart>
      <p class="axis across">${picture.xTitle}</p>
      <figcaption class="quiet small">
        Exact, for your eyes only: held-out rows in groups of equal size. On the grey line the model
        is right about itself. ${bandWords(model)}
      </figcaption>
    </figure>
    <details>
      <summary>The numbers</summary>
      ${numbers(groups, model)}
    </details>`;
}

const bandWords = ({ task }: Model) =>
  task === 'number'
    ? 'In the band lie 8 of 10 rows.'
    : 'The band is what chance makes of so few rows.';

function numbers(groups: readonly Group[], { task }: Model) {
  const isNumber = task === 'number';
  const told = (value: number) => (isNumber ? formatMeasured(value) : `${Math.round(100 * value)}%`); // prettier-ignore
  const cell = (text: string) => html`<td class="number">${text}</td>`;
  return html`<table class="numbers">
    <thead>
      <tr>
        <th scope="col" class="number">It says</th>
        <th scope="col" class="number">${isNumber ? 'True, in the middle' : 'So it was'}</th>
        ${isNumber ? html`<th scope="col" class="number">8 of 10 between</th>` : nothing}
        <th scope="col" class="number">Rows</th>
      </tr>
    </thead>
    <tbody>
      ${groups.map(
        ({ rows, said, is, low, high }) =>
          html`<tr>
            ${cell(told(said))} ${cell(told(is))}
            ${isNumber ? cell(`${told(low)} and ${told(high)}`) : nothing} ${cell(String(rows))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
