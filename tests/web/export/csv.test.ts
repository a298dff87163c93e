import { describe, expect, it } from 'vitest';

import { plainSeries, type Picture } from '../../../web/src/chart/picture.ts';
import { csvText } from '../../../web/src/export/csv.ts';
import { panelTable, pictureTable } from '../../../web/src/export/picture-table.ts';
import type { AuditReport } from '../../../web/src/engine/types.ts';
import { histogramTable } from '../../../web/src/feature/audit/audit.ts';

const picture: Picture = {
  axis: 'other',
  scale: 'log',
  xTitle: 'batch size b',
  yTitle: 'Noise σ, in units of G',
  series: [
    plainSeries('A', { x: [1, 2], y: [0.1, null] }, { colorIndex: 0 }),
    {
      ...plainSeries('B', { x: [1], y: [3] }, { colorIndex: 1 }),
      q10: [2],
      q90: [4],
      floor: { x: [1], y: [0.5] },
      bound: { x: [9], y: [7] },
    },
  ],
  reference: { x: [5], y: [6] },
  referenceLabel: 'gradient descent',
  levels: [{ label: 'exact', y: 8 }],
  optimum: 0,
  xRange: [1, 2],
  yRange: null,
};

describe('a table as CSV', () => {
  it('has a line of names and a line for each row, with every digit', () => {
    const rows = [[0.1 + 0.2, 1e-300, null, 'a b'], [Number.NaN, Infinity, undefined, -0.5]]; // prettier-ignore
    expect(csvText({ columns: ['x', 'y', 'z', 'w'], rows })).toBe(
      'x,y,z,w\n0.30000000000000004,1e-300,,a b\n,,,-0.5\n',
    );
  });

  it('quotes commas, quotes and line ends of cells and of names', () => {
    const rows = [['a,b', 'say "x"', 'two\nlines']];
    expect(csvText({ columns: ['p,q', 'r', 's'], rows })).toBe(
      '"p,q",r,s\n"a,b","say ""x""","two\nlines"\n',
    );
  });

  it.each(['=1+1', '+1', '-1', '@a', '\ta', '\ra'])(
    'keeps a spreadsheet from computing %j',
    (text) => {
      const line = csvText({ columns: [text], rows: [] });
      expect(line.replace(/^"/, '').startsWith(`'${text}`)).toBe(true);
    },
  );
});

describe('the numbers of a picture', () => {
  it('are everything that it shows, told apart by what it is', () => {
    const { columns, rows } = pictureTable(picture);
    expect(columns).toEqual([
      'label',
      'kind',
      'batch size b',
      'Noise σ, in units of G',
      'low',
      'high',
    ]);
    expect(csvText({ columns: [], rows }).split('\n').slice(1, -1)).toEqual([
      'A,curve,1,0.1,,',
      'A,curve,2,,,',
      'B,curve,1,3,2,4',
      'B,floor,1,0.5,,',
      'B,bound,9,7,,',
      'gradient descent,reference,5,6,,',
      'exact,level,,8,,',
      ',level,,0,,',
    ]);
    const bare = { ...picture, series: picture.series.slice(0, 1) };
    expect(pictureTable(bare).columns).toHaveLength(4);
  });

  it('of several pictures name the picture', () => {
    const one = { ...picture, series: picture.series.slice(0, 1), reference: null, levels: [] };
    const { columns, rows } = panelTable([
      { title: '2 stages', picture: { ...one, optimum: null } },
      { title: '3 stages', picture: { ...one, optimum: null } },
    ]);
    expect(columns.slice(0, 3)).toEqual(['panel', 'label', 'kind']);
    expect(rows.map(([panel, , , x]) => [panel, x])).toEqual([
      ['2 stages', 1],
      ['2 stages', 2],
      ['3 stages', 1],
      ['3 stages', 2],
    ]);
  });

  it('of an audit are counts by bin', () => {
    const histogram = { statistic: 'sum', edges: [0, 1, 3], first: [4, 5], second: [6, 7] };
    const { columns, rows } = histogramTable({ histogram } as unknown as AuditReport);
    expect(columns).toEqual(['sum.from', 'sum.to', 'usualRecord', 'oddRecord']);
    expect(rows).toEqual([[0, 1, 4, 6], [1, 3, 5, 7]]); // prettier-ignore
  });
});
