import { choice, logCount, logNumber } from './fields.ts';
import type { TheoryEngine, WidthAnswer, WidthSet } from './queries.ts';

// Settings that several questions have, and the scales that their numbers run on.

export const inSteps = { unit: 'of 1/L' } as const;

export const methods = [
  { value: 'heavy-ball', title: 'Heavy ball' },
  { value: 'nesterov', title: 'Nesterov' },
  { value: 'gradient-descent', title: 'Gradient descent' },
] as const;

export const spectra = [
  {
    value: 'geometric',
    title: 'Evenly on a logarithmic scale',
    description: 'Directions of every steepness, as data often have.',
  },
  { value: 'ends', title: 'Half steep, half flat', description: 'The worst case for a rate.' },
  { value: 'linear', title: 'Evenly', description: 'From the flattest to the steepest.' },
] as const;

export const balls = [
  { value: 'l1-ball', title: 'l1 ball' },
  { value: 'l2-ball', title: 'l2 ball' },
  { value: 'linf-ball', title: 'l∞ ball' },
] as const;

/** Where n, p, epsilon and delta come from: a question that has this setting follows the open experiment. */
export const source = choice(
  'Numbers',
  { experiment: 'From the open experiment', own: 'My own' },
  'n, p, ε and δ follow the experiment in the playground until you change one of them here.',
);

export const facts = {
  samples: logCount(
    'Records n',
    [10, 200_000, 1e8],
    'Public. The effect of one record shrinks as one over n.',
  ),
  epsilon: logNumber('Epsilon', [0.01, 1, 100], 'The whole budget of a run.'),
  delta: logNumber('Delta', [1e-15, 1e-6, 0.1], 'Best far below 1/n.'),
};

export const dimension = (why = 'Each coordinate gets noise.') =>
  logCount('Dimension p', [1, 54, 1e6], why);

export const conditionNumber = (why: string) => logNumber('Condition number κ', [1, 100, 1e5], why);

export const radius = (why = 'The radius of the constraint set, in its own norm.') =>
  logNumber('Radius', [0.01, 1, 1000], why);

export const initialGap = (why: string) => logNumber('Gap at the start', [1e-3, 1, 1000], why);

export type Spectrum = 'geometric' | 'ends' | 'linear';

/** Eigenvalues of a quadratic between mu and L, ascending; a single one is L. */
export function eigenvaluesOf(
  spectrum: Spectrum,
  { strongConvexity, smoothness }: { strongConvexity: number; smoothness: number },
  dimension: number,
): number[] {
  return Array.from({ length: dimension }, (_, index) => {
    if (index === dimension - 1) return smoothness;
    const share = index / (dimension - 1);
    if (spectrum === 'ends') return index < dimension / 2 ? strongConvexity : smoothness;
    if (spectrum === 'linear') return strongConvexity + share * (smoothness - strongConvexity);
    return strongConvexity * (smoothness / strongConvexity) ** share;
  });
}

/** A start whose gap, half the sum of eigenvalue times coordinate squared, is 1 in equal parts. */
export function equalStart(eigenvalues: readonly number[]): number[] {
  return eigenvalues.map((eigenvalue) => Math.sqrt(2 / (eigenvalues.length * eigenvalue)));
}

/** How wide a set is for Gaussian noise. */
export interface SetExtent {
  width: number;
  /** Standard error; 0 where the width is exact. */
  error: number;
  secondMoment: number;
  radius: number;
  bregmanRadius: number;
}

export function extentAt(widths: WidthAnswer, place: number): SetExtent {
  return {
    width: widths.width[place],
    error: widths.widthError[place],
    secondMoment: widths.secondMoment[place],
    radius: widths.l2Radius[place],
    bregmanRadius: widths.bregmanRadius[place],
  };
}

/** How far a set of the chosen dimension reaches. */
export async function askExtent(
  engine: TheoryEngine,
  { set, dimension, radius }: { set: WidthSet; dimension: number; radius: number },
): Promise<SetExtent> {
  const query = { query: 'gaussian-width', set, dimensions: [dimension], radius } as const;
  return extentAt(await engine.theory(query), 0);
}
