import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment } from '../../engine/types.ts';
import { free } from '../../store/gate.ts';
import { isSameExperiment } from '../../store/picture.ts';
import { shared } from '../../styles/shared.ts';
import type { Example, ExampleFile } from './example.ts';
import { allExamples } from './groups.ts';
import { drawnText } from './measured.ts';
import { openExample } from './open.ts';
import './stored-picture.ts';
import { storedPicture, storedRuns, type StoredPicture } from './stored.ts';
import { emit } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';

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

/** The place of the picture while nothing is drawn: what a run of this example drew elsewhere. */
@customElement('nd-stored-stage')
export class StoredStage extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        align-self: stretch;
        text-align: left;
      }
      .note {
        text-align: center;
      }
      /* As an older picture of the page's own: faded whole, with quiet words in full ink. */
      .faded {
        --ink-quiet: var(--ink);
        margin-top: 16px;
        opacity: 0.6;
      }
      .alone {
        --picture-height: min(44vh, 420px);
      }
      .panels {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(240px, 100%), 1fr));
        gap: 16px;
      }
    `,
  ];

  @property({ attribute: false }) experiment!: Experiment;
  /** Whether it runs only when it is asked for. */
  @property({ type: Boolean }) waits = false;
  /** The file that it reads and nobody gave: asked for here, or elsewhere and only told of here. */
  @property({ attribute: false }) asksFor: 'file' | 'known' | null = null;

  override render() {
    const example = exampleOf(this.experiment);
    if (this.asksFor !== null) return this.asking(example);
    const stored = example === null ? null : storedPicture(example.name);
    if (example === null || stored === null) return nothing;
    const { repeats = 1, seconds = 0 } = storedRuns[example.name];
    // What is drawn in a moment has no need of a picture until then.
    if (!this.waits && seconds < free.seconds) return nothing;
    const isSame = isSameExperiment(openExample(example.name).experiment, this.experiment);
    const whose = isSame ? 'this example' : 'this example before your changes';
    return html`<p class="note small">
        <strong>Stored picture</strong> of a run of ${whose}: nothing has run here yet.
        ${drawnText(repeats)}.
      </p>
      ${drawn(stored)}`;
  }

  private asking(example: Example | null) {
    const { data } = this.experiment;
    return html`<nd-file-target
      .name=${data.kind === 'file' ? data.name : ''}
      .from=${example?.file ?? null}
      ?told=${this.asksFor === 'known'}
    ></nd-file-target>`;
  }
}

function drawn({ card, panels }: StoredPicture) {
  if (panels === undefined) {
    return html`<nd-stored-picture class="faded alone" .panel=${card}></nd-stored-picture>`;
  }
  return html`<div class="faded panels">
    ${panels.map((panel) => html`<nd-stored-picture .panel=${panel}></nd-stored-picture>`)}
  </div>`;
}

/** The example that an experiment is, or was before changes that left it its title; else null. */
function exampleOf({ title }: Experiment): Example | null {
  return allExamples.find(({ name }) => storedRuns[name].title === title) ?? null;
}
