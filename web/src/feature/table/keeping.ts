import type { Shelf } from '../../store/odometer.ts';
import { canBe, tasksOf, type Role, type TableChoice } from './columns.ts';

/** What the owner said of a file, without anything of its rows but what was stated to be public. */
export interface Kept {
  name: string;
  /** Of the file's bytes. */
  hash: string;
  step: 'table' | 'public';
  choice: Omit<TableChoice, 'columns'> & { columns: readonly KeptColumn[] };
}

interface KeptColumn {
  name: string;
  role: Role;
  lower: number | null;
  upper: number | null;
  words: readonly string[];
}

const key = 'noisy-descent.table';

/** Keeps it for this tab; where the browser keeps nothing, nothing is kept. */
export function keep(shelf: () => Shelf, kept: Kept | null): void {
  try {
    shelf().setItem(key, JSON.stringify(kept));
  } catch {
    // A reload then begins anew.
  }
}

export function recall(shelf: () => Shelf): Kept | null {
  try {
    const kept: unknown = JSON.parse(shelf().getItem(key) ?? 'null');
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  if (typeof value !== 'object' || value === null) return false;
  const { name, hash, step, choice } = value as Partial<Record<keyof Kept, unknown>>;
  const isText = (one: unknown) => typeof one === 'string';
  if (!isText(name) || !isText(hash) || (step !== 'table' && step !== 'public')) return false;
  const { target, epsilon, columns } = (choice ?? {}) as Partial<TableChoice>;
  return isText(target) && typeof epsilon === 'number' && Array.isArray(columns);
}

export function keptOf({ columns, ...choice }: TableChoice): Kept['choice'] {
  const bare = columns.map(({ seen, role, lower, upper, words }) => ({ name: seen.name, role, lower, upper, words })); // prettier-ignore
  return { ...choice, columns: bare };
}

/** What was said of a table, as far as its columns can still be that. */
export function withKept(choice: TableChoice, kept: Kept['choice']): TableChoice {
  const said = new Map(kept.columns.map(({ name, ...column }) => [name, column]));
  const columns = choice.columns.map((column) => {
    const before = said.get(column.seen.name);
    return before && canBe(before.role, column.seen) ? { ...column, ...before } : column;
  });
  const target = columns.find(({ seen }) => seen.name === kept.target)?.seen;
  const tasks = target ? tasksOf(target) : [];
  if (!tasks.includes(kept.task)) return { ...choice, columns, epsilon: kept.epsilon };
  const isThere = target?.words?.some(({ word }) => word === kept.positive) ?? false;
  return { ...kept, columns, unseen: choice.unseen, positive: isThere ? kept.positive : '' };
}
