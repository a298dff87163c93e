import type { Experiment, KlTrial, PageEngine } from '../../engine/types.ts';
import { fileFor } from '../../store/file-for.ts';
import type { DataFile } from '../../store/state.ts';
import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { isCancelled, toProblem } from '../../store/errors.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/shared/disclosure.ts';
import { emit } from '../../components/shared/events.ts';

/** Makes a trial of what the forms say, with the file that it reads. */
export function askTrial(
  engine: Pick<PageEngine, 'klTrial'>,
  experiment: Experiment,
  file: DataFile | null,
): Promise<KlTrial> {
  const read = fileFor(experiment, file);
  return engine.klTrial(experiment, read === null ? {} : { data: read.blob });
}

/** Whether what a trial says still holds: another budget or method changes none of it. */
export function isAbout({ experiment: tried }: KlTrial, present: Experiment): boolean {
  const facts = ({ data, problem, privacy }: Experiment) =>
    JSON.stringify([data, problem, privacy.notion]);
  return facts(tried) === facts(present);
}

/** Whether what a trial says of its methods still holds: it depends on the budget and on the releases. */
export function isPaidAlike({ experiment: tried }: KlTrial, present: Experiment): boolean {
  const terms = ({ privacy, run }: Experiment) => JSON.stringify([privacy, run?.randomness]);
  return terms(tried) === terms(present);
}

/** Whether nothing was edited while the engine made a trial, whose experiment would undo that. */
export function isAnswerTo(asked: Experiment, present: Experiment): boolean {
  return JSON.stringify(asked) === JSON.stringify(present);
}

/** Whether a trial left everything as it was. */
export function changesNothing({ experiment: tried }: KlTrial, present: Experiment): boolean {
  return JSON.stringify(tried) === JSON.stringify(present);
}

/** How a trial went, in one sentence. */
export function trialSummary({ changes, certified, assumed }: KlTrial): string {
  const count = (list: readonly string[], one: string) =>
    `${list.length === 0 ? 'no' : list.length} ${list.length === 1 ? one : `${one}s`}`;
  const facts = `${count(certified, 'certified fact')}, ${count(assumed, 'assumption')}`;
  return `Tried as a KL problem: ${count(changes, 'change')}, ${facts}.`;
}

/** One's own data as a KL problem in one click, with what was certified and what was assumed. */
@customElement('nd-kl-trial-panel')
export class KlTrialPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      button {
        margin-top: 8px;
      }
      ul {
        display: grid;
        gap: 8px;
        margin: 0;
        padding-left: 16px;
        font-size: var(--text-small);
        overflow-wrap: anywhere;
      }
      .summary {
        margin: 8px 0 4px;
      }
    `,
  ];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: Pick<PageEngine, 'klTrial'> | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) file: DataFile | null = null;
  @state() private trial: KlTrial | null = null;
  @state() private isBusy = false;
  @state() private problem = '';
  /** What the methods do with the present budget. */
  private readonly methods = new Inquiry<readonly string[]>(this);

  override render() {
    const trial = this.trial && isAbout(this.trial, this.experiment) ? this.trial : null;
    return html`<section aria-labelledby="title">
      <header><h2 id="title">KL condition</h2></header>
      <p class="small quiet">
        Methods for the KL condition adapt their noise to how steep the objective is above its
        minimum. A trial makes the changes that they need, and says what is certified and what is
        assumed. Undo reverts it.
      </p>
      <button ?disabled=${this.engine === null || this.isBusy} @click=${this.tryIt}>
        Try as a KL problem
      </button>
      <div role="status">
        ${trial === null ? nothing : html`<p class="summary small">${trialSummary(trial)}</p>`}
      </div>
      ${this.problem ? html`<p class="error" role="alert">${this.problem}</p>` : nothing}
      ${trial === null ? nothing : this.lists(trial)}
    </section>`;
  }

  private lists(trial: KlTrial) {
    return html`${list('What was changed', trial.changes)} ${list('Certified', trial.certified)}
    ${list('Assumed', trial.assumed)} ${list('What each method does', this.methodsOf(trial))}`;
  }

  /**
   * They depend on the budget and the releases, which may have changed since: then the engine is
   * asked again, and until it answers nothing is said of them.
   */
  private methodsOf(trial: KlTrial): readonly string[] {
    const { engine, experiment, file } = this;
    if (isPaidAlike(trial, experiment) || engine === null) return trial.methods;
    this.methods.ask(experiment, async () => (await askTrial(engine, experiment, file)).methods);
    const { answer, pending, problem } = this.methods;
    return pending || problem !== '' || answer === null ? [] : answer;
  }

  private async tryIt(): Promise<void> {
    const { engine, experiment, file } = this;
    if (engine === null) return;
    this.isBusy = true;
    this.problem = '';
    try {
      const trial = await askTrial(engine, experiment, file);
      if (!isAnswerTo(experiment, this.experiment)) {
        this.problem =
          'You have changed the experiment in the meantime, so nothing was done: try again.';
        return;
      }
      this.trial = trial;
      if (!changesNothing(trial, experiment)) {
        emit(this, 'nd-edit', { path: '', value: trial.experiment });
      }
    } catch (error) {
      if (!isCancelled(error)) this.problem = toProblem(error).message;
    } finally {
      this.isBusy = false;
    }
  }
}

function list(title: string, sentences: readonly string[]) {
  if (sentences.length === 0) return nothing;
  return html`<nd-disclosure open>
    <h3 slot="head">${title} (${sentences.length})</h3>
    <ul>
      ${sentences.map((sentence) => html`<li>${sentence}</li>`)}
    </ul>
  </nd-disclosure>`;
}
