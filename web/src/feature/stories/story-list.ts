import { LitElement, css, html } from 'lit';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import { shared } from '../../styles/shared.ts';
import { stories } from './table.ts';

/** The stories to choose from. */
@customElement('nd-story-list')
export class StoryList extends LitElement {
  static override styles = [
    shared,
    css`
      ul {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(220px, 1fr));
        gap: 12px;
        margin: 0;
        padding: 0;
        list-style: none;
      }
      button {
        display: grid;
        align-content: start;
        justify-items: start;
        gap: 4px;
        width: 100%;
        height: 100%;
        min-height: 44px;
        padding: 12px;
        text-align: left;
        white-space: normal;
      }
      strong {
        font-weight: 600;
      }
      @container (width < 601px) {
        ul {
          grid-auto-columns: 232px;
          grid-auto-flow: column;
          grid-template-columns: none;
          padding: 2px;
          overflow-x: auto;
        }
      }
    `,
  ];

  override render() {
    return html`<ul>
      ${stories.map(
        ({ id, title, learn, steps }) =>
          html`<li>
            <button @click=${() => emit(this, 'nd-story', { id, step: 1 })}>
              <strong>${title}</strong>
              <span class="small">${learn}</span>
              <span class="small quiet">2 minutes, ${steps.length} steps</span>
            </button>
          </li>`,
      )}
    </ul>`;
  }
}
