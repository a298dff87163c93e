import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../host/define.ts';
import type { Experiment, ExperimentResult, PlanReport } from '../engine/types.ts';
import { askedText, promiseLines, type PromiseLine } from '../privacy/promise.ts';
import { shared } from '../styles/shared.ts';

/**
 * The privacy of what is drawn, in a few words. It stands above the picture of an element, in every
 * view but the full one, whose panels say more; nobody can hide it.
 */
@customElement('nd-privacy-note')
export class PrivacyNote extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        font-size: var(--text-small);
      }
      .mark {
        font-weight: 600;
        white-space: nowrap;
      }
      .yes {
        color: var(--good);
      }
      .no {
        color: var(--caution);
      }
      p {
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) experiment!: Experiment;
  /** Null until there is one. */
  @property({ attribute: false }) plan: PlanReport | null = null;
  /** What came of the plan; null before that is known. */
  @property({ attribute: false }) result: ExperimentResult | null = null;

  override render() {
    const { experiment, plan, result } = this;
    if (plan === null) return html`<p>${askedText(experiment)}</p>`;
    return html`${promiseLines(plan, result).map(promise)}
      <p class="quiet">${randomnessText(plan)} ${exactText}</p>`;
  }
}

const exactText = 'The curves have no noise: they are not private.';

function promise({ labels, text, mark, certified, reasons }: PromiseLine) {
  const owner = labels.length > 0 ? `${labels.join(', ')}: ` : '';
  return html`<p>
    ${owner}${text} <span class="mark ${certified ? 'yes' : 'no'}">${mark}</span>${
      reasons.length > 0 ? html`: ${reasons.join('; ')}` : nothing
    }
  </p>`;
}

function randomnessText({ plans, randomness, release }: PlanReport): string {
  if (plans.every(({ privacy }) => privacy.notion === 'none')) return '';
  if (randomness === 'reproducible') return 'The noise is reproducible: not for publishing.';
  return release === 'hardened'
    ? 'The noise is secure and hardened.'
    : 'The noise is secure but floating: not for publishing.';
}
