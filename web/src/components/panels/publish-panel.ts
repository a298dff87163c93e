import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { Catalogue, Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { download, fileName, jsonFile } from '../../export/download.ts';
import { formatCounted } from '../../format/number.ts';
import { costOf, mileageText, type Odometer } from '../../publish/odometer.ts';
import { publish, publishable } from '../../publish/publish.ts';
import { toProblem } from '../../store/errors.ts';
import { fileFor } from '../../store/file-for.ts';
import type { DataFile } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import { icons } from '../shared/icons.ts';

type Stage =
  | { kind: 'idle' }
  | { kind: 'planning' | 'running' }
  | { kind: 'asking'; experiment: Experiment; plan: PlanReport }
  | { kind: 'done'; name: string; sentence: string }
  | { kind: 'failed'; message: string };

/** The one way to a file that may be published: run once more for it, with nothing read exactly. */
@customElement('nd-publish-panel')
export class PublishPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      p {
        margin-bottom: 8px;
        overflow-wrap: anywhere;
      }
    `,
  ];

  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) file: DataFile | null = null;
  @property({ attribute: false }) odometer!: Odometer;
  @state() private stage: Stage = { kind: 'idle' };
  private controller = new AbortController();

  /** What was asked about another experiment is not asked about this one. */
  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('experiment') || this.stage.kind === 'idle') return;
    this.controller.abort();
    this.stage = { kind: 'idle' };
  }

  override render() {
    const experiment = publishable(this.experiment, this.plan, this.catalogue);
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Publish</h2></header>
      <p class="small quiet">
        Runs each private algorithm once more, with secure and hardened noise and nothing read
        exactly, and hands out the result with its statement.
      </p>
      ${
        experiment === null || this.engine === null
          ? html`<p class="small">Nothing here is private, so nothing can be published.</p>`
          : this.steps(experiment)
      }
    </section>`;
  }

  private steps(experiment: Experiment) {
    const { stage } = this;
    switch (stage.kind) {
      case 'asking':
        return this.question(stage.experiment, stage.plan);
      case 'planning':
      case 'running':
        return html`<p class="small" role="status">
            ${stage.kind === 'planning' ? 'Planning…' : 'Running once more…'}
          </p>
          <button @click=${this.stop}>${icons.stop} Cancel</button>`;
      default:
        return html`${this.outcome(stage)}
          <button @click=${() => void this.ask(experiment)}>${icons.shield} Publish…</button>`;
    }
  }

  private outcome(stage: Stage) {
    if (stage.kind === 'failed') return html`<p class="error" role="alert">${stage.message}</p>`;
    if (stage.kind !== 'done') return nothing;
    return html`<p class="small" role="status">
      ${stage.name} may be published. ${stage.sentence}
    </p>`;
  }

  /** What it will cost is said before it starts. */
  private question(experiment: Experiment, plan: PlanReport) {
    const cost = mileageText(costOf(plan));
    return html`<p class="small">
        ${formatCounted(plan.cost.runs, 'run')}, together ${cost}.
        ${this.ownFile ? html`This counts on ${this.ownFile.name}.` : nothing}
      </p>
      <button class="primary" @click=${() => void this.go(experiment, plan)}>
        ${icons.play} Run and download
      </button>
      <button @click=${this.stop}>Not now</button>`;
  }

  private get ownFile(): DataFile | null {
    return fileFor(this.experiment, this.file);
  }

  private async ask(experiment: Experiment): Promise<void> {
    await this.attempt('planning', async (signal) => {
      const data = this.ownFile ? { data: this.ownFile.blob } : {};
      const plan = await this.engine!.plan(experiment, { ...data, signal });
      return { kind: 'asking', experiment, plan };
    });
  }

  private async go(experiment: Experiment, plan: PlanReport): Promise<void> {
    await this.attempt('running', async (signal) => {
      if (this.ownFile) await this.odometer.count(this.ownFile, plan);
      const result = await publish(this.engine!, experiment, this.ownFile, signal);
      const name = fileName(experiment.title ?? 'Noisy Descent', 'published.json');
      download(name, jsonFile(result));
      return { kind: 'done', name, sentence: result.privacy.statement?.text[0] ?? '' };
    });
  }

  private async attempt(
    kind: 'planning' | 'running',
    work: (signal: AbortSignal) => Promise<Stage>,
  ): Promise<void> {
    this.controller.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.stage = { kind };
    let next: Stage;
    try {
      next = await work(controller.signal);
    } catch (error) {
      next = { kind: 'failed', message: toProblem(error).message };
    }
    if (!controller.signal.aborted) this.stage = next;
  }

  private stop(): void {
    this.controller.abort();
    this.stage = { kind: 'idle' };
  }
}
