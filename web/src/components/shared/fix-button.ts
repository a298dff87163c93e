import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { FixState } from '../../fit/advisor.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from './events.ts';

/** One click that makes something fit; the engine has planned what it leads to. */
@customElement('nd-fix-button')
export class FixButton extends LitElement {
  static override styles = [
    shared,
    css`
      button {
        max-width: 100%;
        text-align: left;
        white-space: normal;
      }
    `,
  ];

  @property({ attribute: false }) fix: FixState;

  override render() {
    const { fix } = this;
    if (fix === undefined) return nothing;
    if (fix === 'sought') return html`<span class="small quiet">Looking for a fix…</span>`;
    if (fix === 'none') return html`<span class="small quiet">No small change would help.</span>`;
    return html`<button class="small" @click=${() => this.apply(fix)}>${fix.title}</button>`;
  }

  private apply({ experiment }: Exclude<FixState, string | undefined>): void {
    emit(this, 'nd-edit', { path: '', value: experiment });
  }
}
