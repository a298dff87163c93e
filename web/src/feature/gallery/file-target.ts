import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';
import { shared } from '../../styles/shared.ts';
import type { ExampleFile } from './example.ts';

/** Asks for the file that an experiment reads, in the place of its picture. */
@customElement('nd-file-target')
export class FileTarget extends LitElement {
  static override styles = [
    shared,
    css`
      .target {
        display: flex;
        flex-direction: column;
        align-items: center;
        justify-content: center;
        gap: 12px;
        min-height: 280px;
        padding: 24px;
        border: 2px dashed var(--hairline-strong);
        border-radius: 8px;
        text-align: center;
        overflow-wrap: anywhere;
      }
      .target.over {
        border-color: var(--accent);
        background: var(--accent-soft);
      }
      p {
        max-width: 60ch;
      }
      label {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-height: 44px;
        padding: 4px 16px;
        border: 1px solid var(--accent);
        border-radius: var(--radius);
        background: var(--accent);
        color: var(--accent-ink);
        font-weight: 600;
        cursor: pointer;
      }
      label:focus-within {
        outline: 2px solid var(--accent);
        outline-offset: 2px;
      }
    `,
  ];

  /** Of the file, as the experiment has it. */
  @property() name = '';
  /** Where to get it; null where only the reader knows. */
  @property({ attribute: false }) from: ExampleFile | null = null;
  /** Whether it is asked for elsewhere: then only where to get it is told. */
  @property({ type: Boolean }) told = false;
  @state() private isOver = false;

  override render() {
    const { from, name } = this;
    const source =
      from === null
        ? nothing
        : html`<p class="quiet">
            ${from.what} It is at
            <a href=${from.address} target="_blank" rel="noreferrer">${from.from}</a>.
          </p>`;
    if (this.told) return source;
    return html`<div
      class="target ${this.isOver ? 'over' : ''}"
      @dragover=${this.over}
      @dragleave=${() => (this.isOver = false)}
      @drop=${this.drop}
    >
      <p><strong>This experiment reads ${name || 'a file of yours'}.</strong> Drop it here.</p>
      ${source}
      <label>
        ${icons.file} Choose ${name || 'a file'}…
        <input class="hidden-text" type="file" @change=${this.chosen} />
      </label>
      <p class="small quiet">It stays in this page: nothing is uploaded.</p>
    </div>`;
  }

  private readonly over = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    event.stopPropagation();
    this.isOver = true;
  };

  private readonly drop = (event: DragEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    this.isOver = false;
    this.take(event.dataTransfer?.files[0]);
  };

  private readonly chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    this.take(file);
  };

  private take(file: File | undefined): void {
    if (file !== undefined) emit(this, 'nd-awaited-file', { file });
  }
}
