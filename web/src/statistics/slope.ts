/** A measured point, and the standard error of its y where that is known. */
export interface Measured {
  x: number;
  y: number;
  standardError?: number;
}

export interface SlopeFit {
  /** Of ln y over ln x. */
  slope: number;
  /** What the points' errors make of it; null where one has none. How far the points are off a line is not in it. */
  standardError: number | null;
  /** How many points it goes through: those that have a logarithm. */
  points: number;
}

/** The slope on two logarithmic axes by least squares; null with fewer than three different x. */
export function fitSlope(measured: readonly Measured[]): SlopeFit | null {
  const points = measured
    .filter(({ x, y }) => isPositive(x) && isPositive(y))
    .map(({ x, y, standardError = Number.NaN }) => ({
      x: Math.log(x),
      y: Math.log(y),
      error: standardError / y,
    }));
  if (new Set(points.map(({ x }) => x)).size < 3) return null;
  const mean = (of: (point: (typeof points)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const centre = { x: mean(({ x }) => x), y: mean(({ y }) => y) };
  const spread = mean(({ x }) => (x - centre.x) ** 2);
  const slope = mean(({ x, y }) => (x - centre.x) * (y - centre.y)) / spread;
  const variance = mean(({ x, error }) => ((x - centre.x) * error) ** 2) / points.length;
  const standardError = Math.sqrt(variance) / spread;
  return {
    slope,
    standardError: Number.isFinite(standardError) ? standardError : null,
    points: points.length,
  };
}

function isPositive(value: number): boolean {
  return Number.isFinite(value) && value > 0;
}
