import { html, nothing } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatCount, formatNumber } from '../../../../format/number.ts';
import { shared } from '../../../../styles/shared.ts';
import { AnswerView } from '../../shared/answer-view.ts';
import { dataTable } from '../../shared/data-table.ts';
import '../../../../components/charts/lab-chart.ts';
import { tableStyles } from '../../shared/table-styles.ts';
import { viewStyles } from '../../shared/view-styles.ts';
import type { Plan } from '../plan.ts';
import type { ReleaseSettings } from '../settings.ts';
import { askPlan } from './ask.ts';
import { phaseColumns, type PhaseColumn } from './columns.ts';
import { noisePicture, weightPicture } from './picture.ts';
import { columnNotes, planText } from './words.ts';

/** The phases of one plan: records, weights, sensitivity and noise. */
@customElement('nd-release-phases-view')
export class ReleasePhasesView extends AnswerView<ReleaseSettings, Plan> {
  static override styles = [shared, viewStyles, tableStyles];

  protected override readonly heading = 'Phases of a plan';
  protected override readonly waiting = 'Being computed…';
  protected override readonly ask = askPlan;

  protected override draw(plan: Plan, settings: ReleaseSettings) {
    const columns = phaseColumns(plan, settings);
    return html`
      <h2>${this.heading}</h2>
      <p class="under">${planText(plan, columns, settings)}</p>
      ${plan.phases.phase.length > 1 ? charts(columns) : nothing}
      ${dataTable({
        heading: `Phases with n = ${formatCount(settings.samples)}`,
        note: columnNotes(settings.method),
        columns: ['Phase k', ...columns.map(({ title }) => title)],
        rows: plan.phases.phase.map((phase, index) => [
          String(phase),
          ...columns.map(({ name, values }) => cellText(name, values[index])),
        ]),
        table: () => ({
          columns: ['phase', ...columns.map(({ name }) => name)],
          rows: plan.phases.phase.map((phase, index) => [
            phase,
            ...columns.map(({ values }) => values[index]),
          ]),
        }),
      })}
    `;
  }
}

const cellText = (name: string, value: number) =>
  name === 'records' ? formatCount(value) : formatNumber(value);

function charts(columns: readonly PhaseColumn[]) {
  return html`<div class="charts">
    <nd-lab-chart
      heading="Noise and sensitivity by phase"
      .picture=${noisePicture(columns)}
    ></nd-lab-chart>
    <nd-lab-chart
      heading="Weights and records by phase"
      .picture=${weightPicture(columns)}
    ></nd-lab-chart>
  </div>`;
}
