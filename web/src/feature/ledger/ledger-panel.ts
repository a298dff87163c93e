import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type {
  AlgorithmPlan,
  CurveName,
  PageEngine,
  PlanReport,
  PlanSegment,
} from '../../engine/types.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import { longestRun, planOf } from '../../results/collection.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { advisedDelta } from '../../privacy/advice.ts';
import { budgetUse, dearestBlock, type BlockCost, type BudgetUse } from './budget-bar.ts'; // prettier-ignore
import { emit } from '../../components/shared/events.ts';
import { formula } from '../../components/shared/formula.ts';
import '../../components/charts/small-chart.ts';
import type { SmallSeries } from '../../components/charts/small-chart.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** Where the budget goes: what is spent up to each iteration, and the noise that it buys. */
@customElement('nd-ledger-panel')
export class LedgerPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    swatchStyles,
    css`
      h3 {
        margin: 8px 0 4px;
      }
      math {
        font-size: 1.05em;
      }
      p math {
        font-size: 1.4em;
      }
      table {
        margin: 4px 0 12px;
      }
      th,
      td {
        padding: 2px 0;
      }
      td:first-child {
        text-align: left;
      }
      .no {
        color: var(--caution);
      }
      .name {
        display: flex;
        align-items: center;
        gap: 8px;
        margin-top: 8px;
        font-size: var(--text-small);
        font-weight: 550;
      }
    `,
  ];

  /** What counts; null: there is none yet. */
  @property({ attribute: false }) engine: Pick<PageEngine, 'account'> | null = null;
  @property({ attribute: false }) plan: PlanReport | null = null;
  /** The colour of each plan. */
  @property({ attribute: false }) colors: readonly number[] = [];
  /** What has run, whose accountant knows what was spent so far. */
  @property({ attribute: false }) picture: ExperimentPicture | null = null;
  @state() private showsEpsilons = false;

  override render() {
    const plans = (this.plan?.plans ?? []).filter((one) => one.privacy.notion !== 'none');
    if (plans.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Ledger</h2></header>
      ${plans.some(leaks) ? html`<p class="small no">For methods that leak, these are the costs of the noise alone: nothing is guaranteed.</p>` : nothing}
      ${this.budgets(plans)} ${this.charts(plans)}
      <details @toggle=${this.explain}>
        <summary>Releases, step by step</summary>
        ${plans.map((one) => this.segments(one))}
      </details>
    </section>`;
  }

  /** How much is spent, and by whom where records pay differently. */
  private budgets(plans: AlgorithmPlan[]) {
    if (plans.length > mostBars) return nothing;
    const uses = plans.flatMap((one) => budgetUse(one, this.colorOf(one)) ?? []);
    if (uses.length === 0) return nothing;
    const blocks = uses.filter((use) => use.blocks.length > 1);
    const unit = plans.some((one) => one.blockCosts?.epsilon) ? 'epsilon' : 'rho';
    return html`<h3>Budget spent</h3>
      <nd-budget-bar .uses=${uses}></nd-budget-bar>
      ${
        blocks.length > 0
          ? html`<h3>${unit === 'rho' ? 'ρ' : 'ε'} that one record pays, by its block</h3>
              <nd-small-chart
                label="${unit === 'rho' ? 'Rho' : 'Epsilon'} that one record pays by its block"
                xName="block"
                yName=${unit}
                .series=${blocks.map(({ label, colorIndex, blocks: costs }) => ({ label, colorIndex, x: costs.map(({ block }) => block), y: costs.map(({ pays }) => pays) }))}
              ></nd-small-chart>
              <p class="small quiet">
                Each block is read once. A record pays for the draws after its block, each by how
                far it moves them.
                ${blocks.map(({ label, blocks: costs }) => html`${label}: ${dearestWords(costs)}. `)}
              </p>
              ${unit === 'rho' ? this.epsilons(blocks) : nothing}`
          : nothing
      }
      ${uses.map(levelBars)}`;
  }

  /** The same as epsilon, which the accountant is asked for once somebody wants to see it. */
  private epsilons(uses: readonly BudgetUse[]) {
    const { engine, picture } = this;
    const privacy = picture?.experiment.privacy;
    if (engine === null || privacy === undefined) return nothing;
    const samples = this.plan?.data.samples ?? 0;
    return html`<details @toggle=${this.showEpsilons}>
      <summary>The same as ε, by block and by δ</summary>
      ${
        this.showsEpsilons
          ? html`<nd-block-epsilon-charts
              .engine=${engine}
              .uses=${uses}
              .delta=${privacy.delta ?? advisedDelta(samples)}
              .conversion=${privacy.calibration === 'zcdp' ? 'standard' : 'optimal'}
            ></nd-block-epsilon-charts>`
          : nothing
      }
    </details>`;
  }

  private showEpsilons(): void {
    void import('./block-epsilon-charts.ts');
    this.showsEpsilons = true;
  }

  private charts(plans: AlgorithmPlan[]) {
    const pick = (name: CurveName, change: (values: number[]) => number[]): SmallSeries[] =>
      plans.flatMap((one) => {
        const curve = one.curves[name];
        if (!curve) return [];
        const { label } = one;
        return [
          { label, colorIndex: this.colorOf(one), x: curve.iteration, y: change(curve.value) },
        ];
      });
    const currency = plans[0].privacy.notion === 'zcdp' ? 'Rho' : 'Epsilon';
    const spending = this.spending(plans);
    const noise = pick('noiseScale', (values) => values);
    const horizons = pick('horizonScore', (values) => values);
    return html`
      <h3>${currency} spent, by iteration</h3>
      ${
        spending.length > 0
          ? html`<nd-small-chart
              label="${currency} spent by iteration"
              xName="iteration"
              yName="${currency.toLowerCase()}Spent"
              .series=${spending}
            ></nd-small-chart>`
          : html`<p class="small quiet">Counted while it runs.</p>`
      }
      <h3>Noise scale ${formula('b_t')}, by iteration</h3>
      <nd-small-chart
        label="Noise scale by iteration"
        xName="iteration"
        yName="noiseScale"
        log
        .series=${noise}
      ></nd-small-chart>
      ${plans.every((one) => one.segments[0]?.mechanism === 'laplace') ? laplaceFormula : nothing}
      ${
        horizons.length > 0
          ? html`<h3>${scoreTitle(plans)} if stopped after t steps</h3>
              <nd-small-chart
                label="${scoreTitle(plans)} by horizon"
                xName="iterations"
                yName="horizonScore"
                log
                markLeast
                .series=${horizons}
              ></nd-small-chart>`
          : nothing
      }
    `;
  }

  /**
   * Where steps' costs add up, their running sum. An (epsilon, delta) budget does not: there it is
   * what the plan's accountant counted in the runs so far.
   */
  private spending(plans: AlgorithmPlan[]): SmallSeries[] {
    return plans.flatMap((one) => {
      const line = one.privacy.notion === 'approximate' ? this.counted(one) : runningSum(one);
      return line === null ? [] : [{ label: one.label, colorIndex: this.colorOf(one), ...line }];
    });
  }

  private counted(one: AlgorithmPlan): { x: number[]; y: number[] } | null {
    const { picture, plan } = this;
    const curve = picture?.collection.curves.find((each) => planOf(each, plan) === one);
    if (curve === undefined) return null;
    const { iteration, epsilonSpent } = longestRun(curve);
    return epsilonSpent.some(Number.isNaN) ? null : { x: iteration, y: epsilonSpent };
  }

  private segments(one: AlgorithmPlan) {
    return html`<div class="name">${swatch(this.colorOf(one))} ${one.label}</div>
      <table>
        <thead>
          <tr>
            <th scope="col">steps</th>
            <th scope="col">step size</th>
            <th scope="col">${costHead(one.segments)}</th>
            <th scope="col">noise scale</th>
          </tr>
        </thead>
        <tbody>
          ${one.segments.map((segment) => segmentRow(segment))}
        </tbody>
      </table>`;
  }

  private colorOf(one: AlgorithmPlan): number {
    return this.colors[this.plan?.plans.indexOf(one) ?? 0];
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Ledger',
      text: 'Each step releases one noisy gradient and pays for it, in the unit given at the head of the column. A step that pays more is less noisy.',
    });
  }
}

/** Bars for more plans would fill the rail. */
const mostBars = 12;

/** Who decides what the whole run costs. */
function dearestWords(costs: readonly BlockCost[]): string {
  const { block, draws, pays } = dearestBlock(costs);
  return `block ${formatCount(block)} pays most, ${formatNumber(pays)}; draws after it: ${formatCount(draws)}`;
}

/** How often steps have each level, beside their law; nothing where they have none. */
function levelBars({ label, colorIndex, levels }: BudgetUse) {
  if (levels === null) return nothing;
  void import('../../components/charts/share-bars.ts');
  const { drawn, law } = levels;
  const told = drawn.map((share, level) => `level ${level}: ${formatNumber(share)}, expected ${formatNumber(law[level])}`).join('; '); // prettier-ignore
  return html`<h3>Levels of steps, and their distribution</h3>
    <div class="name">${swatch(colorIndex)} ${label}</div>
    <nd-share-bars
      .bars=${{ shares: drawn, rest: null }}
      .beside=${{ shares: law, rest: null }}
      .besideIs=${'law'}
      .colorIndex=${colorIndex}
      .names=${drawn.map((_, level) => String(level))}
      .words=${`${label}, how often a step has each level. ${told}.`}
    ></nd-share-bars>
    <p class="small quiet">
      Filled: the levels of this run, which were drawn before it and are public. Hollow: their
      distribution, in which each level is half as likely as the one before.
    </p>`;
}

/** Kuru et al., eq. 13: the scale of Laplace noise that buys a step its budget. */
const laplaceFormula = html`<p class="small quiet">
  ${formula('b_t = S_1÷{mε_{0,t}}', 'b t equals S 1 over m times epsilon 0 t')}: sensitivity over
  batch size times what the step pays.
</p>`;

/** What the releases of a plan are charged, in the unit that its accountant counts. */
export function costHead(segments: readonly PlanSegment[]): string {
  const segment = segments.at(0);
  const heads = {
    epsilon: () => 'ε each',
    rho: () => 'ρ each',
    renyi: ({ order }: PlanSegment) => `Rényi each, order ${formatNumber(order)}`,
  };
  return segment === undefined ? 'cost each' : heads[segment.unit](segment);
}

function leaks({ privacy }: AlgorithmPlan): boolean {
  return privacy.guarantee === 'leaks';
}

/** What the score by which steps are chosen is: heavy-ball methods have no theorem, only a guess. */
export function scoreTitle(plans: readonly AlgorithmPlan[]): string {
  const guessed = plans.filter((one) => one.horizonScoreIs === 'guess').map((one) => one.label);
  const proven = plans.some((one) => one.horizonScoreIs === 'bound');
  if (guessed.length === 0) return 'Error bound';
  if (!proven) return 'Guessed error (no theorem bounds it)';
  return `Error bound (${[...new Set(guessed)].join(', ')}: a guess)`;
}

function segmentRow(segment: PlanSegment) {
  const last = segment.first + segment.count - 1;
  return html`<tr>
    <td>${formatCount(segment.first)}${segment.count > 1 ? `–${formatCount(last)}` : ''}</td>
    <td>${formatNumber(segment.stepSize)}</td>
    <td>${span(segment.costFirst, segment.costLast)}</td>
    <td>${span(segment.noiseScaleFirst, segment.noiseScaleLast)}</td>
  </tr>`;
}

function span(first: number, last: number): string {
  const [from, to] = [formatNumber(first), formatNumber(last)];
  return from === to ? from : `${from} → ${to}`;
}

/** Epsilon, or rho, spent after each listed iteration: the plan's cost curve summed, scaled to its total. */
function runningSum(plan: AlgorithmPlan): { x: number[]; y: number[] } {
  const { cost } = plan.curves;
  const x = [0];
  const y = [0];
  cost.iteration.forEach((iteration, index) => {
    const steps = iteration - (x.at(-1) ?? 0);
    const before = cost.value[index - 1] ?? cost.value[index];
    x.push(iteration);
    y.push(y.at(-1)! + (steps * (before + cost.value[index])) / 2);
  });
  const total = y.at(-1)!;
  const counted = plan.privacy.accounted ?? plan.privacy;
  const planned = plan.privacy.notion === 'zcdp' ? counted.rho : counted.epsilon;
  const scale = planned && total > 0 ? planned / total : 1;
  return { x, y: y.map((value) => value * scale) };
}
