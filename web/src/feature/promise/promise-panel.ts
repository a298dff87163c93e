import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { AlgorithmPlan, ExperimentResult, PlanReport } from '../../engine/types.ts';
import { formatChosen, formatCount, formatNumber } from '../../format/number.ts';
import {
  brokenPromises,
  heldOf,
  promisedBudget,
  type BrokenPromises,
} from '../../privacy/promise.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/shared/disclosure.ts';
import { icons } from '../../components/shared/icons.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** A total beyond this is no promise; its size means nothing. */
const mostTold = 1000;

/**
 * What the plan promises for each algorithm, whether that is proven and its runs kept it, and what
 * publishing all would cost.
 */
@customElement('nd-promise-panel')
export class PromisePanel extends LitElement {
  static override styles = [
    shared,
    panel,
    swatchStyles,
    css`
      ul {
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        border-bottom: 1px solid var(--hairline);
      }
      .facts {
        display: grid;
        flex: 1;
        min-width: 0;
        padding: 4px 0;
      }
      .name {
        overflow: hidden;
        font-weight: 550;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      .facts .small {
        white-space: normal;
      }
      .mark {
        flex: none;
        margin-left: 8px;
        display: inline-flex;
        align-items: center;
        gap: 4px;
        font-size: var(--text-small);
        white-space: nowrap;
      }
      .yes {
        color: var(--good);
      }
      .no {
        color: var(--caution);
      }
      .total {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) plan: PlanReport | null = null;
  /** What came of the plan; null before that is known. */
  @property({ attribute: false }) result: ExperimentResult | null = null;
  /** The colour of each plan. */
  @property({ attribute: false }) colors: readonly number[] = [];

  override render() {
    const { plan } = this;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Guarantee</h2></header>
      ${plan === null ? html`<p class="quiet small">Nothing is planned yet.</p>` : this.promises(plan)}
    </section>`;
  }

  private promises(plan: PlanReport) {
    const broken = brokenPromises(plan, this.result);
    const groups = grouped(plan.plans, broken);
    const notes = groups.map(([one]) => notesOf(one, broken));
    const common = notes.every((list) => list.join() === notes[0]?.join()) ? notes[0] : null;
    return html`<ul>
        ${groups.map((group, index) =>
          this.promise(group, plan.plans.indexOf(group[0]), broken, common ? [] : notes[index]),
        )}
      </ul>
      ${common?.map((note) => html`<p class="small no">${note}</p>`)}
      <p class="small quiet total">${this.total(plan)}</p>`;
  }

  private promise(group: AlgorithmPlan[], index: number, broken: BrokenPromises, notes: string[]) {
    const [one] = group;
    const { certified, mark } = heldOf(one, broken.get(one));
    const settings = group.length > 1 ? `${group.length} settings` : sweepText(one);
    return html`<li>
      <nd-disclosure>
        <span slot="head">${swatch(this.colors[index])}</span>
        <span slot="head" class="facts">
          <span class="name">${one.label}</span>
          <span class="small quiet"
            >${[promisedBudget(one), settings].filter(Boolean).join(' · ')}</span
          >
          ${isOutside(one) ? html`<span class="small no">outside the theorem’s range</span>` : nothing}
        </span>
        <span slot="head" class="mark ${certified ? 'yes' : 'no'}">
          ${certified ? icons.check : icons.warning} ${mark}
        </span>
        <p class="small">${statementOf(one, broken)}</p>
        ${one.notes?.map((note) => html`<p class="small quiet">${note}</p>`)}
      </nd-disclosure>
      ${notes.map((note) => html`<p class="small no">${note}</p>`)}
    </li>`;
  }

  private total(plan: PlanReport) {
    if (plan.total === null || this.result?.privacy.total === null) {
      return 'Published together, all runs would protect nobody.';
    }
    const { epsilon, delta, rho } = plan.total;
    const most = Math.max(epsilon ?? 0, rho ?? 0);
    if (most > mostTold) {
      return `Publishing all ${formatCount(plan.cost.runs)} runs together would cost more than ${formatCount(mostTold)}: it would protect nobody.`;
    }
    const allowed = delta ? `, δ = ${formatNumber(delta)}` : '';
    const cost = epsilon ? `ε = ${formatNumber(epsilon)}${allowed}` : `ρ = ${formatNumber(rho)}`;
    return `Publishing all ${formatCount(plan.cost.runs)} runs together would cost ${cost}. To publish, choose one. ${noiseNote(plan)}`;
  }
}

/** Whether noise like this may be published. */
function noiseNote({ randomness, release }: PlanReport): string {
  // Of reproducible noise the risk panel warns.
  if (randomness === 'reproducible') return '';
  return release === 'floating'
    ? 'This noise is secret, but floating-point rounding can reveal some of it: do not publish these runs.'
    : 'This noise is secret, and its proof covers floating-point rounding.';
}

/** Whether the plan says that a theorem's conditions do not hold for its noise. */
function isOutside({ warnings }: AlgorithmPlan): boolean {
  return warnings.some((text) => /^outside the theorem/i.test(text));
}

/** What the plan states; where runs broke it, what they state too. */
function statementOf(one: AlgorithmPlan, broken: BrokenPromises): string {
  const { mark, statements } = broken.get(one) ?? { mark: '', statements: [] };
  const { statement } = one.privacy;
  return statements.length === 0
    ? statement
    : `Planned: ${statement} After the runs: ${mark}. ${statements.join(' ')}`;
}

/** What takes away from a promise. A preset may spend more than it says: then both numbers are told. */
function notesOf(one: AlgorithmPlan, broken: BrokenPromises): string[] {
  const { privacy } = one;
  const notes = heldOf(one, broken.get(one)).reasons.map(sentence);
  const requested = (privacy.requested as Partial<typeof privacy.requested>)['epsilon'];
  // What noise costs is no promise where the plan leaks beside it, but still not what was asked for.
  const epsilon = privacy.epsilon ?? privacy.accounted?.epsilon;
  if (requested === undefined || epsilon === undefined) return notes;
  if (Math.abs(epsilon - requested) <= 1e-6 * requested) return notes;
  const [found, asked] = [formatNumber(epsilon), formatNumber(requested)];
  if (epsilon < requested) {
    return [
      `It is proven to cost less than you allowed: ε ${found} in place of ${asked}.`,
      ...notes,
    ];
  }
  const owner = privacy.epsilon === null ? 'Its noise alone costs' : 'True';
  return [`${owner} ε ${found}, although you asked for ${asked}.`, ...notes];
}

/** Plans that promise the same in the same words but for the number of steps stand together. */
function grouped(plans: readonly AlgorithmPlan[], broken: BrokenPromises): AlgorithmPlan[][] {
  const groups = new Map<string, AlgorithmPlan[]>();
  for (const one of plans) {
    const key = JSON.stringify([
      one.label,
      promisedBudget(one),
      heldOf(one, broken.get(one)),
      one.privacy.requested,
      isOutside(one),
    ]);
    groups.set(key, [...(groups.get(key) ?? []), one]);
  }
  return [...groups.values()];
}

function sweepText({ sweep }: AlgorithmPlan): string {
  return Object.values(sweep)
    .map((value) => (typeof value === 'number' ? formatChosen(value) : JSON.stringify(value)))
    .join(', ');
}

function sentence(text: string): string {
  // A field's path stays as it is written in the file.
  const isPath = /^\w+\.\w/.test(text);
  const first = isPath ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(first) ? first : `${first}.`;
}
