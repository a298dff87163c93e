import type { TheoryEngine, WidthAnswer, WidthSet } from './queries.ts';

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
