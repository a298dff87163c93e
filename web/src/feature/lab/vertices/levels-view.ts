import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { shared } from '../../../styles/shared.ts';
import { AnswerView } from '../shared/answer-view.ts';
import { factRows } from '../shared/fact-rows.ts';
import '../../../components/charts/lab-chart.ts';
import type { LevelsAnswer } from '../shared/queries.ts';
import { tableStyles } from '../shared/table-styles.ts';
import { verdictLines } from '../shared/verdict.ts';
import { viewStyles } from '../shared/view-styles.ts';
import { askLevels } from './ask.ts';
import { blocksPicture, histogramPicture, stepsPicture } from './picture.ts';
import type { VertexSettings } from './settings.ts';
import { levelsVerdict } from './words.ts';

/** The public levels of a run of bias-reduced mirror descent, and what its blocks cost. */
@customElement('nd-levels-view')
export class LevelsView extends AnswerView<VertexSettings, LevelsAnswer> {
  static override styles = [shared, viewStyles, tableStyles];

  protected override readonly heading = 'A schedule of levels';
  protected override readonly ask = askLevels;

  protected override draw(found: LevelsAnswer) {
    const { rule, schedule, repeats } = found;
    return html`
      <h2>A schedule of levels</h2>
      ${verdictLines(levelsVerdict(found))}
      <div class="charts">
        <nd-lab-chart
          heading="What each block’s records pay"
          .picture=${blocksPicture(found)}
          notes="A record pays for the draws after its block, more of it at a high level. The last block pays nothing."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="How often each level"
          .picture=${histogramPicture(found)}
          notes="Grey: the geometric law, truncated at M."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="Steps, over ${repeats.seeds} seeds"
          .picture=${stepsPicture(found)}
          notes="The upright line is Wald’s upper bound on the mean."
        ></nd-lab-chart>
      </div>
      <h3>Its parameters</h3>
      ${factRows({
        'Level budget U': rule.levelBudget,
        'Batch divisor α': rule.batchDivisor,
        'Second moment C': rule.momentScale,
        'Step size τ': schedule.stepSize,
        'Sum of 2ᴺ': schedule.spent,
        'ρ of this schedule': schedule.rho,
        'ρ that may be spent': schedule.budget,
      })}
    `;
  }
}
