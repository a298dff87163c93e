import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { shared } from '../../styles/shared.ts';
import { icons } from '../shared/icons.ts';

/** A panel behind its title and a line on what is in it. The panel in the slot leaves out its own title. */
@customElement('nd-fold')
export class Fold extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        border-bottom: 1px solid var(--hairline);
      }
      button {
        display: grid;
        grid-template-columns: minmax(0, 1fr) auto;
        gap: 0 8px;
        width: 100%;
        min-height: 44px;
        padding: 6px 16px;
        border: 0;
        border-radius: 0;
        background: none;
        text-align: left;
        white-space: normal;
      }
      .summary {
        overflow: hidden;
        color: var(--ink-quiet);
        font-size: var(--text-small);
        font-weight: 400;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      button[aria-expanded='true'] .summary {
        display: none;
      }
      svg.glyph {
        grid-area: 1 / 2 / span 2;
        align-self: center;
        color: var(--ink-quiet);
        transition: transform 120ms;
      }
      button[aria-expanded='true'] svg.glyph {
        transform: rotate(180deg);
      }
    `,
  ];

  @property() heading = '';
  @property() summary = '';
  @property({ type: Boolean, reflect: true }) open = false;

  override render() {
    return html`<h2>
        <button
          aria-expanded=${this.open ? 'true' : 'false'}
          aria-controls="body"
          @click=${() => this.dispatchEvent(new Event('toggle'))}
        >
          <span>${this.heading}</span>
          <span class="summary">${this.summary}</span>
          ${icons.chevron}
        </button>
      </h2>
      <div id="body" ?hidden=${!this.open}><slot @slotchange=${untitle}></slot></div>`;
  }
}

/** The fold says the title: twice would be once too often. */
function untitle({ target }: Event): void {
  for (const one of (target as HTMLSlotElement).assignedElements()) one.classList.add('untitled');
}
