import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { download, fileName, jsonFile } from '../../export/download.ts';
import { budgetText } from '../../privacy/budget.ts';
import { spendingOf, totalText, type Spending } from './costs.ts';
import { odometer } from '../../store/odometer.ts';
import { publish, publishable, publishableMethods } from './publish.ts';
import { labelOf } from '../../store/algorithms.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { toProblem } from '../../store/errors.ts';
import { fileFor } from '../../store/file-for.ts';
import type { DataFile } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/fields/choice-field.ts';
import { ownValue } from '../../components/shared/events.ts';
import { icons } from '../../components/shared/icons.ts';

type Stage =
  | { kind: 'idle' | 'planning' | 'running' }
  | { kind: 'asking'; experiment: Experiment; plan: PlanReport; spending: Spending | null }
  | { kind: 'done'; name: string; cost: string; sentence: string };

const releasePath = 'run.randomness.release';

/** The one way to a file that may be published: one method runs once more for it, with nothing read exactly. */
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
      nd-choice-field {
        display: block;
        margin-bottom: 8px;
      }
      .buttons {
        display: flex;
        flex-wrap: wrap;
        gap: 8px;
      }
    `,
  ];

  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) file: DataFile | null = null;
  @property({ attribute: false }) odometer = odometer;
  @state() private stage: Stage = { kind: 'idle' };
  /** The place of the chosen method; the first one that may be published where it is none of these. */
  @state() private chosen = 0;
  private readonly attempt = new Attempt(this, { outlives: true });

  /** What was asked about another experiment is not asked about this one. */
  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('experiment')) return;
    this.stop();
  }

  override render() {
    const methods = publishableMethods(this.experiment, this.plan, this.catalogue);
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Publish</h2></header>
      <p class="small quiet">
        Runs one method once more with secret noise, and makes a file for others with the result and
        its privacy statement. This spends the budget that you set, once. The file contains neither
        the records nor a hash of them.
      </p>
      ${
        methods.length === 0 || this.engine === null
          ? html`<p class="small">
              None of these methods is private, so there is nothing to publish.
            </p>`
          : this.steps(methods)
      }
    </section>`;
  }

  private steps(methods: readonly number[]) {
    const { stage } = this;
    switch (stage.kind) {
      case 'asking':
        return this.question(stage);
      case 'planning':
      case 'running':
        return html`<p class="small" role="status">
            ${stage.kind === 'planning' ? 'Planning…' : 'Running once more…'}
          </p>
          <button @click=${this.stop}>${icons.stop} Cancel</button>`;
      default:
        return html`${this.outcome(stage)} ${this.choice(methods)}
          <button @click=${() => void this.ask(this.methodOf(methods))}>
            ${icons.shield} Publish…
          </button>`;
    }
  }

  private methodOf(methods: readonly number[]): number {
    return methods.includes(this.chosen) ? this.chosen : methods[0];
  }

  /** Each method would cost as much again: one is chosen. */
  private choice(methods: readonly number[]) {
    if (methods.length < 2) return nothing;
    return html`<nd-choice-field
      label="Method"
      description="Only its result goes out; the others are not run."
      .value=${String(this.methodOf(methods))}
      .choices=${methods.map((index) => ({
        value: String(index),
        title: labelOf(this.experiment.algorithms[index], this.catalogue),
      }))}
      @nd-edit=${(event: CustomEvent) => (this.chosen = Number(ownValue(event)))}
    ></nd-choice-field>`;
  }

  private outcome(stage: Stage) {
    if (stage.kind !== 'done') return problemNote(this.attempt);
    return html`<p class="small" role="status">
      ${stage.name} may be published. It costs ${stage.cost} in all. ${stage.sentence}
    </p>`;
  }

  /** What it will cost is said before it starts. */
  private question({ experiment, plan, spending }: Extract<Stage, { kind: 'asking' }>) {
    const name = labelOf(experiment.algorithms[0], this.catalogue);
    const isSwept = this.experiment.sweep !== undefined;
    return html`<p class="small">
        One run of ${name}: you set ${budgetText(experiment)}, publishing costs ${totalText(plan)}.
        ${isSwept ? 'A swept setting keeps its value in the form.' : nothing}
        ${
          spending && this.ownFile
            ? html`Secure runs on ${this.ownFile.name}: ${spending.before} so far, ${spending.after}
              after this one.`
            : nothing
        }
      </p>
      <div class="buttons">
        <button class="primary" @click=${() => void this.go(experiment, plan)}>
          ${icons.play} Run and download
        </button>
        <button @click=${this.stop}>Not now</button>
      </div>`;
  }

  private get ownFile(): DataFile | null {
    return fileFor(this.experiment, this.file);
  }

  private async ask(method: number): Promise<void> {
    const experiment = publishable(this.experiment, method);
    const file = this.ownFile;
    await this.make('planning', async (signal) => {
      const data = file ? { data: file.blob } : {};
      const plan = await this.engine!.plan(experiment, { ...data, signal });
      const before = file && (await this.odometer.read(file.blob));
      const spending = file && (await spendingOf(this.engine!, plan, experiment, before));
      return { kind: 'asking', experiment, plan, spending };
    });
  }

  private async go(experiment: Experiment, plan: PlanReport): Promise<void> {
    await this.make('running', async (signal) => {
      if (this.ownFile) await this.odometer.count(this.ownFile, plan);
      const result = await publish(this.engine!, experiment, this.ownFile, signal);
      const name = fileName(experiment.title ?? 'Noisy Descent', 'published.json');
      download(name, jsonFile(result));
      const sentence = result.privacy.statement?.text[0] ?? '';
      return { kind: 'done', name, cost: totalText(result.privacy), sentence };
    });
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
    }, messageOf);
  }

  private stop(): void {
    this.attempt.forget();
    this.stage = { kind: 'idle' };
  }
}

/** What failed, in the words of this panel: the field of the noise is none of its own. */
function messageOf(error: unknown): string {
  const { field, message } = toProblem(error);
  if (field !== releasePath) return message;
  return 'For this method, no proof covers floating-point rounding, so its result cannot be published. Choose another method.';
}
