import { LitElement, css, html } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { shared } from '../../styles/shared.ts';
import { icons } from './icons.ts';
import type { Term } from './budget-terms.ts';

/** "What is epsilon?": a word's meaning above the page, where it moves nothing, until it is sent away. */
@customElement('nd-what')
export class What extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: inline-block;
      }
      .link {
        font-size: var(--text-small);
      }
      [popover] {
        width: min(360px, calc(100vw - 32px));
        padding: 12px 16px;
        border: 1px solid var(--hairline);
        border-radius: 8px;
        background: var(--paper-raised);
        color: var(--ink);
        box-shadow: var(--shadow);
        font-size: var(--text);
      }
      header {
        display: flex;
        align-items: center;
        justify-content: space-between;
      }
      p + p {
        margin-top: 8px;
      }
    `,
  ];

  @property({ attribute: false }) term!: Term;

  override render() {
    const { name, sentence, source } = this.term;
    return html`<button class="link" popovertarget="card">What is ${inSentence(name)}?</button>
      <div
        id="card"
        popover
        role="dialog"
        aria-labelledby="name"
        @beforetoggle=${() => import('./term-picture.ts')}
      >
        <header>
          <h2 id="name">${name}</h2>
          <button
            class="plain icon"
            aria-label="Close"
            popovertarget="card"
            popovertargetaction="hide"
          >
            ${icons.remove}
          </button>
        </header>
        <nd-term-picture name=${name}></nd-term-picture>
        <p>${sentence}</p>
        <p class="small quiet">${source}</p>
      </div>`;
  }
}

/** "epsilon", but "KL condition". */
function inSentence(name: string): string {
  return /^[A-Z]{2}/.test(name) ? `the ${name}` : name.toLowerCase();
}
