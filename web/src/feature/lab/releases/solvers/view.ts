import { css, html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { formatCounted, formatNumber } from '../../../../format/number.ts';
import { shared } from '../../../../styles/shared.ts';
import { AnswerView } from '../../shared/answer-view.ts';
import { dataTable } from '../../shared/data-table.ts';
import '../../../../components/charts/lab-chart.ts';
import { tableStyles } from '../../shared/table-styles.ts';
import { viewStyles } from '../../shared/view-styles.ts';
import type { SolverSettings } from '../settings.ts';
import { askSolvers, type SolverCosts } from './ask.ts';
import { solverPicture } from './picture.ts';
import { solverRows, solverTable } from './table.ts';

/** How many gradients the solvers are expected to take, by condition number. */
@customElement('nd-solver-costs-view')
export class SolverCostsView extends AnswerView<SolverSettings, SolverCosts> {
  static override styles = [
    shared,
    viewStyles,
    tableStyles,
    css`
      tbody th {
        min-width: 200px;
        white-space: normal;
      }
    `,
  ];

  protected override readonly heading = 'What the solvers take';
  protected override readonly waiting = 'Being computed…';
  protected override readonly ask = askSolvers;

  protected override draw(costs: SolverCosts, settings: SolverSettings) {
    return html`
      <h2>${this.heading}</h2>
      <nd-lab-chart
        heading="Expected gradients by condition number"
        .picture=${solverPicture(costs, settings)}
        .notes=${notesOf(settings)}
      ></nd-lab-chart>
      ${dataTable({
        heading: 'Slopes on both logarithmic axes, and gradients',
        ...solverRows(costs, settings),
        table: () => solverTable(costs, settings),
      })}
    `;
  }
}

function notesOf({ problem, components, accuracy, balance }: SolverSettings): string {
  const problemText =
    problem === 'minimization'
      ? 'κ = l/λ'
      : `κ = l/λ of x${balance === 1 ? ' and of y' : `, the larger one; the weight of y is ${formatNumber(balance)} times that of x`}`;
  return `${formatCounted(components, 'record')}, ${problemText}, to ${formatNumber(accuracy)} of the first distance. Orders as their papers have them: each method has a constant factor of its own, so that slopes can be compared and heights cannot. Solvers of the same order share a line: the table names them.`;
}
