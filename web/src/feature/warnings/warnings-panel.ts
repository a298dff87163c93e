import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { icons } from '../../components/shared/icons.ts';
import { notes, panel, shared } from '../../styles/shared.ts';
import type { Caution } from './cautions.ts';

/** What plans warn of: before their runs as a warning, beside runs that ended better as a note. */
@customElement('nd-warnings-panel')
export class WarningsPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    notes,
    css`
      details {
        margin-top: 8px;
      }
      summary {
        color: var(--ink-quiet);
        font-size: var(--text-small);
        cursor: pointer;
      }
    `,
  ];

  @property({ attribute: false }) cautions: readonly Caution[] = [];

  override render() {
    const open = this.cautions.filter(({ before }) => before === null);
    const eased = this.cautions.filter(({ before }) => before !== null);
    return html`${open.length > 0 ? this.warnings(open) : nothing}
    ${eased.length > 0 ? this.notes(eased) : nothing}`;
  }

  private warnings(open: readonly Caution[]) {
    return html`<section aria-labelledby="warnings">
      <header><h2 id="warnings">Take care</h2></header>
      <ul>
        ${open.map((one) => html`<li>${icons.warning}<span>${named(one)} ${numbersOf(one)}</span></li>`)}
      </ul>
    </section>`;
  }

  private notes(eased: readonly Caution[]) {
    return html`<section aria-labelledby="notes">
      <header><h2 id="notes">Better than feared</h2></header>
      <ul>
        ${eased.map((one) => html`<li><span>${named(one)}</span></li>`)}
      </ul>
      <p class="small quiet">
        Theory has to allow for the worst data; on these data the runs end lower. Their results are
        computed from the data without noise: don’t publish them.
      </p>
      <details>
        <summary>What the plan warned about</summary>
        <ul>
          ${eased.map(({ labels, before }) => html`<li>${named({ labels, text: before! })}</li>`)}
        </ul>
      </details>
    </section>`;
  }
}

function numbersOf({ numbers }: Caution) {
  if (numbers.length === 0) return nothing;
  return html`<details>
    <summary>In numbers</summary>
    ${numbers.map((one) => html`<p>${one}</p>`)}
  </details>`;
}

function named({ labels, text }: Pick<Caution, 'labels' | 'text'>) {
  return html`<span><b>${labels.join(', ')}</b>: ${text}</span>`;
}
