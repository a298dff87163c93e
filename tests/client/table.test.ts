import { Readable } from 'node:stream';

import { describe, expect, it } from 'vitest';

import { cellsOf } from '../../wasm/client/csv.ts';
import { writtenTable } from '../../wasm/client/table.ts';
import { failure } from './failure.ts';

const csv = 'age,city,ok\n31,Rome,true\n0.1,"Aix, ""old""",false\n';
const rows = [
  { age: 31, city: 'Rome', ok: true },
  { age: 0.1, city: 'Aix, "old"', ok: false },
];
const columns = {
  age: Float64Array.of(31, 0.1),
  city: ['Rome', 'Aix, "old"'],
  ok: [true, false],
};

const written = (table: unknown, form = {}, most = 1e6) => writtenTable(table, form, most);
const textOf = async (table: unknown) => (await written(table)).blob.text();

async function* chunks(...pieces: unknown[]) {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

const bytes = new TextEncoder().encode(csv);
const sharedBytes = () => {
  const shared = new Uint8Array(new SharedArrayBuffer(bytes.length));
  shared.set(bytes);
  return shared;
};
const half = Math.floor(bytes.length / 2);

describe('a table', () => {
  it.each<[string, unknown]>([
    ['a text', csv],
    ['a blob', new Blob([csv])],
    ['a file', new File([csv], 'a.csv')],
    ['a buffer', bytes.buffer],
    ['bytes', bytes],
    ['a response', new Response(csv)],
    ['a stream', new Blob([csv]).stream()],
    ['a stream of Node', Readable.from([Buffer.from(csv)])],
    ['texts that come one by one', chunks(csv.slice(0, 9), csv.slice(9))],
    ['bytes that come one by one', chunks(bytes.slice(0, half), bytes.slice(half))],
    ['a view of bytes', new DataView(bytes.buffer)],
    ['bytes of shared memory', sharedBytes()],
    ['lines', csv.trimEnd().split('\n')],
    ['lines that come one by one', chunks(...csv.trimEnd().split('\n'))],
    ['lines of an iterator', csv.trimEnd().split('\n').values()],
    ['chunks in a list', [bytes.slice(0, half), bytes.slice(half)]],
    ['chunks in a set', new Set([csv.slice(0, 9), csv.slice(9)])],
    ['a stream of texts', Readable.from(csv).setEncoding('utf8')],
    ['rows', rows],
    ['columns', columns],
  ])('given as %s is the same CSV', async (_, table) => {
    expect(await textOf(table)).toBe(csv);
  });

  it('is written with every digit, and with nothing for what is missing', async () => {
    const numbers = [1 / 3, 5e-324, -0, 1e21, 2 ** 53, NaN];
    const text = await textOf(numbers.map((x) => ({ x, y: null, z: undefined, w: 9n })));
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toBe('x,y,z,w');
    const read = lines.slice(1).map((line) => line.split(','));
    // -0 is 0 here, as everywhere that JavaScript writes a number.
    expect(read.map(([x]) => Number(x || 'NaN'))).toEqual([1 / 3, 5e-324, 0, 1e21, 2 ** 53, NaN]);
    expect(read.map(([, ...rest]) => rest)).toEqual(numbers.map(() => ['', '', '9']));
    const exact = Float32Array.of(0.1);
    expect(Number((await textOf({ a: exact })).split('\n')[1])).toBe(exact[0]);
  });

  it('keeps quotes, commas, blanks, comments and line ends in words', async () => {
    const words = ['a"b', 'a,b', ' a ', '#a', 'a\nb', 'a\r\nb', '"', 'plain', 'two words', 'é'];
    const text = await textOf(words.map((word) => ({ word, n: 1 })));
    const [, ...cells] = cellsOf(text);
    expect(cells.map(([word]) => word)).toEqual(words);
    expect(text).toContain('\nplain,1\ntwo words,1\né,1\n');
  });

  it('of one column has no empty line, which would be no row', async () => {
    expect(await textOf([{ a: 1 }, { a: null }, { a: 2 }])).toBe('a\n1\n""\n2\n');
  });

  it('of many rows is whole', async () => {
    const many = Array.from({ length: 10_000 }, (_, x) => ({ x, y: -x }));
    expect(cellsOf(await textOf(many)).slice(1)).toEqual(many.map(({ x, y }) => [`${x}`, `${y}`]));
  });

  it('takes what a row lacks for missing', async () => {
    expect(await textOf([{ a: 1, b: 2 }, { b: 3 }])).toBe('a,b\n1,2\n,3\n');
  });

  it.each<[string, unknown, string, string]>([
    ['no rows', [], 'empty-data', 'no rows'],
    ['no columns', {}, 'empty-data', 'no columns'],
    ['rows without columns', [{}], 'empty-data', 'no columns'],
    ['columns without rows', { a: [], b: [] }, 'empty-data', 'no rows'],
    ['columns of different lengths', { a: [1, 2], b: [1] }, 'ragged-data', '"b" has 1 cells'],
    ['a row with more than the first', [{ a: 1 }, { a: 1, b: 2 }], 'ragged-data', 'Row 2'],
    ['lists in the place of rows', [[1, 2], [3]], 'invalid-type', 'Row 1'],
    ['a hole among the rows', [{ a: 1 }, null], 'invalid-type', 'Row 2'],
    ['a column that is no list', { a: [1], b: 2 }, 'invalid-type', '"b" is not an array'],
    ['a cell that is an object', [{ a: 1 }, { a: {} }], 'invalid-type', 'Row 2'],
    ['a cell that is a function', { a: [() => 1] }, 'invalid-type', 'Row 1'],
    ['a date that is none', [{ a: new Date(NaN) }], 'invalid-type', 'Row 1'],
    ['a number', 5, 'invalid-type', 'a text, bytes'],
    ['null', null, 'invalid-type', 'a text, bytes'],
    ['numbers', Float64Array.of(1, 2), 'invalid-type', 'a text, bytes'],
    ['a map', new Map([['a', [1]]]), 'invalid-type', 'a text, bytes'],
    ['a stream of numbers', chunks(1, 2), 'invalid-type', 'one by one'],
  ])('is refused at data: %s', async (_, table, code, words) => {
    const error = await failure(written(table));
    expect(error.body).toMatchObject({ code, field: 'data' });
    expect(error.message).toContain(words);
  });

  it.each<[string, unknown, string]>([
    ['the server has none', new Response('no', { status: 404 }), '404'],
    ['it was read before', usedResponse(), 'The data cannot be read'],
    ['it fails on its way', failing(), 'the line went dead'],
  ])('cannot be read: %s', async (_, table, words) => {
    const error = await failure(written(table));
    expect(error.body).toMatchObject({ code: 'io-failed', field: 'data' });
    expect(error.message).toContain(words);
  });

  it('that is too long is refused before its end', async () => {
    let given = 0;
    async function* endless() {
      for (;;) {
        ++given;
        yield await Promise.resolve(new Uint8Array(100));
      }
    }
    expect((await failure(written(endless(), {}, 1000))).code).toBe('file-too-large');
    expect(given).toBeLessThan(20);
  });
});

function usedResponse(): Response {
  const response = new Response('a,b\n');
  void response.text();
  return response;
}

function failing(): ReadableStream {
  return new ReadableStream({
    pull: () => Promise.reject(new Error('the line went dead')),
  });
}

describe('the form of a table', () => {
  it('is that of what JavaScript writes, whatever a model is used to', async () => {
    expect((await written(rows)).form).toEqual({ delimiter: ',', decimal: '.', encoding: 'utf-8' });
    expect((await written(columns)).form).toEqual((await written(rows)).form);
    expect((await written(csv)).form).toEqual({ encoding: 'utf-8' });
    expect((await written(bytes, { encoding: 'latin1' })).form).toEqual({});
  });

  it.each<[unknown, object, string]>([
    [rows, { delimiter: ';' }, 'delimiter'],
    [columns, { decimal: ',' }, 'decimal'],
    [csv, { encoding: 'latin1' }, 'encoding'],
  ])('cannot be stated where there is another', async (table, form, field) => {
    expect((await failure(written(table, form))).body).toMatchObject({
      code: 'conflicting-fields',
      field,
    });
  });

  it('may be stated as it is', async () => {
    const form = { delimiter: ',', decimal: '.' } as const;
    expect(await (await written(rows, form)).blob.text()).toBe(csv);
    const stated = await written(csv, { delimiter: ';', encoding: 'utf-8' });
    expect(stated.form).toEqual({ encoding: 'utf-8' });
  });
});
