import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, NeighbourCall, NeighbourReport } from '../../engine/types.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { neighbourRows } from './neighbours.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { numbers, shared } from '../../styles/shared.ts';

/** How far replacing any one record moves the exact solution, beside what the noise is made for. */
@customElement('nd-neighbour-view')
export class NeighbourView extends LitElement {
  static override styles = [
    shared,
    numbers,
    css`
      .act {
        display: flex;
        align-items: center;
        gap: 8px;
        margin: 8px 0;
      }
      progress {
        flex: 1;
        min-width: 0;
        accent-color: var(--accent);
      }
      th,
      td {
        padding: 3px 0 3px 6px;
      }
    `,
  ];

  @property({ attribute: false }) experiment!: Experiment;
  /** The method whose solutions are compared. */
  @property() algorithm = '';
  @property({ attribute: false }) compare: NeighbourCall | null = null;
  @state() private report: NeighbourReport | null = null;
  private readonly attempt = new Attempt(this);

  /** What was found is about the experiment that it was found of. */
  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('experiment') && !changed.has('algorithm')) return;
    this.report = null;
    this.attempt.forget();
  }

  override render() {
    const { isBusy, share } = this.attempt;
    return html`<h3>Not private: your records, replaced one by one. Don’t publish this</h3>
      <div class="act">
        <button
          @click=${() => (isBusy ? this.attempt.stop() : void this.start())}
          ?disabled=${this.compare === null}
        >
          ${isBusy ? 'Cancel' : 'Replace each record'}
        </button>
        ${
          isBusy
            ? html`<progress max="1" .value=${share ?? 0} aria-label="Records replaced"></progress>`
            : nothing
        }
      </div>
      ${problemNote(this.attempt)}
      <div aria-live="polite">${this.report ? this.found(this.report) : nothing}</div>`;
  }

  private found(report: NeighbourReport) {
    return html`<p class="small">${report.sentence}</p>
      <table class="small">
        <thead>
          <tr>
            <th scope="col">release</th>
            <th scope="col" title="records of the block">n</th>
            <th scope="col" title="how far one record can move the exact solution">bound</th>
            <th scope="col" title="how far a record was found to move it">moved</th>
            <th scope="col" title="this distance as a share of the bound">share</th>
            <th scope="col" title="the record that moved it the most">record</th>
          </tr>
        </thead>
        <tbody>
          ${neighbourRows(report).map(
            (row) =>
              html`<tr>
                <th scope="row">${row.release}</th>
                <td>${formatCount(row.records)}</td>
                <td>${formatNumber(row.bound)}</td>
                <td>${formatNumber(row.largest)}</td>
                <td>${formatNumber(row.share)}</td>
                <td>${row.record}</td>
              </tr>`,
          )}
        </tbody>
      </table>
      ${report.notes.map((note) => html`<p class="small quiet">${note}</p>`)}`;
  }

  private async start(): Promise<void> {
    const { algorithm, attempt, compare, experiment } = this;
    if (compare === null) return;
    await attempt.make(async (signal) => {
      const onProgress = ({ done, total }: { done: number; total: number }) => {
        if (!signal.aborted) attempt.advance(total > 0 ? done / total : 0);
      };
      const report = await compare({ ...experiment, sweep: [] }, { algorithm, signal, onProgress });
      if (!signal.aborted) this.report = report;
    });
  }
}
