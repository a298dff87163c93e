import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import type { ColumnBlock, PageEngine } from '../../engine/types.ts';
import { formatCount, formatMeasured } from '../../format/number.ts';
import { toProblem } from '../../store/errors.ts';
import { fileFor } from '../../store/file-for.ts';
import { isSameResult, type ExperimentPicture } from '../../store/picture.ts';
import { numbers, shared } from '../../styles/shared.ts';
import { testClassifier, type ClassifierReport } from '../../workbench/classify.ts';
import { levelName, levelsIn } from '../../workbench/encode.ts';
import { lineFormOf } from '../../workbench/line-form.ts';
import { columnsOf } from '../../workbench/make.ts';
import { icons } from '../shared/icons.ts';

type Stage =
  | { kind: 'idle' | 'running' }
  | { kind: 'told'; report: ClassifierReport }
  | { kind: 'failed'; message: string };

/** The share that is held out, and the seed that says which records: both are public. */
const heldOut = { share: 0.25, seed: 1 };

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
  @property({ attribute: false }) picture!: ExperimentPicture;
  @property({ attribute: false }) entry = 0;
  @state() private stage: Stage = { kind: 'idle' };
  @state() private target = '';
  @state() private level = -1;
  private controller = new AbortController();

  override willUpdate(changed: PropertyValues<this>): void {
    const isNext = changed.has('picture') && !isSameResult(changed.get('picture'), this.picture);
    if (!isNext && !changed.has('entry')) return;
    this.stop();
    const { data } = this.picture.experiment;
    const columns = columnsOf(data) ?? [];
    if (columns.some(({ name }) => String(name) === this.target)) return;
    const named = data.kind === 'file' ? columns.find(({ name }) => name === data.target) : null;
    this.target = String((named ?? columns.at(-1))?.name ?? '');
    this.level = -1;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.controller.abort();
  }

  override render() {
    const { experiment, file } = this.picture;
    const columns = columnsOf(experiment.data) ?? [];
    const target = columns.find(({ name }) => String(name) === this.target);
    const own = fileFor(experiment, file);
    if (own === null || target === undefined || columns.length < 2) return nothing;
    const level = this.levelOf(target);
    return html`<h3>Can it be learnt from?</h3>
      <p class="small quiet">
        A quarter of the records is held out first. Synthetic data are made of the others, at the
        same budget, and a logistic model trained on them predicts the records that were held out.
      </p>
      ${this.fields(columns, target, level)}
      ${this.stage.kind === 'told' ? this.told(this.stage.report) : nothing}
      ${this.stage.kind === 'failed' ? html`<p class="error" role="alert">${this.stage.message}</p>` : nothing}
      ${
        this.stage.kind === 'running'
          ? html`<p class="small" role="status">Training…</p>
              <button @click=${this.stop}>${icons.stop} Cancel</button>`
          : html`<button
              ?disabled=${this.engine === null}
              @click=${() => void this.test(own.blob, level)}
            >
              Train and test
            </button>`
      }`;
  }

  private levelOf(target: ColumnBlock): number {
    return this.level >= 0
      ? this.level
      : levelsIn(target) - 1 - (target.other === undefined ? 0 : 1);
  }

  private fields(columns: readonly ColumnBlock[], target: ColumnBlock, level: number) {
    const value = (event: Event) => (event.target as HTMLSelectElement).value;
    const levels = Array.from({ length: levelsIn(target) }, (_, at) => levelName(at, target));
    return html`<div class="pair">
      <label
        >Predicts
        <select @change=${(event: Event) => this.ask(value(event), -1)}>
          ${columns.map(({ name }) => html`<option .selected=${String(name) === this.target}>${name}</option>`)}
        </select></label
      >
      <label
        >is
        <select @change=${(event: Event) => this.ask(this.target, Number(value(event)))}>
          ${levels.map((name, at) => html`<option value=${at} .selected=${at === level}>${name}</option>`)}
        </select></label
      >
    </div>`;
  }

  private ask(target: string, level: number): void {
    this.stop();
    [this.target, this.level] = [target, level];
  }

  private told({ synthetic, real, majority, counts }: ClassifierReport) {
    const row = (name: string, value: number) =>
      html`<tr>
        <th scope="row">${name}</th>
        <td>${formatMeasured(value)}</td>
      </tr>`;
    return html`<table>
        <thead>
          <tr>
            <th>Trained on</th>
            <th scope="col">right about</th>
          </tr>
        </thead>
        <tbody>
          ${row('synthetic records', synthetic)} ${row('the records themselves', real)}
          ${row('nothing: always the majority', majority)}
        </tbody>
      </table>
      <p class="small exact">
        Not private: ${formatCount(counts.heldOut)} records held out and
        ${formatCount(counts.training)} others are read exactly. Don’t publish it.
      </p>`;
  }

  private async test(blob: Blob, level: number): Promise<void> {
    const { experiment } = this.picture;
    const { data } = experiment;
    if (data.kind !== 'file') return;
    this.controller.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.stage = { kind: 'running' };
    let next: Stage;
    try {
      const text = await blob.text();
      const question = { experiment, entry: this.entry, text, form: lineFormOf(data, text), target: this.target, level, ...heldOut }; // prettier-ignore
      const engine = this.engine!;
      const report = await testClassifier(engine, question, controller.signal);
      next = { kind: 'told', report };
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
