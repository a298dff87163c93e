import type { Parameter } from '../engine/types.ts';
import { startOf } from './starts.ts';

/** A regularizer or a domain as the file has it. */
export type Term = { kind: string } & Record<string, unknown>;

interface TermEntry {
  id: string;
  parameters?: readonly Parameter[];
}

/**
 * The term of another kind: fields that it shares with the one before keep their values, required
 * ones start with something sensible, and all others are left to their defaults.
 */
export function termOf(entry: TermEntry, before: Readonly<Record<string, unknown>> = {}): Term {
  const term: Term = { kind: entry.id };
  for (const parameter of entry.parameters ?? []) {
    const { name } = parameter;
    const start = parameter.default === undefined ? startOf(parameter, null) : undefined;
    const value = name in before ? before[name] : start;
    if (value !== undefined) term[name] = value;
  }
  return term;
}

/** Whether a form can describe such a term: lists of points come from a file only. */
export function isSettable({ parameters = [] }: TermEntry): boolean {
  return parameters.every(({ type }) => (type as string) !== 'vectors');
}
