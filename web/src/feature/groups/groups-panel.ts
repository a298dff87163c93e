import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Catalogue } from '../../engine/types.ts';
import { linearRange } from '../../chart/range.ts';
import { formatNumber } from '../../format/number.ts';
import { endOf, extremeOf, groupLossesOf, groupTable, type GroupLosses, kindOf } from './losses.ts'; // prettier-ignore
import type { ExperimentPicture } from '../../store/picture.ts';
import type { View } from '../../store/state.ts';
import { numbers, panel, shared } from '../../styles/shared.ts';
import '../../components/charts/small-chart.ts';
import type { SmallSeries } from '../../components/charts/small-chart.ts';
import '../../components/shared/csv-button.ts';
import { emit } from '../../components/shared/events.ts';
import { plainTable } from '../../components/shared/plain-table.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** More lines than these are not all named at their ends: the worst and the best are. */
const mostNamed = 8;
const longestName = 16;

/** How each group, or task, fares: a small chart for each algorithm, with a line for each group. */
@customElement('nd-groups-panel')
export class GroupsPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    numbers,
    swatchStyles,
    css`
      .charts {
        display: grid;
        grid-template-columns: repeat(auto-fill, minmax(min(100%, 280px), 1fr));
        gap: 4px 12px;
      }
      h3 {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 32px;
        padding-right: 36px;
        color: var(--ink);
      }
      label {
        display: flex;
        align-items: center;
        gap: 6px;
        min-height: var(--low);
        font-size: var(--text-small);
      }
      .caution {
        color: var(--caution);
        font-weight: 600;
      }
      summary {
        font-size: var(--text-small);
        cursor: pointer;
      }
      .scrolled {
        overflow-x: auto;
      }
      th,
      td {
        padding: 3px 0 3px 8px;
      }
      th:first-child {
        padding-left: 0;
      }
      p {
        margin-top: 4px;
      }
    `,
  ];

  @property({ attribute: false }) catalogue!: Catalogue;
  @property({ attribute: false }) picture: ExperimentPicture | null = null;
  @property({ attribute: false }) view!: Pick<View, 'sweep' | 'faded'>;

  override render() {
    const { picture } = this;
    if (picture === null) return nothing;
    const kind = kindOf(picture.experiment, this.catalogue);
    const all = groupLossesOf(picture, this.view, this.catalogue);
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header>
        <h2 id="title">Loss of each ${kind}</h2>
        ${all.length === 0 ? nothing : this.download(picture, all)}
      </header>
      ${this.choice(picture, kind)}
      ${all.length === 0 ? this.lack(picture) : this.content(picture, kind, all)}
    </section>`;
  }

  /** They are read off the data, which somebody has to ask for. */
  private choice({ experiment }: ExperimentPicture, kind: string) {
    return html`<p class="small caution">Not private: computed from the data without noise</p>
      <label
        ><input
          type="checkbox"
          .checked=${experiment.run?.trace?.groupLosses === true}
          @change=${this.keep}
        />Measure every ${kind}</label
      >`;
  }

  private keep(event: Event): void {
    const value = (event.target as HTMLInputElement).checked || undefined;
    emit(this, 'nd-edit', { path: 'run.trace.groupLosses', value });
    emit(this, 'nd-command', { command: 'run' });
  }

  private lack({ experiment, status }: ExperimentPicture) {
    if (experiment.run?.trace?.groupLosses !== true) return nothing;
    const isRunning = status === 'running';
    return html`<p class="small quiet">
      ${isRunning ? 'Running… The losses appear when all runs have ended.' : 'No curve that is shown has losses.'}
    </p>`;
  }

  private content({ experiment }: ExperimentPicture, kind: string, all: readonly GroupLosses[]) {
    const range = linearRange(all.flatMap(({ losses }) => losses.flat()));
    const repeats = experiment.run?.repeats ?? 1;
    return html`<div class="charts">
        ${all.map((one) => {
          const worst = extremeOf(one, 'worst');
          return html`<div>
            <h3>${swatch(one.colorIndex, one.dashIndex)} ${one.label}</h3>
            <nd-small-chart
              label="Loss of each ${kind}, ${one.label}"
              xName="iteration"
              yName="nonPrivate.groupLoss"
              xTitle="step"
              yTitle="loss"
              .yRange=${range}
              .series=${seriesOf(one)}
            ></nd-small-chart>
            ${worst < 0 ? nothing : html`<p class="small">${worstWords(one, worst)}</p>`}
          </div>`;
        })}
      </div>
      <p class="small quiet">
        ${repeats > 1 ? 'The median over the repeats. ' : ''}Thick line: the ${kind} that is worst
        at the end. The closer the lines, the more alike all of them fare.
      </p>
      <details>
        <summary>Losses at the end, in a table</summary>
        <div class="scrolled" role="region" aria-label="Losses at the end" tabindex="0">
          ${endTable(all, kind)}
        </div>
      </details>`;
  }

  private download({ experiment }: ExperimentPicture, all: readonly GroupLosses[]) {
    return html`<nd-csv-button
      heading="losses of all ${kindOf(experiment, this.catalogue)}s, not private"
      .table=${() => groupTable(all)}
    ></nd-csv-button>`;
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Loss of each group',
      text: 'The problem weighs groups (or tasks) and looks for the model whose worst group does best: the largest of these losses should fall until it meets the others. Each loss is the mean loss of x on the records of the group, weighted by the stated shares and computed without noise. It is not part of what runs release, and published files leave it out.',
    });
  }
}

/** A line for each group, of those points that have a number. */
function seriesOf(one: GroupLosses): SmallSeries[] {
  const { iteration, losses, names } = one;
  const [worst, best] = [extremeOf(one, 'worst'), extremeOf(one, 'best')];
  const all = losses.map((line, group): SmallSeries => {
    const told = line.flatMap((loss, point) => (Number.isFinite(loss) ? [point] : []));
    return {
      label: names[group],
      colorIndex: group,
      dashIndex: group,
      x: told.map((point) => iteration[point]),
      y: told.map((point) => line[point]),
      isStrong: group === worst,
    };
  });
  const isNamed = (group: number) => all.length <= mostNamed || group === worst || group === best;
  return all.map((line, group) =>
    isNamed(group) ? { ...line, endLabel: shortened(line.label) } : line,
  );
}

/** What fits beside a line. */
function shortened(name: string): string {
  return name.length > longestName ? `${name.slice(0, longestName - 1)}…` : name;
}

function worstWords({ losses, names }: GroupLosses, worst: number): string {
  const ends = losses.map(endOf).filter((end) => Number.isFinite(end));
  const apart = Math.max(...ends) - Math.min(...ends);
  return `Worst at the end: ${names[worst]}, ${formatNumber(endOf(losses[worst]))}; ${formatNumber(apart)} above the best.`;
}

/** Rows are groups by their names: of curves with other groups some cells are empty. */
function endTable(all: readonly GroupLosses[], kind: string) {
  const rows = [...new Set(all.flatMap(({ names }) => names))];
  return plainTable(
    [kind, ...all.map(({ label }) => label)],
    rows.map((name) => [name, ...all.map((one) => endText(one, name))]),
  );
}

function endText({ losses, names }: GroupLosses, name: string): string {
  const group = names.indexOf(name);
  return group < 0 ? '' : formatNumber(endOf(losses[group]));
}
