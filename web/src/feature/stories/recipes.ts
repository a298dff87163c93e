// Experiments of the stories: examples with fewer records, runs and steps, so that nobody waits.
import type { Recipe } from './step.ts';

/** An algorithm under a name of its own. */
export function algorithm(id: string, label: string, parameters: Record<string, unknown> = {}) {
  return { id, label, parameters };
}

/** Gaussian noise, whose small delta is worth far less noise than none. */
export const approximate = (epsilon: number) => ({ notion: 'approximate', epsilon, delta: 1e-5 });

/** The opening experiment at another budget. */
export function opening(epsilon: number): Recipe {
  return { preset: 'quickstart', edits: { 'privacy.epsilon': epsilon } };
}

/** The figures on accelerated methods with 2000 records, public constants and Gaussian noise. */
export function figures(edits: Recipe['edits']): Recipe {
  return {
    preset: 'figures-fast',
    edits: {
      'data.samples': 2000,
      'problem.constants': { initialGap: 10 },
      privacy: approximate(1),
      'run.repeats': 10,
      'run.trace.points': 101,
      sweep: undefined,
      ...edits,
    },
  };
}

/** Twenty thousand records ask for a smaller delta. */
export const manyRecords = { ...approximate(1), delta: 1e-7 };

/** Figure 1 of DP-ERM Revisited with a tenth of its records. */
export function revisited(edits: Recipe['edits']): Recipe {
  return {
    preset: 'erm-figure-1-certified',
    edits: {
      'data.samples': 20_000,
      privacy: manyRecords,
      sweep: undefined,
      ...edits,
    },
  };
}
