import { plainSeries, type Picture } from '../../../../chart/picture.ts';
import { logRange } from '../../../../chart/range.ts';
import { isPositive } from '../../shared/lines.ts';
import type { SolverSettings } from '../settings.ts';
import type { SolverCosts, SolverGroup } from './ask.ts';

/** Short enough for a legend: the table has all names. */
const labelOf = ({ titles: [first, ...others] }: SolverGroup) =>
  others.length === 0 ? first : `${first} and ${others.length} more`;

/** Those whose cost anybody knows. */
export const knownGroups = ({ groups }: SolverCosts) =>
  groups.filter(({ gradients }) => gradients.some(isPositive));

/** Gradients of single records against the condition number. */
export function solverPicture(costs: SolverCosts, { conditionNumber }: SolverSettings): Picture {
  const { conditions: x } = costs;
  const series = knownGroups(costs).map((group, index) =>
    plainSeries(labelOf(group), { x, y: group.gradients }, { colorIndex: index }),
  );
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: 'condition number κ',
    yTitle: 'expected gradients of single records, up to a constant factor',
    series,
    reference: null,
    optimum: null,
    xRange: [x[0], x[x.length - 1]],
    yRange: logRange(series.flatMap(({ median }) => median)),
    mark: conditionNumber,
  };
}
