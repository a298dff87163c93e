import { describe, expect, it } from 'vitest';

import {
  lineFormOf,
  cellsOf,
  linesOf,
  looksLikeHeader,
} from '../../../../web/src/feature/workbench/lines.ts';

const named = { delimiter: ',', hasHeader: true };

describe('the lines of a file', () => {
  it('are cut as the engine cuts them: quotes and blanks go', () => {
    expect(cellsOf(' "a, b" , c,"",d', ',')).toEqual(['a, b', 'c', '', 'd']);
    expect(cellsOf('"say ""a, b""",c', ',')).toEqual(['say "a, b"', 'c']);
    expect(cellsOf('a;;b', ';')).toEqual(['a', '', 'b']);
    const { header, names, records } = linesOf('# of 1994\nage,"work class"\r\n39,State\n\n', {
      ...named,
      comments: '#',
    });
    expect([header, names, records]).toEqual([
      'age,"work class"',
      ['age', 'work class'],
      ['39,State'],
    ]);
  });

  it('are records: none that begins with # is left out, and a line end in quotes is no end', () => {
    const { records } = linesOf('colour,a\n#ff0000,1\n"two\nlines",2\r#N/A,3\r\n', named);
    expect(records).toEqual(['#ff0000,1', '"two\nlines",2', '#N/A,3']);
    expect(linesOf('#age,b\n1,2\n', named).names).toEqual(['age', 'b']);
    expect(linesOf(',b\n1,2\n', named).names).toEqual(['column 0', 'b']);
  });

  it('may be cut at blanks', () => {
    expect(cellsOf('  1.5 \t "a b"  2 ', 'blanks')).toEqual(['1.5', 'a b', '2']);
  });

  it('leave out one that may be cut off', () => {
    expect(linesOf('a,b\n1,2\n3', named, false).records).toEqual(['1,2']);
    expect(linesOf('a,b\n1,2\n3', named).records).toEqual(['1,2', '3']);
  });

  it('have columns by their places where nothing names them', () => {
    const { names, records } = linesOf('x,1\ny,2\n', { delimiter: ',', hasHeader: false });
    expect([names, records]).toEqual([
      ['0', '1'],
      ['x,1', 'y,2'],
    ]);
  });

  it('begin with names where no cell of the first one is a number', () => {
    expect(looksLikeHeader('a,b\n1,2\n', { delimiter: ',' })).toBe(true);
    expect(looksLikeHeader('a,2\nb,3\n', { delimiter: ',' })).toBe(false);
    const file = { kind: 'file', name: 'x.csv', format: 'csv' } as const;
    expect(lineFormOf({ ...file, header: 'yes', delimiter: ';' }, '1;2\n')).toMatchObject({ delimiter: ';', hasHeader: true }); // prettier-ignore
    expect(lineFormOf(file, '1,2\n').hasHeader).toBe(false);
  });
});
