import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { formatCount, formatNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import { Inquiry } from '../../store/inquiry.ts';
import '../shared/lab-chart.ts';
import { horizonPicture, scalesPicture, sharesPicture } from '../shared/pictures.ts';
import type { HorizonAnswer, TheoryEngine } from '../shared/queries.ts';
import { askDivision, askHorizon, type Division } from '../shared/questions.ts';
import type { HorizonSettings } from '../shared/settings.ts';
import { viewStyles } from '../shared/view-styles.ts';
import { horizonVerdict } from '../shared/words.ts';

/** When to stop, and how to spend the budget until then. */
@customElement('nd-horizon-view')
export class HorizonView extends LitElement {
  static override styles = [shared, viewStyles];

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: HorizonSettings;
  private readonly choice = new Inquiry<{ answer: HorizonAnswer; iterations: number }>(this);
  private readonly division = new Inquiry<Division>(this);

  override willUpdate(): void {
    const { engine, settings } = this;
    this.choice.ask(settings, async () => ({
      answer: await askHorizon(engine, settings),
      iterations: settings.iterations,
    }));
    const horizon = this.choice.answer?.answer.horizon;
    if (horizon === undefined || this.choice.pending) return;
    const { quadraticMethod, spectrum, dimension, stepScale, strongConvexity, smoothness } =
      settings;
    const about = [quadraticMethod, spectrum, dimension, stepScale, strongConvexity, smoothness];
    this.division.ask([...about, horizon], () => askDivision(engine, settings, horizon));
  }

  override render() {
    const { answer: found, problem } = this.choice;
    if (problem)
      return html`<h2>Horizon and division</h2>
        <p class="error" role="alert">${problem}</p>`;
    if (found === null) return html`<h2>Horizon and division</h2>`;
    const guess = found.answer.isBound
      ? ''
      : ' For the heavy ball this is a guess from its rate on quadratics, not a proven bound.';
    const [stop, saving] = horizonVerdict(found.answer, found.iterations);
    return html`
      <h2>When to stop, and how to spend until then</h2>
      <p class="verdict" role="status"><strong>${stop}</strong><br />${saving}</p>
      <div class="charts">
        <nd-lab-chart
          heading="The bound of a run that ends after T iterations"
          .picture=${horizonPicture(found.answer)}
          .notes=${`The dotted upright line is T′. Each point divides the whole budget over its own T.${guess}`}
        ></nd-lab-chart>
        <nd-lab-chart
          heading="The noise of each iteration up to T′"
          .picture=${scalesPicture(found.answer)}
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
        <p class="error" role="alert">${problem}</p>`;
    if (division === null) return nothing;
    const { answer, momentum, dimension } = division;
    const facts = `momentum ${formatNumber(momentum)}, ${formatCount(dimension)} ${dimension === 1 ? 'dimension' : 'dimensions'}`;
    return html`<h2>The best division, known exactly</h2>
      <p class="small quiet under">A quadratic between μ and L, ${facts}.</p>
      <nd-lab-chart
        heading="Each iteration’s share of the budget"
        .picture=${sharesPicture(answer)}
        .notes=${`Grey dots: the uniform share.${answer.boundShares === null ? ' There is no bound to divide by for this method.' : ''}`}
      ></nd-lab-chart>`;
  }
}
