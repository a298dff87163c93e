import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment } from '../../engine/types.ts';
import { free } from '../../store/gate.ts';
import { isSameExperiment } from '../../store/picture.ts';
import { shared } from '../../styles/shared.ts';
import type { Example } from './example.ts';
import './file-target.ts';
import { allExamples } from './groups.ts';
import { drawnText } from './measured.ts';
import { openExample } from './open.ts';
import './stored-picture.ts';
import { storedPicture, storedRuns, type StoredPicture } from './stored.ts';

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
