import type { Experiment } from '../../wasm/client/experiment.ts';

/** A small experiment that every check accepts. */
export const small: Experiment = {
  version: 1,
  data: { kind: 'synthetic', name: 'logistic', samples: 1000, features: 10, seed: 1 },
  problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 0.02 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd' }, { id: 'dp-nag', label: 'Nesterov' }],
  run: { repeats: 3, randomness: { mode: 'reproducible', seed: 1 } },
};

/** A copy with the value at a dotted path replaced (or removed, when undefined). */
export function changed(path: string, value: unknown): Experiment {
  const copy = structuredClone(small);
  const names = path.split('.');
  const last = names.pop()!;
  let at = copy as unknown as Record<string, unknown>;
  for (const name of names) at = (at[name] ??= {}) as Record<string, unknown>;
  if (value === undefined) Reflect.deleteProperty(at, last);
  else at[last] = value;
  return copy;
}
