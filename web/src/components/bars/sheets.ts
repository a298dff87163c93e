import { LitElement, css, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment } from '../../engine/types.ts';
import type { Explanation } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import { varyButton } from '../shared/vary-button.ts';
import { icons } from '../shared/icons.ts';

export interface Sheet {
  name: string;
  title: string;
  icon: unknown;
  content: () => unknown;
}

/** Panels that slide up from the bottom of a small screen, one at a time. */
@customElement('nd-sheets')
export class Sheets extends LitElement {
  static override styles = [
    shared,
    css`
      nav {
        display: grid;
        grid-auto-flow: column;
        grid-auto-columns: 1fr;
      }
      nav button {
        flex-direction: column;
        gap: 2px;
        min-height: 44px;
        padding: 2px;
        border-color: transparent;
        background: none;
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
      dialog {
        width: 100%;
        max-width: 560px;
        max-height: 80dvh;
        margin: auto auto 0;
        padding: 0;
        border: 1px solid var(--hairline);
        border-bottom: 0;
        border-radius: 12px 12px 0 0;
        background: var(--paper-raised);
        color: var(--ink);
        box-shadow: var(--shadow);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 25%);
      }
      dialog[open] {
        display: flex;
        flex-direction: column;
        animation: rise 160ms ease-out;
      }
      @keyframes rise {
        from {
          transform: translateY(24px);
        }
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding: 4px 8px 4px 16px;
        border-bottom: 1px solid var(--hairline);
        font-weight: 650;
      }
      .body,
      .why {
        position: relative;
      }
      .body {
        flex: 1;
        overflow-y: auto;
      }
      .why {
        /* Of fixed height, so that nothing moves under the finger when a field is touched. */
        flex: none;
        height: 76px;
        overflow-y: auto;
        padding: 8px 16px calc(8px + env(safe-area-inset-bottom));
        border-top: 1px solid var(--hairline);
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
    `,
  ];

  @property({ attribute: false }) sheets: readonly Sheet[] = [];
  @property({ attribute: false }) explanation: Explanation | null = null;
  @property({ attribute: false }) sweep: Experiment['sweep'] = undefined;
  @state() private opened: string | null = null;
  @query('dialog') private dialog!: HTMLDialogElement;

  override render() {
    const sheet = this.sheets.find((one) => one.name === this.opened);
    return html`
      <nav aria-label="Settings">
        ${this.sheets.map(
          ({ name, icon }) =>
            html`<button aria-haspopup="dialog" @click=${() => this.show(name)}>
              ${icon}${name}
            </button>`,
        )}
      </nav>
      <dialog
        aria-label=${sheet?.title ?? 'Settings'}
        @close=${() => (this.opened = null)}
        @click=${this.clickOutside}
      >
        ${
          sheet
            ? html`<div class="head">
                  <span>${sheet.title}</span>
                  <button class="plain icon" aria-label="Close" @click=${() => this.dialog.close()}>
                    ${icons.remove}
                  </button>
                </div>
                <div class="body">${sheet.content()}</div>
                ${
                  this.opened !== 'Story'
                    ? html`<div class="why">
                        ${
                          this.explanation
                            ? html`<strong>${this.explanation.title}.</strong>
                                ${this.explanation.text}
                                ${varyButton(this, this.explanation, this.sweep)}`
                            : 'Touch a field to read what it means.'
                        }
                      </div>`
                    : nothing
                }`
            : nothing
        }
      </dialog>
    `;
  }

  private show(name: string): void {
    this.opened = name;
    this.dialog.showModal();
  }

  private clickOutside(event: MouseEvent): void {
    if (event.target === this.dialog) this.dialog.close();
  }
}
