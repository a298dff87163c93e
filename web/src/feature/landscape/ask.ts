import type { LandscapeReport, PageEngine } from '../../engine/types.ts';
import type { Stage } from './scene.ts';
import type { Terrain } from './terrain.ts';

/** The part of the engine that the landscape asks. */
export type LandscapeEngine = Pick<PageEngine, 'landscape'>;

/** A rectangle of the space of the parameters, or a piece of a line, and how finely it is looked at. */
export interface LandscapeWindow {
  origin: number[];
  u: number[];
  v?: number[];
  /** From where to where along u, and along v. */
  extent: { u: [number, number]; v?: [number, number] };
  /** Points along u, and along v. */
  size: { u: number; v?: number };
}

/** Points of a map, and of a line. */
const mostPoints = 20_000;
const linePoints = 400;

/** What of the space is seen on a stage. */
export function windowOf({ plane, extent: { x, y } }: Stage): LandscapeWindow {
  const { origin, u, v } = plane;
  const line = { origin: [...origin], u: [...u] };
  if (v === null) return { ...line, extent: { u: [...x] }, size: { u: linePoints } };
  const aspect = Math.min(4, Math.max(0.25, (x[1] - x[0]) / (y[1] - y[0])));
  const rows = Math.round(Math.sqrt(mostPoints / aspect));
  const size = { u: Math.round(rows * aspect), v: rows };
  return { ...line, v: [...v], extent: { u: [...x], v: [...y] }, size };
}

/** What the engine said, as the ground of that window. */
export function terrainOf({ extent, size }: LandscapeWindow, answer: LandscapeReport): Terrain {
  return {
    x: extent.u,
    y: extent.v ?? null,
    columns: size.u,
    rows: size.v ?? 1,
    values: (answer.values ?? []).map((value) => value ?? Number.NaN),
    optimum: answer.optimum?.value ?? null,
  };
}
