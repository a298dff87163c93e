import { LitElement, css, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Explanation } from '../store/state.ts';
import { panel, shared } from '../styles/shared.ts';
import { icons } from './icons.ts';

/** What the plan warns of. */
@customElement('nd-warnings-panel')
export class WarningsPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      ul {
        display: grid;
        gap: 8px;
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        display: flex;
        gap: 8px;
        font-size: var(--text-small);
      }
      svg.glyph {
        margin-top: 1px;
        color: var(--caution);
      }
    `,
  ];

  @property({ attribute: false }) warnings: readonly string[] = [];

  override render() {
    if (this.warnings.length === 0) return nothing;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Take care</h2></header>
      <ul>
        ${this.warnings.map((text) => html`<li>${icons.warning}<span>${text}</span></li>`)}
      </ul>
    </section>`;
  }
}

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
