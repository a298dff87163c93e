import { LitElement, css, html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, PlanReport } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { privacyCautions, weakestBudget } from '../../privacy/advice.ts';
import { sweptValues } from '../../privacy/budget.ts';
import { dotsOf, priors, type Budget, type Dots } from '../../privacy/risk.ts';
import { neighboursSentence, notionSentence, riskSentence, verdict } from '../../privacy/words.ts';
import { notes, panel, shared } from '../../styles/shared.ts';
import { icons } from '../../components/shared/icons.ts';
import { budgetTerms } from '../../components/shared/budget-terms.ts';
import '../../components/shared/what.ts';
import { segmentStyles } from '../../components/fields/segments.ts';

const columns = { 100: 20, 1000: 50 } as const;
const width = 280;

/** Epsilon as a risk: what an attacker may come to believe of one person, as dots and in words. */
@customElement('nd-risk-panel')
export class RiskPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    notes,
    segmentStyles,
    css`
      p + p {
        margin-top: 4px;
      }
      .head {
        display: flex;
        align-items: baseline;
        justify-content: space-between;
        gap: 8px;
      }
      .odds {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        justify-content: space-between;
        gap: 4px 8px;
        margin: 8px 0;
      }
      svg.dots {
        display: block;
        width: 100%;
        height: auto;
      }
      .dots path {
        fill: none;
        stroke: var(--hairline);
        stroke-linecap: round;
      }
      .dots .before {
        stroke: var(--ink-quiet);
      }
      .dots .added {
        stroke: var(--series-1);
      }
      .key {
        display: flex;
        flex-wrap: wrap;
        gap: 0 12px;
        margin: 4px 0 8px;
      }
      .key span::before {
        display: inline-block;
        width: 8px;
        height: 8px;
        margin-right: 4px;
        border-radius: 50%;
        background: var(--ink-quiet);
        content: '';
      }
      .key .new::before {
        background: var(--series-1);
      }
      ul {
        margin-top: 8px;
      }
      :host([brief]) svg.dots {
        margin: 4px 0;
      }
    `,
  ];

  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  /** The picture and one sentence, without anything to click. */
  @property({ type: Boolean, reflect: true }) brief = false;
  @state() private oneIn: number = priors[0];

  override render() {
    const { experiment, plan } = this;
    const budget = weakestBudget(experiment, plan);
    if (this.brief) return this.short(budget);
    const cautions = privacyCautions(experiment, plan);
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Risk for one person</h2></header>
      ${budget === null ? nothing : this.risk(budget)}
      <details>
        <summary>What exactly is guaranteed?</summary>
        <p class="small">${notionSentence(experiment)}</p>
        ${budget === null ? nothing : html`<p class="small">${neighboursSentence(experiment)}</p>`}
      </details>
      ${
        cautions.length > 0
          ? html`<ul aria-label="Cautions">
              ${cautions.map((text) => html`<li>${icons.warning}<span>${text}</span></li>`)}
            </ul>`
          : nothing
      }
    </section>`;
  }

  private short(budget: Budget | null) {
    if (budget === null) {
      return html`<h2>Risk for one person</h2>
        <p class="small">Nobody is protected: published results may reveal any record.</p>`;
    }
    const [oneIn] = priors;
    const sentence = riskSentence(budget, oneIn);
    const term = this.experiment.privacy.notion === 'zcdp' ? budgetTerms.rho : budgetTerms.epsilon;
    return html`<div class="head">
        <h2>Risk for one person</h2>
        <nd-what .term=${term}></nd-what>
      </div>
      ${picture(dotsOf(budget, oneIn), sentence)}
      <p class="small">Of guesses about one person’s record ${sentence} are right.</p>`;
  }

  private risk(budget: Budget) {
    const { oneIn } = this;
    const dots = dotsOf(budget, oneIn);
    const sentence = riskSentence(budget, oneIn);
    return html`<p>
        A suspicion about one person’s record is right in ${sentence} cases, even if the others’
        records are all known.
      </p>
      <p class="small quiet">${verdict(budget)} ${this.aside(budget)}</p>
      <div class="odds small">
        <span id="prior" class="quiet">Suspected before</span>
        <span class="segments" role="group" aria-labelledby="prior">
          ${priors.map((prior) => this.priorButton(prior))}
        </span>
      </div>
      ${picture(dots, sentence)}
      <p class="key small quiet" aria-hidden="true">
        <span>before</span><span class="new">added at most</span>
      </p>`;
  }

  /** What the sentence rests on, where it is not the epsilon that stands in the form. */
  private aside({ epsilon, delta }: Budget) {
    const { notion, epsilon: asked } = this.experiment.privacy;
    if (notion === 'zcdp') {
      return `This rho converts to an epsilon of at most ${formatNumber(epsilon)}, at delta ${formatNumber(delta)}.`;
    }
    if (sweptValues(this.experiment, 'privacy.epsilon') !== null) {
      return `Shown for the largest epsilon of the sweep, ${formatNumber(epsilon)}.`;
    }
    return asked !== undefined && epsilon > asked * (1 + 1e-6)
      ? `Shown for the true ε ${formatNumber(epsilon)}.`
      : nothing;
  }

  private priorButton(prior: number) {
    return html`<button
      aria-pressed=${prior === this.oneIn ? 'true' : 'false'}
      @click=${() => (this.oneIn = prior)}
    >
      1 in ${prior}
    </button>`;
  }
}

function picture({ whole, before, after }: Dots, sentence: string) {
  const across = columns[whole];
  const pitch = width / across;
  const place = (index: number) =>
    `M${((index % across) + 0.5) * pitch} ${(Math.floor(index / across) + 0.5) * pitch}h0`;
  const range = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, index) => place(from + index)).join('');
  return html`<svg
    class="dots"
    viewBox="0 0 ${width} ${(whole / across) * pitch}"
    role="img"
    aria-label="${whole} suspicions as dots: ${sentence} are true."
    stroke-width=${0.68 * pitch}
  >
    ${svg`<path d=${range(after, whole)} />
      <path class="before" d=${range(0, before)} />
      <path class="added" d=${range(before, after)} />`}
  </svg>`;
}
