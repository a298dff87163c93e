import { LitElement, css, html, nothing } from 'lit';
import { property, query, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { shareOf, type Share, type ShareForm } from '../../link/share.ts';
import { toProblem } from '../../store/errors.ts';
import type { State } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';

/** A link to the present experiment in every form that it is handed on in. */
@customElement('nd-share-dialog')
export class ShareDialog extends LitElement {
  static override styles = [
    shared,
    css`
      dialog {
        width: min(600px, calc(100vw - 32px));
        max-height: calc(100dvh - 32px);
        padding: 0;
        border: 1px solid var(--hairline);
        border-radius: 8px;
        background: var(--paper-raised);
        color: var(--ink);
        box-shadow: var(--shadow);
      }
      dialog::backdrop {
        background: rgb(0 0 0 / 25%);
      }
      .head {
        display: flex;
        align-items: center;
        justify-content: space-between;
        padding: 8px 8px 8px 16px;
        border-bottom: 1px solid var(--hairline);
      }
      .body {
        display: grid;
        gap: 12px;
        padding: 12px 16px 16px;
      }
      .form {
        display: grid;
        grid-template-columns: 1fr auto;
        align-items: end;
        gap: 4px 8px;
      }
      label {
        grid-column: 1 / -1;
        font-weight: 600;
        font-size: var(--text-small);
      }
      textarea {
        width: 100%;
        height: 45px;
        padding: 4px 8px;
        border: 1px solid var(--hairline-strong);
        border-radius: var(--radius);
        background: var(--paper);
        font:
          12px/1.45 ui-monospace,
          monospace;
        resize: vertical;
        overflow-wrap: anywhere;
      }
      .form button {
        width: 96px;
        height: 45px;
      }
      @media (max-width: 600px) {
        dialog {
          width: 100%;
          max-width: 100%;
          max-height: 90dvh;
          margin: auto 0 0;
          border-radius: 12px 12px 0 0;
        }
      }
    `,
  ];

  @property({ attribute: false }) state!: Readonly<State>;
  /** Version of the engine that runs here. */
  @property() engine = '';
  @state() private share: Share | null = null;
  @state() private tellsHash = true;
  @state() private problem = '';
  /** Which form was copied last, and whether the clipboard took it. */
  @state() private copied: { form: ShareForm; isDone: boolean } | null = null;
  @query('dialog') private dialog!: HTMLDialogElement;

  override firstUpdated(): void {
    this.dialog.showModal();
    void this.make();
  }

  override render() {
    return html`<dialog aria-labelledby="title" @close=${this.closed} @click=${this.clickOutside}>
      <div class="head">
        <h2 id="title">Share this experiment</h2>
        <button class="plain icon" aria-label="Close" @click=${() => this.dialog.close()}>
          ${icons.remove}
        </button>
      </div>
      <div class="body">
        ${this.problem ? this.refused() : nothing}
        ${this.share?.says.map((sentence) => html`<p class="small">${sentence}</p>`) ?? nothing}
        ${this.share?.mayTellHash ? this.hashChoice() : nothing}
        ${this.share?.forms.map((form, index) => this.form(form, index)) ?? nothing}
        <p class=${this.copied?.isDone === false ? 'small' : 'hidden-text'} role="status">
          ${this.outcome()}
        </p>
      </div>
    </dialog>`;
  }

  private form(form: ShareForm, index: number) {
    const isCopied = this.copied?.form === form && this.copied.isDone;
    return html`<div class="form">
      <label for=${`form-${index}`}>${form.title}</label>
      <textarea
        id=${`form-${index}`}
        readonly
        spellcheck="false"
        .value=${form.text}
        @focus=${(event: Event) => (event.target as HTMLTextAreaElement).select()}
      ></textarea>
      <button aria-label=${`Copy: ${form.title}`} @click=${() => void this.copy(form, index)}>
        ${isCopied ? icons.check : icons.copy} ${isCopied ? 'Copied' : 'Copy'}
      </button>
    </div>`;
  }

  private hashChoice() {
    const choose = (event: Event) => {
      this.tellsHash = (event.target as HTMLInputElement).checked;
      void this.make();
    };
    return html`<label class="small">
      <input type="checkbox" .checked=${this.tellsHash} @change=${choose} />
      Include the SHA-256 of the file
    </label>`;
  }

  private refused() {
    return html`<p role="alert" class="error">${this.problem}</p>
      <p>
        <button @click=${() => emit(this, 'nd-command', { command: 'export-experiment' })}>
          ${icons.download} Experiment as JSON
        </button>
      </p>`;
  }

  private outcome(): string {
    if (this.copied === null) return '';
    const { form, isDone } = this.copied;
    return isDone
      ? `${form.title}: copied.`
      : 'The page cannot use the clipboard: the text is selected, so press Ctrl+C.';
  }

  private async make(): Promise<void> {
    try {
      this.share = await shareOf(this.state, this.engine, location.href, this.tellsHash);
      this.problem = '';
    } catch (error) {
      const { field, message } = toProblem(error);
      this.problem = field === '' ? message : `At ${field}: ${message}`;
    }
  }

  private async copy(form: ShareForm, index: number): Promise<void> {
    try {
      await navigator.clipboard.writeText(form.text);
      this.copied = { form, isDone: true };
    } catch {
      this.copied = { form, isDone: false };
      this.renderRoot.querySelector<HTMLTextAreaElement>(`#form-${index}`)!.focus();
    }
  }

  private readonly clickOutside = (event: Event): void => {
    if (event.target === this.dialog) this.dialog.close();
  };

  private readonly closed = (): void => {
    this.dispatchEvent(new Event('close'));
  };
}
