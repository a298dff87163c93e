import type { Catalogue, NeighbourReport } from '../../engine/types.ts';

/** One release, and what replacing a record of its block does to it. */
export interface NeighbourRow {
  release: string;
  records: number;
  bound: number;
  largest: number;
  /** What was found, as a part of the bound. */
  share: number;
  /** Number of the record that did it, from 1. */
  record: number;
}

/** Whether a method releases certified solutions, which neighbours are compared by. */
export function comparesNeighbours(id: string, catalogue: Catalogue | null): boolean {
  const known = catalogue?.algorithms.find((one) => one.id === id);
  return known?.parameters.some(({ name }) => name === 'toleranceRatio') ?? false;
}

/** The releases as a table: a part of a saddle point that alone is released is named. */
export function neighbourRows({ releases }: NeighbourReport): NeighbourRow[] {
  return releases.map(({ kind, records, bound, largest, worst }, place) => {
    const part = kind.endsWith('-primal') ? ', x' : kind.endsWith('-dual') ? ', y' : '';
    return {
      release: `${place + 1}${part}`,
      records,
      bound,
      largest,
      share: largest / bound,
      record: worst.record + 1,
    };
  });
}
