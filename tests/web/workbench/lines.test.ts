import { describe, expect, it } from 'vitest';

import { lineFormOf } from '../../../web/src/workbench/line-form.ts';
import { cellsOf, linesOf, looksLikeHeader } from '../../../web/src/workbench/lines.ts';

const named = { delimiter: ',', hasHeader: true };

describe('the lines of a file', () => {
  it('are cut as the engine cuts them: quotes and blanks go, comments and blank lines are none', () => {
    expect(cellsOf(' "a, b" , c,"",d', ',')).toEqual(['a, b', 'c', '', 'd']);
    expect(cellsOf('"say ""a, b""",c', ',')).toEqual(['say "a, b"', 'c']);
    expect(cellsOf('a;;b', ';')).toEqual(['a', '', 'b']);
    const { header, names, records } = linesOf(
      '# of 1994\nage,"work class"\r\n\n39,State\n',
      named,
    );
    expect([header, names, records]).toEqual([
      'age,"work class"',
      ['age', 'work class'],
      ['39,State'],
    ]);
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
    expect(looksLikeHeader('a,b\n1,2\n', ',')).toBe(true);
    expect(looksLikeHeader('a,2\nb,3\n', ',')).toBe(false);
    const file = { kind: 'file', name: 'x.csv', format: 'csv' } as const;
    expect(lineFormOf({ ...file, header: 'yes', delimiter: ';' }, '1;2\n')).toEqual({ delimiter: ';', hasHeader: true }); // prettier-ignore
    expect(lineFormOf(file, '1,2\n').hasHeader).toBe(false);
  });
});
