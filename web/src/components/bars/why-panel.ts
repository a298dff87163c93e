import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Explanation } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';

/** The meaning of whatever has focus. */
@customElement('nd-why-panel')
export class WhyPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .title {
        margin-bottom: 4px;
        font-weight: 550;
      }
    `,
  ];

  @property({ attribute: false }) explanation: Explanation | null = null;

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
              <p class="small">${explanation.text}</p>
              ${
                explanation.source
                  ? html`<p class="small quiet">${explanation.source}</p>`
                  : nothing
              }`
      }
    </section>`;
  }
}
