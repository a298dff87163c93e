import type { FieldDefaults, LinkDefaults } from './defaults.ts';
import { v1 } from './v1.ts';

/**
 * What plans choose since version 2 where nothing is stated, by the algorithm: the number of steps, or whose theorem
 * holds; and, beside chosen steps, what goes with them.
 */
const chosen: Readonly<Record<string, readonly string[]>> = {
  'dp-gd': ['iterations', 'stepScale'],
  'dp-gd-opt': ['iterations', 'stepScale'],
  'dp-hb': ['iterations', 'stepScale', 'momentum'],
  'dp-hb-opt': ['iterations', 'stepScale', 'momentum', 'horizon'],
  'dp-nag': ['iterations', 'stepScale'],
  'dp-nag-opt': ['iterations', 'stepScale', 'horizon'],
  'dp-masg': ['iterations', 'stepScale'],
  'dp-masg-opt': ['iterations', 'stepScale', 'horizon'],
  'dp-svrg': ['theory'],
  svrg: ['theory'],
};

function without(fields: FieldDefaults, names: (id: string) => readonly string[]): FieldDefaults {
  const kept = Object.entries(fields.parameters).map(([id, values]) => {
    const left = Object.entries(values).filter(([name]) => !names(id).includes(name));
    return [id, Object.fromEntries(left)] as const;
  });
  return { ...fields, parameters: Object.fromEntries(kept) };
}

const chosenOf = (id: string) => (Object.hasOwn(chosen, id) ? chosen[id] : []);

/** What links of version 2 are differences from: it is frozen as that of version 1. */
export const v2: LinkDefaults = { ...v1, fields: without(v1.fields, chosenOf) };

/** The fields of version 1 that are to be stated: the step, momentum and horizon follow from stated iterations. */
export const statedOfV1: FieldDefaults = without(v1.fields, (id) => chosenOf(id).slice(1));
