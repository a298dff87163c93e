import { LitElement, css, html } from 'lit';
import { customElement } from '../../host/define.ts';
import '../../components/shared/disclosure.ts';
import { panel, shared } from '../../styles/shared.ts';
import './story-list.ts';

/** The stories, behind one line of a rail. */
@customElement('nd-stories-panel')
export class StoriesPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      section {
        padding: 4px 16px;
      }
    `,
  ];

  override render() {
    return html`<section>
      <nd-disclosure>
        <h2 slot="head">Five stories of two minutes</h2>
        <nd-story-list></nd-story-list>
      </nd-disclosure>
    </section>`;
  }
}
