import type { Parameter } from '../engine/types.ts';

/** A regularizer or a domain as the file has it. */
export type Term = { kind: string } & Record<string, unknown>;

interface TermEntry {
  id: string;
  parameters?: readonly Parameter[];
}

/** What a field starts with where the catalogue has no default of its own. */
const starts: Record<string, number> = {
  strength: 0.01,
  l2Strength: 0.01,
  radius: 1,
  groupSize: 2,
  exponent: 1.5,
  lower: -1,
  upper: 1,
};

/**
 * The term of another kind: fields that it shares with the one before keep their values, required
 * ones start with something sensible, and all others are left to their defaults.
 */
export function termOf(entry: TermEntry, before: Readonly<Record<string, unknown>> = {}): Term {
  const term: Term = { kind: entry.id };
  for (const parameter of entry.parameters ?? []) {
    const { name } = parameter;
    const required = parameter.default === undefined && !parameter.defaultRule;
    if (name in before) term[name] = before[name];
    else if (required && name in starts) term[name] = starts[name];
  }
  return term;
}

/** Whether a form can describe such a term: lists of points come from a file only. */
export function isSettable({ parameters = [] }: TermEntry): boolean {
  return parameters.every(({ type }) => (type as string) !== 'vectors');
}
