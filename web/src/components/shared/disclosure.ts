import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { shared } from '../../styles/shared.ts';
import { icons } from './icons.ts';

/**
 * A line that unfolds: the slot `head` is always seen, `tools` stands at its end, the rest appears
 * when it is open.
 */
@customElement('nd-disclosure')
export class Disclosure extends LitElement {
  static override styles = [
    shared,
    css`
      .line {
        display: flex;
        align-items: center;
      }
      .line > button {
        flex: 1;
        justify-content: flex-start;
        gap: 8px;
        min-width: 0;
        min-height: max(36px, var(--low));
        padding: 4px 0;
        border: 0;
        background: none;
        text-align: left;
      }
      .head {
        display: flex;
        flex: 1;
        align-items: center;
        gap: 8px;
        min-width: 0;
        overflow: hidden;
      }
      button svg.glyph {
        color: var(--ink-quiet);
        transition: transform 120ms;
      }
      button[aria-expanded='true'] svg.glyph {
        transform: rotate(180deg);
      }
      .body {
        padding-bottom: 12px;
      }
    `,
  ];

  @property({ type: Boolean, reflect: true }) open = false;
  /** Something inside needs to be seen: opens, but never closes what the reader opened. */
  @property({ type: Boolean }) attention = false;

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('attention') && this.attention) this.open = true;
  }

  override render() {
    return html`<div class="line">
        <button
          aria-expanded=${this.open ? 'true' : 'false'}
          aria-controls="body"
          @click=${this.toggle}
        >
          <span class="head"><slot name="head"></slot></span>${icons.chevron}
        </button>
        <slot name="tools"></slot>
      </div>
      <div id="body" class="body" ?hidden=${!this.open}><slot></slot></div>`;
  }

  private toggle(): void {
    this.open = !this.open;
    this.dispatchEvent(new Event('toggle'));
  }
}
