import { LitElement, css, html, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue, MarginalTable, MarginalsReport, PageEngine } from '../../engine/types.ts';
import { formatCount, formatMeasured } from '../../format/number.ts';
import { odometer } from '../../store/odometer.ts';
import { isSameResult, type ExperimentPicture } from '../../store/picture.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { fileFor } from '../../store/file-for.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import { errorRows, errorTable, orders, runAt, sweepName, type ErrorRow, pairMap, pairTable, worstFirst } from './errors.ts'; // prettier-ignore
import '../../components/shared/csv-button.ts';
import './classifier-block.ts';
import './pair-squares.ts';
import './release-block.ts';

/** Tables that are listed; all of them are in the file. */
const mostListed = 8;

/** What became of the tables of synthetic data, the records themselves, and what can be learnt from them. */
@customElement('nd-workbench-panel')
export class WorkbenchPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    css`
      h3 {
        margin: 12px 0 4px;
      }
      p {
        margin-top: 4px;
        overflow-wrap: anywhere;
      }
      .choice {
        display: flex;
        flex-wrap: wrap;
        gap: 4px 12px;
        align-items: center;
        margin-top: 4px;
      }
      .choice label {
        display: flex;
        gap: 4px;
        align-items: center;
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
      .choice select {
        width: auto;
        max-width: 190px;
        min-height: var(--low);
      }
      th.point {
        padding-top: 6px;
        color: var(--ink-quiet);
        text-align: left;
      }
      td:first-child,
      tbody th {
        max-width: 150px;
        overflow: hidden;
        text-align: left;
        text-overflow: ellipsis;
      }
      tr.nothing {
        color: var(--ink-quiet);
      }
      .exact {
        color: var(--caution);
      }
      .heading {
        display: flex;
        align-items: center;
        justify-content: space-between;
      }
    `,
  ];

  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) picture!: ExperimentPicture;
  @property({ attribute: false }) odometer = odometer;
  /** The method's place in the experiment. */
  @state() private entry = 0;
  @state() private point = 0;
  @state() private report: MarginalsReport | null = null;
  @state() private size: 2 | 3 = 2;
  private readonly attempt = new Attempt(this);

  /** What was told of other runs is not told of these. */
  override willUpdate(changed: PropertyValues<this>): void {
    if (!changed.has('picture') || isSameResult(changed.get('picture'), this.picture)) return;
    this.forget();
    const { algorithms } = this.picture.experiment;
    this.entry = Math.min(this.entry, algorithms.length - 1);
  }

  private forget(): void {
    this.attempt.forget();
    this.report = null;
  }

  override render() {
    const { experiment, result } = this.picture;
    if (result === null) return nothing;
    const rows = errorRows(experiment, result);
    return html`<section aria-labelledby="title">
      <header>
        <h2 id="title">Synthetic data</h2>
        ${rows.length > 0 ? html`<nd-csv-button heading="Errors of tables, not private" .table=${() => errorTable(rows)}></nd-csv-button>` : nothing}
      </header>
      ${rows.length > 0 ? this.errors(rows) : html`<p class="small quiet">The error of its tables was not measured.</p>`}
      ${this.choice(rows)} ${this.tables()}
      <nd-release-block
        .engine=${this.engine}
        .catalogue=${this.catalogue}
        .picture=${this.picture}
        .entry=${this.entry}
        .run=${this.run(rows)}
        .odometer=${this.odometer}
      ></nd-release-block>
      <nd-classifier-block
        .engine=${this.engine}
        .catalogue=${this.catalogue}
        .picture=${this.picture}
        .entry=${this.entry}
        .sweep=${this.sweepPoint(rows)}
      ></nd-classifier-block>
    </section>`;
  }

  private errors(rows: readonly ErrorRow[]) {
    const told = orders.filter((order) => rows[0].uniform.mean[order] !== undefined);
    const cells = (values: ErrorRow['uniform']) =>
      told.map((order) => html`<td>${formatMeasured(values.mean[order])}</td>`);
    return html`<p class="small quiet">
        The distance between tables of the synthetic data and of the records, averaged over all
        tables: 0 means equal, 1 is the largest possible.
      </p>
      <table>
        <thead>
          <tr>
            <th>Mean error</th>
            ${told.map((order) => html`<th scope="col">${order} columns</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows.map(
            (row) =>
              html`${
                  sweepName(row.sweep)
                    ? html`<tr>
                        <th class="point" colspan=${told.length + 1}>${sweepName(row.sweep)}</th>
                      </tr>`
                    : nothing
                }
                ${row.methods.map(
                  (one) =>
                    html`<tr>
                      <th scope="row">${one.label}</th>
                      ${cells(one)}
                    </tr>`,
                )}
                <tr class="nothing">
                  <th scope="row">doing nothing (uniform)</th>
                  ${cells(row.uniform)}
                </tr>`,
          )}
        </tbody>
      </table>
      <p class="small exact">
        Not private: errors are computed from the records without noise. Don’t publish them.
      </p>`;
  }

  /** Which histogram is looked at, drawn from and learnt from. */
  private choice(rows: readonly ErrorRow[]) {
    const { algorithms } = this.picture.experiment;
    const chosen = (event: Event) => Number((event.target as HTMLSelectElement).value);
    const label = (entry: number) => rows[0]?.methods.find((one) => one.entry === entry)?.label ?? this.titleOf(entry); // prettier-ignore
    return html`<div class="choice">
      <label
        >Method
        <select @change=${(event: Event) => this.choose(chosen(event), this.point)}>
          ${algorithms.map((_, entry) => html`<option value=${entry} .selected=${entry === this.entry}>${label(entry)}</option>`)}
        </select></label
      >
      ${
        rows.length > 1
          ? html`<label
              >at
              <select @change=${(event: Event) => this.choose(this.entry, chosen(event))}>
                ${rows.map((row, point) => html`<option value=${point} .selected=${point === this.point}>${sweepName(row.sweep)}</option>`)}
              </select></label
            >`
          : nothing
      }
    </div>`;
  }

  private titleOf(entry: number): string {
    const { id, label } = this.picture.experiment.algorithms[entry];
    return label ?? this.catalogue.algorithms.find((one) => one.id === id)?.title ?? id;
  }

  private choose(entry: number, point: number): void {
    this.forget();
    [this.entry, this.point] = [entry, point];
  }

  /** The run that is looked at; -1 for none. */
  private run(rows: readonly ErrorRow[]): number {
    const { experiment, result } = this.picture;
    return result === null ? -1 : runAt(experiment, result, this.entry, this.sweepPoint(rows));
  }

  /** The values of the sweep that are looked at. */
  private sweepPoint(rows: readonly ErrorRow[]): ErrorRow['sweep'] {
    const row = rows.at(Math.min(this.point, rows.length - 1));
    return row?.sweep ?? this.picture.result?.runs.at(0)?.sweep ?? {};
  }

  private tables() {
    const { attempt, report } = this;
    return html`<h3>Tables with the largest errors</h3>
      ${report === null ? nothing : this.told(report)}
      ${attempt.isBusy ? html`<p class="small" role="status">Comparing…</p>` : nothing}
      ${problemNote(attempt)}
      ${
        report === null && !attempt.isBusy
          ? html`<button ?disabled=${this.engine === null} @click=${() => void this.compare()}>
              Compare every table
            </button>`
          : nothing
      }`;
  }

  private told(report: MarginalsReport) {
    const map = pairMap(report);
    const listed = worstFirst(report, this.size);
    const hasTriples = worstFirst(report, 3).length > 0;
    const size = (event: Event) => (this.size = Number((event.target as HTMLSelectElement).value) as 2 | 3); // prettier-ignore
    return html`${map === null ? nothing : html`<nd-pair-squares .map=${map}></nd-pair-squares>`}
      <div class="heading">
        <div class="choice">
          <label
            >The worst tables of
            <select @change=${size}>
              <option value="2" .selected=${this.size === 2}>2 columns</option>
              ${hasTriples ? html`<option value="3" .selected=${this.size === 3}>3 columns</option>` : nothing}
            </select></label
          >
        </div>
        <nd-csv-button
          heading="Error of every table, not private"
          .table=${() => pairTable(report)}
        ></nd-csv-button>
      </div>
      <table>
        <thead>
          <tr>
            <th>Table</th>
            <th scope="col">error</th>
            <th scope="col">uniform</th>
          </tr>
        </thead>
        <tbody>
          ${listed.slice(0, mostListed).map((one) => row(one))}
        </tbody>
      </table>
      ${listed.length > mostListed ? html`<p class="small quiet">and ${formatCount(listed.length - mostListed)} better ones.</p>` : nothing}
      <p class="small exact">
        Not private: ${formatCount(report.records)} records are read exactly. Don’t publish it.
      </p>`;
  }

  private async compare(): Promise<void> {
    const { engine, picture } = this;
    const { experiment, result } = picture;
    if (engine === null || result === null) return;
    const run = this.run(errorRows(experiment, result));
    const file = fileFor(experiment, picture.file);
    await this.attempt.make(async (signal) => {
      const options = { run, signal, ...(file ? { data: file.blob } : {}) };
      const report = await engine.marginals(result, options);
      if (!signal.aborted) this.report = report;
    });
  }
}

function row({ columns, totalVariation, uniform }: MarginalTable) {
  const name = columns.join(' × ');
  return html`<tr>
    <th scope="row" title=${name}>${name}</th>
    <td>${formatMeasured(totalVariation)}</td>
    <td>${formatMeasured(uniform)}</td>
  </tr>`;
}
