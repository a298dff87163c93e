import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { shared } from '../../../styles/shared.ts';
import '../../../components/shared/csv-button.ts';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { tableStyles } from '../shared/table-styles.ts';
import { verdictLines } from '../shared/verdict.ts';
import { viewStyles } from '../shared/view-styles.ts';
import { askWidths, type SetWidths } from './ask.ts';
import { widthPicture } from './picture.ts';
import type { WidthSettings } from './settings.ts';
import { widthTable } from './table.ts';
import { widthVerdict } from './words.ts';

/** How wide constraint sets are for Gaussian noise, by dimension. */
@customElement('nd-widths-view')
export class WidthsView extends AnswerView<WidthSettings, SetWidths[]> {
  static override styles = [shared, viewStyles, tableStyles];

  protected override readonly heading = 'Widths';
  protected override readonly waiting = 'Measuring…';
  protected override readonly ask = askWidths;

  protected override draw(sets: SetWidths[], settings: WidthSettings) {
    return html`
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
      ${this.table(sets)}
    `;
  }

  private table(sets: readonly SetWidths[]) {
    return html`<div class="scroll" tabindex="0" role="region" aria-label="Widths of the sets">
      <table>
        <thead>
          <tr>
            <th scope="col">Set</th>
            <th scope="col">
              Width
              <math
                ><msub><mi>G</mi><mi>𝒞</mi></msub></math
              >
            </th>
            <th scope="col">
              Mean square
              <math
                ><msub><mi>W</mi><mi>𝒞</mi></msub></math
              >
            </th>
            <th scope="col">
              At most
              <math
                ><msubsup><mi>G</mi><mi>𝒞</mi><mn>2</mn></msubsup
                ><mo>+</mo><msubsup><mi>R</mi><mn>2</mn><mn>2</mn></msubsup></math
              >
            </th>
            <th scope="col">Bregman radius Θ</th>
          </tr>
        </thead>
        <tbody>
          ${sets.map((one) => this.row(one))}
        </tbody>
      </table>
    </div>`;
  }

  private row({ set, title, here }: SetWidths) {
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
}
