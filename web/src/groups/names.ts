import type { Experiment } from '../engine/types.ts';
import { formatNumber } from '../format/number.ts';

/** What an experiment's groups are: those of `worst-task-` problems are tasks. */
export function kindOf({ problem }: Experiment): 'task' | 'group' {
  return problem.name?.startsWith('worst-task-') ? 'task' : 'group';
}

/** What each group is called: the task's number, the label, or on which side of a threshold it is. */
export function groupNames(experiment: Experiment): (group: number) => string {
  if (kindOf(experiment) === 'task') return (task) => `task ${task + 1}`;
  const { groupBy = 'label', column = 0, threshold = 0 } = experiment.problem as GroupRule;
  if (groupBy === 'label') return (group) => (group === 0 ? 'label −1' : 'label 1');
  const name = columnName(experiment, column);
  return (group) => `${name} ${group === 0 ? '≤' : '>'} ${formatNumber(threshold)}`;
}

interface GroupRule {
  groupBy?: 'label' | 'column';
  column?: number;
  threshold?: number;
}

/** A column of a file that says what it is called, unless its coding makes several of one; else its number. */
function columnName({ data }: Experiment, column: number): string {
  const chosen = 'columns' in data ? data.columns?.at(column) : undefined;
  return typeof chosen === 'string' ? chosen : `column ${column + 1}`;
}
