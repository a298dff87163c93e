import { html } from 'lit';
import { formatCount, formatNumber } from '../../../format/number.ts';
import '../../../components/shared/csv-button.ts';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import { tableStyles } from '../shared/styles.ts';
import { verdictLines } from '../shared/told.ts';
import {
  askWidths,
  type SetWidths,
  widthPicture,
  widthTable,
  widthVerdict,
  settings,
} from './model.ts';
import { question } from '../shared/fields.ts';

/** How wide constraint sets are for Gaussian noise, by dimension. */
answerView('nd-widths-view', {
  heading: 'Widths',
  waiting: 'Measuring…',
  styles: tableStyles,
  ask: askWidths,
  draw: (sets, settings) => html`
    <h2>How much of the noise a set lets through</h2>
    ${verdictLines(widthVerdict(sets, settings))}
    <nd-lab-chart
      heading="Gaussian width by dimension"
      .picture=${widthPicture(sets, settings)}
      notes="The widths of the group ball and of the ball between l1 and l2 are drawn, up to 10 000 dimensions; their bands are two standard errors."
    ></nd-lab-chart>
    <div class="head">
      <h2>At p = ${formatCount(settings.dimension)}</h2>
      <nd-csv-button
        heading="Widths at p = ${settings.dimension}"
        .table=${() => widthTable(sets)}
      ></nd-csv-button>
    </div>
    ${table(sets)}
  `,
});

function table(sets: readonly SetWidths[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Widths of the sets">
    <table>
      <thead>
        <tr>
          <th scope="col">Set</th>
          <th scope="col">Width ${formula('G_𝒞')}</th>
          <th scope="col">Mean square ${formula('W_𝒞')}</th>
          <th scope="col">At most ${formula('G_𝒞^2 + R_2^2')}</th>
          <th scope="col">Bregman radius Θ</th>
        </tr>
      </thead>
      <tbody>
        ${sets.map((one) => row(one))}
      </tbody>
    </table>
  </div>`;
}

function row({ set, title, here }: SetWidths) {
  if (here === null) {
    return html`<tr>
      <th scope="row">${title}</th>
      <td colspan="4">too many dimensions to draw in</td>
    </tr>`;
  }
  const { width, error, secondMoment, radius, bregmanRadius } = here;
  // The inequality is one of symmetric sets.
  const bound = set === 'simplex' ? null : width ** 2 + radius ** 2;
  return html`<tr>
    <th scope="row">${title}</th>
    <td>${formatNumber(width)}${error > 0 ? ` ± ${formatNumber(error)}` : ''}</td>
    <td>${formatNumber(secondMoment)}</td>
    <td>${bound === null ? '–' : formatNumber(bound)}</td>
    <td>${formatNumber(bregmanRadius)}</td>
  </tr>`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('G_𝒞 = 𝔼 sup_{w∈𝒞} ⟨b,w⟩,~b∼N(0,I)', 'G C equals the expected supremum over w in C of the product of b and w, b normal', true)}
  </p>
  <p>
    Noise only hurts in directions in which the set is wide. The corners of the l1 ball point along
    the axes, so the noise moves the answer by its largest coordinate, not by its length. Mirror
    descent in the set’s own geometry feels exactly that; the price is Θ, how far the set reaches in
    it, which is a logarithm too.
  </p>
  <p class="quiet small">
    Wang, Ye and Xu, Definition 5.2 and Theorem 5.4. Bands of drawn widths: two standard errors.
  </p>
</section>`;

export const widths = question({
  title: 'Widths',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-widths-view .engine=${engine} .settings=${values}></nd-widths-view>`,
});
