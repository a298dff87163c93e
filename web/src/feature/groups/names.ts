import type { Experiment } from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';

/** What an experiment's groups are: those of `worst-task-` problems are tasks. */
export function kindOf({ problem }: Experiment): 'task' | 'group' {
  return problem.name?.startsWith('worst-task-') ? 'task' : 'group';
}

/** What each group is called: the task's number, or between which thresholds and which label it is, in the engine's order. */
export function groupNames(experiment: Experiment): (group: number) => string {
  if (kindOf(experiment) === 'task') return (task) => `task ${task + 1}`;
  const rule = experiment.problem as GroupRule;
  const by = rule.groupBy ?? (rule.name?.endsWith('-squared') ? 'column' : 'label');
  if (by === 'label') return labelName;
  const ranges = rangeNames(columnName(experiment, rule.column ?? 0), [rule.threshold ?? 0].flat());
  if (by === 'column') return (group) => ranges[group];
  return (group) => `${ranges[Math.floor(group / 2)]}, ${labelName(group % 2)}`;
}

interface GroupRule {
  name?: string;
  groupBy?: 'label' | 'column' | 'label-and-column';
  column?: number;
  threshold?: number | number[];
}

function labelName(group: number): string {
  return group === 0 ? 'label −1' : 'label 1';
}

/** The parts that thresholds make of a column: "age ≤ 30", "30 < age ≤ 50", "age > 50". */
function rangeNames(column: string, thresholds: number[]): string[] {
  const words = thresholds.map((threshold) => formatNumber(threshold));
  const below = words.map((word, k) =>
    k === 0 ? `${column} ≤ ${word}` : `${words[k - 1]} < ${column} ≤ ${word}`,
  );
  return [...below, `${column} > ${words.at(-1)}`];
}

/** A column of a file that says what it is called, unless its coding makes several of one; else its number. */
function columnName({ data }: Experiment, column: number): string {
  const chosen = 'columns' in data ? data.columns?.at(column) : undefined;
  return typeof chosen === 'string' ? chosen : `column ${column + 1}`;
}
