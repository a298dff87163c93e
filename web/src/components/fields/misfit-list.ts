import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Misfit } from '../../fit/advice.ts';
import type { Menu } from '../../fit/choices.ts';
import { shared } from '../../styles/shared.ts';
import '../shared/disclosure.ts';
import type { FormContext } from '../shared/events.ts';
import '../shared/fix-button.ts';

/** What of a menu would not fit: each entry with the engine's reason and a way to have it after all. */
@customElement('nd-misfit-list')
export class MisfitList extends LitElement {
  static override styles = [
    shared,
    css`
      /* A long heading must not widen the rail. */
      :host {
        display: block;
        min-width: 0;
      }
      [slot='head'] {
        min-width: 0;
        white-space: normal;
      }
      ul {
        display: grid;
        gap: 12px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      li {
        font-size: var(--text-small);
        overflow-wrap: anywhere;
      }
      nd-fix-button {
        margin-top: 4px;
      }
    `,
  ];

  @property() menu!: Menu;
  @property({ attribute: false }) form!: FormContext;

  override render() {
    const misfits = this.form.fit.misfitsOf(this.menu);
    if (misfits.length === 0) return nothing;
    return html`<nd-disclosure @toggle=${this.seek}>
      <span slot="head" class="small quiet">${heading(misfits)}</span>
      <ul>
        ${misfits.map((misfit) => this.item(misfit))}
      </ul>
    </nd-disclosure>`;
  }

  private item(misfit: Misfit) {
    const { title, reason, stops } = misfit;
    const stopped = stops.length > 0 ? ` would leave out ${stops.join(', ')}` : '';
    return html`<li>
      <strong>${title}</strong>${stopped}: <span class="quiet">${reason}</span>
      <nd-fix-button .fix=${this.form.fit.fixFor(misfit)}></nd-fix-button>
    </li>`;
  }

  /** Fixes are looked for when somebody looks at the list. */
  private seek(event: Event): void {
    if ((event.target as HTMLElement & { open: boolean }).open) this.form.fit.seek(this.menu);
  }
}

function heading(misfits: readonly Misfit[]): string {
  return misfits.length === 1
    ? `Why ${misfits[0].title} does not fit here`
    : `Why ${misfits.length} choices do not fit here`;
}
