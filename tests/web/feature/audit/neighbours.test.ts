import { describe, expect, it } from 'vitest';
import { comparesNeighbours, neighbourRows } from '../../../../web/src/feature/audit/neighbours.ts';
import type { Catalogue, NeighbourReport } from '../../../../web/src/engine/types.ts';

const catalogue = {
  algorithms: [
    { id: 'dp-gd', parameters: [{ name: 'iterations' }] },
    { id: 'phased-minimax', parameters: [{ name: 'toleranceRatio' }] },
  ],
} as unknown as Catalogue;

describe('neighbours', () => {
  it('are compared of methods that release certified solutions', () => {
    expect(comparesNeighbours('phased-minimax', catalogue)).toBe(true);
    expect(comparesNeighbours('dp-gd', catalogue)).toBe(false);
    expect(comparesNeighbours('phased-minimax', null)).toBe(false);
  });

  it('are told by release, with the share of the bound and records counted from 1', () => {
    const release = { first: 0, records: 4, charged: 0.3, moved: [] };
    const worst = { record: 2, features: [], target: 0 };
    const report = {
      releases: [
        { ...release, kind: 'certified-saddle-primal', bound: 0.25, largest: 0.2, worst },
        { ...release, kind: 'certified-saddle-dual', bound: 0.5, largest: 0.1, worst },
        { ...release, kind: 'certified-minimizer', bound: 1, largest: 1, worst },
      ],
    } as unknown as NeighbourReport;
    expect(
      neighbourRows(report).map(({ release: name, share, record }) => [name, share, record]),
    ).toEqual([
      ['1, x', 0.8, 3],
      ['2, y', 0.2, 3],
      ['3', 1, 3],
    ]);
  });
});
