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
