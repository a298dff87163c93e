import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, ColumnBlock, Experiment, PageEngine } from '../../engine/types.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { fileFor } from '../../store/file-for.ts';
import { isSameResult, type ExperimentPicture } from '../../store/picture.ts';
import { numbers, shared } from '../../styles/shared.ts';
import { keptShare, testClassifier, testError, type Accuracy, type ClassifierReport } from './classify.ts'; // prettier-ignore
import { levelName, levelsIn } from './encode.ts';
import { sweepName } from './errors.ts';
import { columnsOf } from './make.ts';
import { classNames, onFile, recordsOf, type FetchTable } from './records.ts';
import { icons } from '../../components/shared/icons.ts';

/** The share that is held out, and the seed that says which records: both are public. */
const heldOut = { share: 0.25, seed: 1 };
/** Synthetic data are made so often, at most: one table alone says little where its noise is large. */
const mostRepeats = 5;

/** The code that fetches tables comes with the first one. */
const fetchTable: FetchTable = async (name) => {
  const client = await import('../../../../wasm/client/table-address.ts');
  return client.fetchTable(name);
};

/** Whether what can be learnt from the records can be learnt from synthetic ones. */
@customElement('nd-classifier-block')
export class ClassifierBlock extends LitElement {
  static override styles = [
    shared,
    numbers,
    css`
      h3 {
        margin: 12px 0 4px;
      }
      p {
        margin: 4px 0;
        overflow-wrap: anywhere;
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
      .exact {
        color: var(--caution);
      }
      tbody th {
        text-align: left;
        white-space: normal;
      }
    `,
  ];

  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) picture!: ExperimentPicture;
  @property({ attribute: false }) entry = 0;
  /** The values of the point of the sweep that is looked at. */
  @property({ attribute: false }) sweep: Readonly<Record<string, unknown>> = {};
  /** Where built-in tables come from; a test may hand in a double. */
  @property({ attribute: false }) fetchTable: FetchTable = fetchTable;
  @state() private report: ClassifierReport | null = null;
  @state() private target = '';
  @state() private level = -1;
  private readonly attempt = new Attempt(this);

  override willUpdate(changed: PropertyValues<this>): void {
    const isNext = changed.has('picture') && !isSameResult(changed.get('picture'), this.picture);
    const isOther = changed.has('sweep') && sweepName(changed.get('sweep') ?? {}) !== sweepName(this.sweep); // prettier-ignore
    if (!isNext && !isOther && !changed.has('entry')) return;
    this.stop();
    const own = this.onFile();
    const columns = own === null ? [] : (columnsOf(own.data) ?? []);
    if (columns.some(({ name }) => String(name) === this.target)) return;
    const named = own?.data.kind === 'file' ? own.data.target : undefined;
    const first = columns.find(({ name }) => name === named) ?? columns.at(-1);
    this.target = String(first?.name ?? '');
    this.level = -1;
  }

  override render() {
    const own = this.onFile();
    const columns = own === null ? [] : (columnsOf(own.data) ?? []);
    const target = columns.find(({ name }) => String(name) === this.target);
    if (target === undefined || columns.length < 2) return nothing;
    const level = this.levelOf(target);
    return html`<h3 id="title">Can a model learn from it?</h3>
      <p class="small quiet">
        A quarter of the records is held out first, chosen without looking at them. New synthetic
        data are made only from the others${at(this.sweep)}, and a logistic model trained on them
        predicts the records that were held out.
      </p>
      ${this.fields(columns, target, level)} ${this.outcome()}
      ${
        this.attempt.isBusy
          ? html`<p class="small" role="status">Training…</p>
              <button @click=${this.attempt.stop}>${icons.stop} Cancel</button>`
          : html`<button ?disabled=${this.engine === null} @click=${() => void this.test(level)}>
              Train and test
            </button>`
      }`;
  }

  /** The experiment on the file of its records; null where the page has none. */
  private onFile(): Experiment | null {
    const { experiment, file } = this.picture;
    if (experiment.data.kind === 'file' && fileFor(experiment, file) === null) return null;
    return onFile(experiment, this.catalogue);
  }

  private outcome() {
    return this.report === null ? problemNote(this.attempt) : this.told(this.report);
  }

  private levelOf(target: ColumnBlock): number {
    return this.level >= 0
      ? this.level
      : levelsIn(target) - 1 - (target.other === undefined ? 0 : 1);
  }

  private fields(columns: readonly ColumnBlock[], target: ColumnBlock, level: number) {
    const value = (event: Event) => (event.target as HTMLSelectElement).value;
    const named = classNames(target, this.picture.experiment.data, this.catalogue);
    const levels = Array.from({ length: levelsIn(target) }, (_, at) => named?.[at] ?? levelName(at, target)); // prettier-ignore
    return html`<div class="pair">
      <div>
        <label for="target">Predicted column</label>
        <select id="target" @change=${(event: Event) => this.ask(value(event), -1)}>
          ${columns.map(({ name }) => html`<option .selected=${String(name) === this.target}>${name}</option>`)}
        </select>
      </div>
      <div>
        <label for="level">Counts as yes</label>
        <select id="level" @change=${(event: Event) => this.ask(this.target, Number(value(event)))}>
          ${levels.map((name, at) => html`<option value=${at} .selected=${at === level}>${name}</option>`)}
        </select>
      </div>
    </div>`;
  }

  private ask(target: string, level: number): void {
    this.stop();
    [this.target, this.level] = [target, level];
  }

  private told(report: ClassifierReport) {
    const { synthetic, uniform, real, majority, counts, repeats } = report;
    const row = (name: string, value: unknown) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${value}</td>
      </tr>`;
    return html`<table aria-labelledby="title" role="table">
        <thead>
          <tr>
            <th scope="col">Trained on</th>
            <th scope="col">right about</th>
          </tr>
        </thead>
        <tbody>
          ${row('synthetic records', withError(synthetic))}
          ${row('the records themselves, without privacy', shareText(real))}
          ${row('a uniform table, before anything is read', withError(uniform))}
          ${row('nothing: always the majority', shareText(majority))}
        </tbody>
      </table>
      <p class="small" role="status">${verdict(report)}</p>
      <p class="small quiet">
        ± one standard error over ${formatCount(repeats)} tables, each at the whole budget.
        ${formatCount(counts.heldOut)} records are few: the choice of the held-out records alone
        moves a share by about ${shareText(testError(real, counts))}.
      </p>
      <p class="small exact">
        Not private: ${formatCount(counts.heldOut)} records held out and
        ${formatCount(counts.training)} others are read exactly. Don’t publish it.
      </p>`;
  }

  private async test(level: number): Promise<void> {
    const { engine, picture, entry, sweep, target } = this;
    const { experiment, file } = picture;
    if (engine === null) return;
    this.report = null;
    const repeats = Math.min(mostRepeats, Math.max(2, experiment.run?.repeats ?? 2));
    await this.attempt.make(async (signal) => {
      const records = await recordsOf(experiment, file, this.catalogue, this.fetchTable);
      if (records === null) throw new Error('The records are not available.');
      const question = { records, entry, sweep, target, level, repeats, ...heldOut };
      const report = await testClassifier(engine, question, signal);
      if (!signal.aborted) this.report = report;
    });
  }

  private stop(): void {
    this.attempt.forget();
    this.report = null;
  }
}

/** ", at ε = 1" */
function at(sweep: ClassifierBlock['sweep']): string {
  const name = sweepName(sweep);
  return name === '' ? ' at the same budget' : ` at ${name}`;
}

function withError({ mean, standardError }: Accuracy) {
  return html`${shareText(mean)} <span class="quiet">± ${shareText(standardError)}</span>`;
}

/** Of a few hundred records: thousandths are as much as can be said. */
function shareText(share: number): string {
  return share.toFixed(3);
}

function verdict(report: ClassifierReport): string {
  const kept = keptShare(report);
  if (kept === null) return 'The records themselves teach nothing beyond the majority here.';
  if (kept <= 0) return 'Synthetic records teach nothing beyond the majority here.';
  const { synthetic, majority } = report;
  if (synthetic.mean - majority < 2 * synthetic.standardError) {
    return 'So few tables do not show whether synthetic records teach anything beyond the majority.';
  }
  return `Of what the records teach beyond the majority, synthetic ones keep ${formatNumber(Math.round(100 * kept))} %.`;
}
