import { LitElement, html, type CSSResultGroup, css } from 'lit';
import { property } from 'lit/decorators.js';
import { shared } from '../../styles/shared.ts';
import type { Variation } from '../../experiment/vary.ts';
import { emit } from '../shared/events.ts';

const fieldStyles = css`
  label {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    margin-bottom: 2px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .unit {
    white-space: nowrap;
  }
`;

/** What every labelled field has: the path that it edits, what it means, and what is wrong with it. */
export abstract class Field extends LitElement {
  static override styles: CSSResultGroup = [shared, fieldStyles];

  @property() path = '';
  @property() label = '';
  @property() description = '';
  @property() source = '';
  @property() error = '';

  /** What a screen reader says of the input, and the error below it. */
  protected notes(error = this.error, description = this.description) {
    return html`<span id="description" class="hidden-text">${description}</span>
      <div id="error" class="error" ?hidden=${!error}>${error}</div>`;
  }

  protected send(value: unknown): void {
    emit(this, 'nd-edit', { path: this.path, value });
  }

  protected explain(text = this.description, vary?: Variation): void {
    const varied = vary ? { vary } : {};
    emit(this, 'nd-explain', { title: this.label, text, source: this.source, ...varied });
  }
}
