import type { Table } from '../../../../export/csv.ts';
import { formatNumber, formatSlope } from '../../../../format/number.ts';
import { endSlopes } from '../../shared/loglog.ts';
import type { SolverSettings } from '../settings.ts';
import type { SolverCosts } from './ask.ts';
import { knownGroups } from './picture.ts';

const fittedDecades = 2;

function facts(costs: SolverCosts, { components }: SolverSettings) {
  return knownGroups(costs).map((group) => ({
    label: group.titles.join(' · '),
    gradients: group.here,
    passes: group.here === null ? null : group.here / components,
    slopes: endSlopes(costs.conditions, group.gradients, fittedDecades),
  }));
}

export function solverRows(costs: SolverCosts, settings: SolverSettings) {
  return {
    columns: [
      'Solvers',
      'Slope, first two decades',
      'Slope, last two decades',
      `Gradients at κ = ${formatNumber(settings.conditionNumber)}`,
      'Passes over the records',
    ],
    rows: facts(costs, settings).map(({ label, gradients, passes, slopes }) => [
      label,
      formatSlope(slopes.first),
      formatSlope(slopes.last),
      formatNumber(gradients),
      formatNumber(passes),
    ]),
  };
}

export function solverTable(costs: SolverCosts, settings: SolverSettings): Table {
  return {
    columns: ['solvers', 'gradients', 'passes', 'firstSlope', 'lastSlope'],
    rows: facts(costs, settings).map(({ label, gradients, passes, slopes }) => [
      label,
      gradients,
      passes,
      slopes.first,
      slopes.last,
    ]),
  };
}
