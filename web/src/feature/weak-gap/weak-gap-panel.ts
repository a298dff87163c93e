import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, PageEngine, ExperimentResult } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import '../../components/shared/csv-button.ts';
import { emit } from '../../components/shared/events.ts';
import { plainTable } from '../../components/shared/plain-table.ts';
import { outcomeOf } from '../../../../wasm/client/index.ts';
import { withValueAt } from '../../experiment/paths.ts';

/** With fewer runs the mean over them stands for little: both estimates are far off. */
export const advisedRuns = 50;

/** One algorithm's weak gap, as the engine brackets it. Exact, so not private. */
export interface WeakGapRow {
  label: string;
  /** How many of the runs released something. */
  runs: number;
  plugIn: { lower: number; upper: number };
  split: number;
  interval: { lower: number; upper: number };
  strong: { lower: number; upper: number };
}

/** So many runs of each algorithm, each on data of its own and with noise of its own. */
export function freshRuns(experiment: Experiment, runs: number): Experiment {
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  return {
    ...withValueAt(experiment, 'sweep', undefined),
    run: {
      repeats: 1,
      randomness: { mode: 'reproducible', seed: 1 },
      trace: { points: 2 },
      diagnostics: [],
    },
    sweep: [{ path: 'data.seed', values: seeds }],
  };
}

/** What each algorithm released, run by run. */
export function releasedBy({ runs }: ExperimentResult): Map<string, number[][]> {
  const points = new Map<string, number[][]>();
  for (const run of runs) {
    const { solution, status } = outcomeOf(run);
    if (status !== 'completed' || !solution) continue;
    points.set(run.label, [...(points.get(run.label) ?? []), solution]);
  }
  return points;
}

/** Runs every algorithm so often, and estimates its weak gap on the population. */
export async function askWeakGaps(
  engine: Pick<PageEngine, 'run' | 'landscape'>,
  experiment: Experiment,
  runs: number,
  signal: AbortSignal,
): Promise<WeakGapRow[]> {
  const released = releasedBy(await engine.run(freshRuns(experiment, runs), { signal }));
  const fixed = withValueAt(experiment, 'sweep', undefined);
  const rows: WeakGapRow[] = [];
  for (const [label, points] of released) {
    const { weakGap } = await engine.landscape(fixed, { weakGap: { points } }, { signal });
    if (weakGap) rows.push({ ...weakGap, label });
  }
  return rows;
}

/** Why an estimate is to be taken with care; '' where it is not. */
export function careText(runs: number): string {
  if (runs >= advisedRuns) return '';
  return `With fewer than ${advisedRuns} runs the estimates lie far apart and the interval says little: the weak gap is about means over data and noise.`;
}

const counts = [10, 20, 50, 100, 200];

/** By request: the weak gap of every algorithm, from many runs with fresh data and noise. */
@customElement('nd-weak-gap-panel')
export class WeakGapPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    css`
      .act {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 8px;
        margin-top: 8px;
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        font-size: var(--text-small);
      }
      .exact {
        position: relative;
        margin-top: 12px;
        padding-left: 8px;
        border-left: 2px solid var(--caution);
      }
      .exact nd-csv-button {
        position: absolute;
        top: -8px;
        right: 0;
      }
      h3 {
        padding-right: 36px;
        color: var(--ink);
      }
      .scroll {
        position: relative;
        overflow-x: auto;
      }
      th,
      td {
        padding: 3px 0 3px 10px;
      }
      th:first-child {
        padding-left: 0;
        white-space: normal;
      }
      p {
        margin-top: 4px;
      }
      .care {
        color: var(--caution);
      }
    `,
  ];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: Pick<PageEngine, 'run' | 'landscape'> | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @state() private runs = advisedRuns;
  @state() private rows: readonly WeakGapRow[] = [];
  private readonly attempt = new Attempt(this);

  /** What was found is about the experiment that it was asked of. */
  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('experiment')) return;
    this.attempt.forget();
    this.rows = [];
  }

  override render() {
    const { isBusy } = this.attempt;
    const care = careText(this.runs);
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header><h2 id="title">Weak gap</h2></header>
      <p class="small quiet">
        This is the gap that the theorems bound: the gap of the means over data and noise. Every run
        draws data of its own.
      </p>
      <div class="act">
        <label
          >runs
          <select
            ?disabled=${isBusy}
            @change=${(event: Event) => (this.runs = Number((event.target as HTMLSelectElement).value))}
          >
            ${counts.map((count) => html`<option value=${count} .selected=${count === this.runs}>${count}</option>`)}
          </select></label
        >
        <button
          ?disabled=${this.engine === null}
          @click=${() => (isBusy ? this.attempt.stop() : void this.estimate())}
        >
          ${isBusy ? 'Cancel' : 'Estimate it'}
        </button>
      </div>
      ${care ? html`<p class="small care">${care}</p>` : nothing} ${problemNote(this.attempt)}
      <div role="status">
        ${isBusy ? html`<p class="small quiet">Running…</p>` : this.rows.length > 0 ? this.told() : nothing}
      </div>
    </section>`;
  }

  private async estimate(): Promise<void> {
    const { engine, experiment, runs } = this;
    if (engine === null) return;
    this.rows = [];
    await this.attempt.make(async (signal) => {
      const rows = await askWeakGaps(engine, experiment, runs, signal);
      if (!signal.aborted) this.rows = rows;
    });
  }

  private told() {
    const { rows } = this;
    const bracket = ({ lower, upper }: WeakGapRow['strong']) =>
      `${formatNumber(lower)} – ${formatNumber(upper)}`;
    return html`<div class="exact">
      <h3>Not private: computed from the population distribution</h3>
      <nd-csv-button
        heading="weak gap"
        .table=${() => ({
          columns: ['label', 'runs', 'split', 'plugInLower', 'plugInUpper', 'intervalLower', 'intervalUpper', 'strongLower', 'strongUpper'], // prettier-ignore
          rows: rows.map(({ label, runs, split, plugIn, interval, strong }) => [
            label,
            runs,
            split,
            ...[plugIn, interval, strong].flatMap(({ lower, upper }) => [lower, upper]),
          ]),
        })}
      ></nd-csv-button>
      <div class="scroll" role="region" aria-label="Weak gap of every algorithm" tabindex="0">
        ${plainTable(
          ['Algorithm', 'Too low', 'Too high', 'Interval', 'Strong gap', 'Runs'],
          rows.map(({ label, split, plugIn, interval, strong, runs }) => [
            label,
            formatNumber(split),
            formatNumber(plugIn.upper),
            bracket(interval),
            bracket(strong),
            runs,
          ]),
        )}
      </div>
      <p class="small quiet">
        On average, the weak gap lies between the two estimates. Interval: 95% bootstrap interval
        around the low estimate. Strong gap: the mean over the runs.
      </p>
    </div>`;
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Weak gap',
      text: 'max over y of E F(x, y) minus min over x of E F(x, y): data and noise are averaged before the players answer. The plug-in estimate answers to the mean of all runs and is too high on average; the split estimate answers to one half, is evaluated on the other, and is too low.',
    });
  }
}
