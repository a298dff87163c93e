import type { Point, Surface } from '../../chart/surface.ts';

const corners = 32;
const circle: readonly Point[] = Array.from({ length: corners + 1 }, (_, index) => {
  const angle = (2 * Math.PI * index) / corners;
  return [Math.cos(angle), Math.sin(angle)];
});

/** The outline of an ellipse. */
export function ellipse([x, y]: Point, width: number, height = width): Point[] {
  return circle.map(([across, up]) => [x + width * across, y + height * up]);
}

/** The outline of a star with five tips. */
export function star([x, y]: Point, radius: number): Point[] {
  return Array.from({ length: 10 }, (_, index) => {
    const angle = -Math.PI / 2 + (Math.PI * index) / 5;
    const reach = index % 2 === 0 ? radius : radius * 0.42;
    return [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
  });
}

/** A filled dot with a border of another colour around it. */
export function dot(
  surface: Surface,
  at: Point,
  radius: number,
  fill: string,
  border: string,
): void {
  surface.polygon(ellipse(at, radius + 1.5), border);
  surface.polygon(ellipse(at, radius), fill);
}

/** Several rings as one outline: holes are reached over lines of no width, and stay unfilled. */
export function joined(rings: readonly (readonly Point[])[]): readonly Point[] {
  const [outer, ...holes] = rings;
  return holes.reduce<readonly Point[]>((all, hole) => [...all, ...hole, outer[0]], outer);
}
