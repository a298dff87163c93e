import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { compareReplay, engineSentence, short, type Link, type ReplayReport } from '../../../../wasm/client/link/index.ts'; // prettier-ignore
import { sha256Of } from '../../link/file-hash.ts';
import { awaitsFile } from '../../link/opened.ts';
import { isOf } from '../../store/picture.ts';
import { priceText } from '../../store/price.ts';
import { fileFor } from '../../store/file-for.ts';
import type { State } from '../../store/state.ts';
import { isBusy, planNow } from '../../store/work.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';

/** What became of a link: what it will do and cost, which file it asks for, whether it replayed. */
@customElement('nd-link-bar')
export class LinkBar extends LitElement {
  static override styles = [
    shared,
    css`
      section {
        display: flex;
        align-items: flex-start;
        gap: 8px;
        margin: 8px 16px 0;
        padding: 8px 4px 8px 12px;
        border: 1px solid var(--hairline);
        border-left: 3px solid var(--accent);
        border-radius: var(--radius);
        overflow-wrap: anywhere;
      }
      section.same {
        border-left-color: var(--good);
      }
      section.different {
        border-left-color: var(--danger);
      }
      .words {
        flex: 1;
        min-width: 0;
      }
      .same .verdict {
        color: var(--good);
      }
      .different .verdict {
        color: var(--danger);
      }
      .verdict {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        font-weight: 650;
      }
      .actions {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
        margin-top: 8px;
      }
      label.button {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-height: max(32px, var(--low));
        padding: 4px 10px;
        border: 1px solid var(--accent);
        border-radius: var(--radius);
        background: var(--accent);
        color: var(--accent-ink);
        font-weight: 600;
        cursor: pointer;
      }
      label.button:focus-within {
        outline: 2px solid var(--accent);
        outline-offset: 2px;
      }
      section > button {
        flex: none;
        margin: -4px 0;
      }
    `,
  ];

  @property({ attribute: false }) state!: Readonly<State>;
  /** Version of this engine; null until it is loaded. */
  @property() engine: string | null = null;
  /** The hash of the file that the page holds, once it is known. */
  @state() private here: { blob: Blob; sha256: string | null } | null = null;

  private get link(): Link {
    return this.state.opened!.link;
  }

  override willUpdate(): void {
    const read = fileFor(this.state.experiment, this.state.file);
    if (read !== null && read.blob !== this.here?.blob) void this.identify(read.blob);
  }

  override render() {
    const report = this.report();
    return html`<section class=${report?.verdict ?? ''} aria-label="The link">
      <div class="words" role="status">
        ${
          awaitsFile(this.state)
            ? this.asking()
            : report === null
              ? this.announced()
              : this.told(report)
        }
      </div>
      <button class="plain icon" aria-label="Close the notes on the link" @click=${this.dismiss}>
        ${icons.remove}
      </button>
    </section>`;
  }

  /** The file that the link is about, which only the reader can give. */
  private asking() {
    const { data } = this.link.experiment;
    const name = data.kind === 'file' ? data.name : '';
    const { other } = this.state.opened!;
    if (other !== null) return this.questioned(other);
    const check = this.link.sha256
      ? ` It is compared with the sender’s by its SHA-256 (${short(this.link.sha256)}).`
      : '';
    return html`<p>
        This link is about <strong>${name}</strong>, a file that it does not hold. Choose your copy
        of it: it stays in this page.${check}
      </p>
      ${this.differing()}
      <div class="actions">${this.chooser(`Choose ${name}…`)}</div>`;
  }

  private questioned({ file, sha256 }: { file: File; sha256: string }) {
    return html`<p>
        <span class="verdict">${icons.warning} Another file.</span> Its SHA-256 is ${short(sha256)}
        for ${file.name}, and ${short(this.link.sha256!)} for the sender’s file. Nothing was
        started.
      </p>
      <div class="actions">
        ${this.chooser('Choose another one…')}
        <button @click=${() => emit(this, 'nd-link-file', { file, isSure: true })}>
          Use it anyway
        </button>
      </div>`;
  }

  private chooser(title: string) {
    return html`<label class="button">
      ${icons.file} ${title}
      <input class="hidden-text" type="file" @change=${this.chosen} />
    </label>`;
  }

  /** Before it ran: what will run, and at what price. */
  private announced() {
    const { work } = this.state;
    const plan = planNow(this.state);
    const price = plan === null ? '' : `${priceText(plan)}.`;
    const next =
      work.phase === 'waiting'
        ? ' Nothing runs until you click.'
        : isBusy(work)
          ? ' It is running.'
          : '';
    return html`<p><strong>Opened from a link.</strong> ${price}${next}</p>
      ${this.differing()}`;
  }

  private told({ verdict, sentence, differences }: ReplayReport) {
    const icon = { same: icons.check, different: icons.warning, unproven: nothing }[verdict];
    return html`<p>
        <span class="verdict">${icon} ${sentence}</span>
        ${
          verdict === 'same'
            ? html`Its fingerprint
                <span title=${this.link.fingerprint!}>${short(this.link.fingerprint!)}</span> is the
                sender’s.`
            : nothing
        }
      </p>
      ${differences.map((difference) => html`<p class="small quiet">${difference}</p>`)}`;
  }

  /** An engine that is not the sender's, said before anything runs. */
  private differing() {
    const sentence = this.engine === null ? null : engineSentence(this.engine, this.link.engine);
    return sentence === null ? nothing : html`<p class="small quiet">${sentence}</p>`;
  }

  /** Null until all of the link's experiment has run. */
  private report(): ReplayReport | null {
    const { picture, experiment, file } = this.state;
    if (picture?.status !== 'done' || !isOf(picture, this.state)) return null;
    const { status, engine, fingerprint } = picture.result;
    const read = fileFor(experiment, file);
    const isKnown = read === null || this.here?.blob === read.blob;
    if (status !== 'completed' || !isKnown) return null;
    return compareReplay(this.link, { engine, fingerprint, sha256: this.here?.sha256 ?? null });
  }

  private async identify(blob: Blob): Promise<void> {
    const sha256 = await sha256Of(blob);
    if (fileFor(this.state.experiment, this.state.file)?.blob === blob)
      this.here = { blob, sha256 };
  }

  private readonly chosen = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = '';
    if (file !== undefined) emit(this, 'nd-link-file', { file, isSure: false });
  };

  private readonly dismiss = (): void => {
    emit(this, 'nd-command', { command: 'close-link' });
  };
}
