import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../../../styles/shared.ts';
import { AnswerView } from '../shared/answer-view.ts';
import { dataTable } from '../shared/data-table.ts';
import '../../../components/charts/lab-chart.ts';
import type { BiasAnswer } from '../shared/queries.ts';
import { tableStyles } from '../shared/table-styles.ts';
import { verdictLines } from '../shared/verdict.ts';
import { viewStyles } from '../shared/view-styles.ts';
import { askBias } from './ask.ts';
import { averagesPicture, costPicture, momentPicture } from './picture.ts';
import type { VertexSettings } from './settings.ts';
import { columnTitles, levelRows, levelTable } from './table.ts';
import { biasVerdict } from './words.ts';

/** How draws of vertices mislead gradients, and what less of it costs. */
@customElement('nd-bias-view')
export class BiasView extends AnswerView<VertexSettings, BiasAnswer> {
  static override styles = [shared, viewStyles, tableStyles];

  protected override readonly heading = 'Bias and variance';
  protected override readonly ask = askBias;

  protected override draw(found: BiasAnswer) {
    return html`
      <h2>How draws mislead a gradient</h2>
      ${verdictLines(biasVerdict(found))}
      <div class="charts">
        <nd-lab-chart
          heading="By the vertices drawn"
          .picture=${averagesPicture(found)}
          notes="Dashes: what the theory proves, the better of its two bounds. All lines are exact."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="Bias-reduced, by the largest level"
          .picture=${momentPicture(found)}
          notes="Dashes: the bound on the mean square of either estimator."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="Privacy at equal bias"
          .picture=${costPicture(found)}
          notes="Both with the step sizes and records of equally many steps, whatever the levels are."
        ></nd-lab-chart>
      </div>
      ${dataTable({
        heading: 'By the largest level',
        note: 'Λ is what a record’s weight in a step is worth at most; costs as in the chart.',
        columns: columnTitles,
        rows: levelRows(found),
        table: () => levelTable(found),
      })}
    `;
  }
}
