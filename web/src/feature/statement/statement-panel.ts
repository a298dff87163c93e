import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { ResultStatement } from '../../engine/types.ts';
import { statementText } from '../../privacy/statement-text.ts';
import { panel, shared } from '../../styles/shared.ts';
import { icons } from '../../components/shared/icons.ts';

/** The privacy statement of the runs that are drawn, in plain words, to be copied beside them. */
@customElement('nd-statement-panel')
export class StatementPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      ul {
        display: grid;
        gap: 4px;
        margin: 4px 0 8px;
        padding-left: 16px;
      }
      li {
        font-size: var(--text-small);
        overflow-wrap: anywhere;
      }
      li.no {
        color: var(--caution);
      }
    `,
  ];

  @property({ attribute: false }) statement: ResultStatement | null = null;
  @state() private outcome = '';

  override willUpdate(changed: Map<PropertyKey, unknown>): void {
    if (changed.has('statement')) this.outcome = '';
  }

  override render() {
    if (this.statement === null) return nothing;
    const [first, ...rest] = this.statement.text;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Statement</h2></header>
      <p class="small">${first}</p>
      <details>
        <summary>Mechanisms and assumptions</summary>
        <ul>
          ${rest.map((text) => html`<li class=${isWarning(text) ? 'no' : ''}>${text}</li>`)}
        </ul>
      </details>
      <button @click=${this.copy}>${icons.copy} Copy statement</button>
      <span class="small quiet" role="status">${this.outcome}</span>
    </section>`;
  }

  private async copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(statementText(this.statement!));
      this.outcome = 'Copied.';
    } catch {
      this.outcome = 'The page cannot use the clipboard; the result file holds the statement.';
    }
  }
}

function isWarning(text: string): boolean {
  return text.startsWith('Does NOT hold') || text.startsWith('Not certified');
}
