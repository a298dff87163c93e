import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { download, fileName } from '../../export/download.ts';
import { formatCounted, parseNumber } from '../../format/number.ts';
import { totalText } from '../publish/costs.ts';
import type { Odometer } from '../../store/odometer.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { fileFor } from '../../store/file-for.ts';
import { isSameResult, type ExperimentPicture } from '../../store/picture.ts';
import type { DataFile } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import {
  archiveOf,
  type Entry,
  filesOf,
  isFloating,
  plannedRelease,
  releaseOf,
  releasedFiles,
  type Draw,
  type PlannedRelease,
} from './release.ts';
import { icons } from '../../components/shared/icons.ts';

type Stage =
  | { kind: 'idle' | 'planning' | 'running' }
  | ({ kind: 'asking' } & PlannedRelease)
  | { kind: 'done'; text: string };

/** A file of so many lines is still opened by other programs. */
const mostRecords = 1e7;

const floatingWords =
  'Its noise is secure but not hardened: the guarantee is proven for real numbers, but a computer rounds them. The statement says so, too.';

/** Synthetic records as a file, never without what they promise. */
@customElement('nd-release-block')
export class ReleaseBlock extends LitElement {
  static override styles = [
    shared,
    css`
      h3 {
        margin: 12px 0 4px;
      }
      .pair {
        display: grid;
        grid-template-columns: 1fr 1fr;
        gap: 8px;
        margin: 4px 0 8px;
      }
      label {
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
      p {
        margin: 4px 0;
        overflow-wrap: anywhere;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
      .caution {
        color: var(--caution);
      }
      button.link {
        white-space: normal;
        text-align: left;
      }
    `,
  ];

  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) picture!: ExperimentPicture;
  @property({ attribute: false }) entry = 0;
  /** The run that is on the screen. */
  @property({ attribute: false }) run = -1;
  @property({ attribute: false }) odometer!: Odometer;
  @state() private stage: Stage = { kind: 'idle' };
  @state() private records = '';
  @state() private seed = '1';
  private readonly attempt = new Attempt(this);

  /** What was asked about other runs is not asked about these. */
  override willUpdate(changed: PropertyValues<this>): void {
    const isNext = changed.has('picture') && !isSameResult(changed.get('picture'), this.picture);
    const isOther = isNext || changed.has('entry') || changed.has('run');
    if (isOther) this.stop();
  }

  override render() {
    return html`<h3>The records</h3>
      <p class="small quiet">
        One file with the synthetic records (CSV), their privacy statement, and the result that it
        can be checked with.
      </p>
      <div class="pair">
        <label
          >Records
          <input
            inputmode="numeric"
            placeholder="as in the data"
            .value=${this.records}
            @change=${(event: Event) => (this.records = (event.target as HTMLInputElement).value)}
        /></label>
        <label
          >Seed of the draws
          <input
            inputmode="numeric"
            .value=${this.seed}
            @change=${(event: Event) => (this.seed = (event.target as HTMLInputElement).value)}
        /></label>
      </div>
      ${this.steps()}`;
  }

  private steps() {
    const { stage } = this;
    if (this.draw === null) {
      return html`<p class="error" role="alert">
        Give whole numbers: records up to ten million, a seed of 0 or more.
      </p>`;
    }
    switch (stage.kind) {
      case 'asking':
        return this.question(stage.experiment, stage.plan);
      case 'planning':
      case 'running':
        return html`<p class="small" role="status">
            ${stage.kind === 'planning' ? 'Planning…' : 'Running…'}
          </p>
          <button @click=${this.stop}>${icons.stop} Cancel</button>`;
      default:
        return html`${this.outcome(stage)} ${this.offers()}`;
    }
  }

  private outcome(stage: Stage) {
    if (stage.kind !== 'done') return problemNote(this.attempt);
    return html`<p class="small" role="status">${stage.text}</p>`;
  }

  private offers() {
    const { experiment } = this.picture;
    const release = releaseOf(experiment, this.entry, this.catalogue);
    if (release === null || this.engine === null) {
      return html`<p class="small">
        This method guarantees nothing here, so there are no synthetic records to publish.
      </p>`;
    }
    return html`<button @click=${() => void this.ask(release)}>
        ${icons.shield} Private records…
      </button>
      ${
        this.run < 0
          ? nothing
          : html`<p class="small quiet">
              <button class="link" @click=${() => void this.handOut()}>
                Records of the run on the screen</button
              >: to look at. Its noise can be repeated by anybody who knows the seed, so don’t
              publish them.
            </p>`
      }`;
  }

  /** What it will cost is said before it starts. */
  private question(experiment: Experiment, plan: PlanReport) {
    const file = this.ownFile;
    return html`<p class="small">
        ${formatCounted(plan.cost.runs, 'secure run')}, which costs ${totalText(plan)}.
        ${file ? html`This counts on ${file.name}.` : nothing}
      </p>
      ${isFloating(experiment) ? html`<p class="small caution">${floatingWords}</p>` : nothing}
      <div class="buttons">
        <button class="primary" @click=${() => void this.go(experiment, plan)}>
          ${icons.play} Run and download
        </button>
        <button @click=${this.stop}>Not now</button>
      </div>`;
  }

  private get ownFile(): DataFile | null {
    return fileFor(this.picture.experiment, this.picture.file);
  }

  private get draw(): Draw | null {
    const seed = parseNumber(this.seed) ?? Number.NaN;
    if (!Number.isSafeInteger(seed) || seed < 0) return null;
    if (this.records.trim() === '') return { seed };
    const records = parseNumber(this.records) ?? Number.NaN;
    return Number.isSafeInteger(records) && records >= 1 && records <= mostRecords
      ? { records, seed }
      : null;
  }

  private async ask(experiment: Experiment): Promise<void> {
    await this.make('planning', async (signal) => {
      const data = this.ownFile ? { data: this.ownFile.blob } : {};
      const planned = await plannedRelease(this.engine!, experiment, { ...data, signal });
      return { kind: 'asking', ...planned };
    });
  }

  private async go(experiment: Experiment, plan: PlanReport): Promise<void> {
    const draw = this.draw!;
    await this.make('running', async (signal) => {
      if (this.ownFile) await this.odometer.count(this.ownFile, plan);
      const engine = this.engine!;
      const files = await releasedFiles(engine, experiment, this.ownFile, { draw, signal });
      const words = isFloating(experiment)
        ? `holds the records and their guarantee. ${floatingWords}`
        : 'may be published, together with its statement.';
      return this.offer(files, 'synthetic', words);
    });
  }

  private async handOut(): Promise<void> {
    const draw = this.draw!;
    const { result } = this.picture;
    await this.make('running', async () => {
      const engine = this.engine!;
      const redacted = await engine.redact(result!);
      const files = await filesOf(engine, redacted, this.run, draw);
      return this.offer(files, 'synthetic trial', 'is for looking at: don’t publish it.');
    });
  }

  private offer(files: readonly Entry[], part: string, words: string): Stage {
    const { title = 'Noisy Descent' } = this.picture.experiment;
    const name = fileName(`${title} ${part}`, 'zip');
    download(name, archiveOf(files));
    return { kind: 'done', text: `${name} ${words}` };
  }

  private async make(
    kind: 'planning' | 'running',
    work: (signal: AbortSignal) => Promise<Stage>,
  ): Promise<void> {
    let next: Stage = { kind: 'idle' };
    this.stage = { kind };
    await this.attempt.make(async (signal) => {
      try {
        next = await work(signal);
      } finally {
        if (!signal.aborted) this.stage = next;
      }
    });
  }

  private stop(): void {
    this.attempt.forget();
    this.stage = { kind: 'idle' };
  }
}
