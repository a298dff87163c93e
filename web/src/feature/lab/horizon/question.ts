import { html, nothing } from 'lit';
import { customElement } from '../../../host/define.ts';
import { formatCounted, formatNumber } from '../../../format/number.ts';
import { Inquiry } from '../../../store/inquiry.ts';
import { AnswerView, refusal } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import type { HorizonAnswer } from '../shared/queries.ts';
import { verdictLines } from '../shared/told.ts';
import {
  askDivision,
  askHorizon,
  type Division,
  horizonPicture,
  scalesPicture,
  sharesPicture,
  type HorizonSettings,
  horizonVerdict,
  settings,
} from './model.ts';
import { question } from '../shared/fields.ts';

/** When to stop, and how to spend the budget until then. */
@customElement('nd-horizon-view')
export class HorizonView extends AnswerView<HorizonSettings, HorizonAnswer> {
  protected override readonly heading = 'Horizon and division';
  protected override readonly ask = askHorizon;
  private readonly division = new Inquiry<Division>(this);

  override willUpdate(): void {
    super.willUpdate();
    const { engine, inquiry, settings } = this;
    const horizon = inquiry.answer?.answer.horizon;
    if (horizon === undefined || inquiry.pending) return;
    const { quadraticMethod, spectrum, dimension, stepScale, strongConvexity, smoothness } =
      settings;
    const about = [quadraticMethod, spectrum, dimension, stepScale, strongConvexity, smoothness];
    this.division.ask([...about, horizon], () => askDivision(engine, settings, horizon));
  }

  protected override draw(answer: HorizonAnswer, { iterations }: HorizonSettings) {
    const guess = answer.isBound
      ? ''
      : ' For the heavy ball this is a guess from its rate on quadratics, not a proven bound.';
    return html`
      <h2>When to stop, and how to spend until then</h2>
      ${verdictLines(horizonVerdict(answer, iterations))}
      <div class="charts">
        <nd-lab-chart
          heading="The bound of a run that ends after T iterations"
          .picture=${horizonPicture(answer)}
          .notes=${`The dotted vertical line is T′. Each point divides the whole budget over its own T.${guess}`}
        ></nd-lab-chart>
        <nd-lab-chart
          heading="The noise of each iteration up to T′"
          .picture=${scalesPicture(answer)}
          notes="Both spend the same epsilon. Late noise is not contracted any more, so late iterations get more budget and less noise."
        ></nd-lab-chart>
      </div>
      ${this.exact()}
    `;
  }

  private exact() {
    const { answer: division, problem } = this.division;
    if (problem)
      return html`<h2>Exact division</h2>
        ${refusal(problem)}`;
    if (division === null) return nothing;
    const { answer, momentum, dimension } = division;
    const facts = `momentum ${formatNumber(momentum)}, ${formatCounted(dimension, 'dimension')}`;
    return html`<h2>The best division, known exactly</h2>
      <p class="small quiet under">A quadratic between μ and L, ${facts}.</p>
      <nd-lab-chart
        heading="Each iteration’s share of the budget"
        .picture=${sharesPicture(answer)}
        .notes=${`Grey dots: the uniform share.${answer.boundShares === null ? ' For this method, there is no bound by which to divide the budget.' : ''}`}
      ></nd-lab-chart>`;
  }
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('ε_t = εa_t^{1/3}÷{∑_ja_j^{1/3}}', 'epsilon t equals epsilon times a t to the one third, over the sum of all a j to the one third')}
  </p>
  <p>
    The weight a of an iteration says how much of its noise remains at the end. The best division
    pays in proportion to its cube root. With T, the remainder of the initial gap shrinks and the
    effect of noise grows, so the bound has a minimum at T′. All of this uses only public numbers;
    if the guess of the initial gap is too large, T′ is too large as well.
  </p>
  <p class="quiet small">Kuru et al., Remark 4.1 and Proposition 4.2.</p>
</section>`;

export const horizon = question({
  title: 'Horizon',
  settings,
  folded: [
    {
      title: 'Public constants',
      names: ['samples', 'dimension', 'sensitivity', 'initialGap', 'strongConvexity', 'smoothness'],
    },
  ],
  story,
  view: (engine, values) =>
    html`<nd-horizon-view .engine=${engine} .settings=${values}></nd-horizon-view>`,
});
