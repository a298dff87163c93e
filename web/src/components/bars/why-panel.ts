import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment } from '../../engine/types.ts';
import type { Explanation } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../shared/term-picture.ts';
import { varyButton } from '../shared/vary-button.ts';

/** The meaning of whatever has focus. */
@customElement('nd-why-panel')
export class WhyPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .vary {
        margin-top: 8px;
      }
      .title {
        margin-bottom: 4px;
        font-weight: 550;
      }
    `,
  ];

  @property({ attribute: false }) explanation: Explanation | null = null;
  /** Of the experiment: what is varied already. */
  @property({ attribute: false }) sweep: Experiment['sweep'] = undefined;

  override render() {
    const { explanation } = this;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Why?</h2></header>
      ${
        explanation === null
          ? html`<p class="small quiet">
              Focus a field to read what it means and where its default comes from.
            </p>`
          : html`<p class="title">${explanation.title}</p>
              <nd-term-picture name=${explanation.title}></nd-term-picture>
              <p class="small">${explanation.text}</p>
              ${
                explanation.source
                  ? html`<p class="small quiet">${explanation.source}</p>`
                  : nothing
              }
              ${varyButton(this, explanation, this.sweep)}`
      }
    </section>`;
  }
}
