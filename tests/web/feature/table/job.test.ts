// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import type {
  FitOptions,
  InspectReport,
  Model,
  PageEngine,
} from '../../../../web/src/engine/types.ts';
import { TableJob } from '../../../../web/src/feature/table/job.ts';

const report = {
  name: 'a.csv',
  format: 'csv',
  header: true,
  records: 400,
  delimiter: ';',
  decimal: ',',
  columnCount: 2,
  columns: [
    { position: 0, name: 'age', kind: 'integer', missing: 0, lower: 18, upper: 71 },
    { position: 1, name: 'left', kind: 'category', missing: 0, words: [{ word: 'no', count: 220 }, { word: 'yes', count: 180 }] }, // prettier-ignore
  ],
  problem: null,
  proposal: null,
} as unknown as InspectReport;
const model = {
  privacy: { total: { epsilon: 1, delta: 1e-5 } },
  experiment: { privacy: { notion: 'approximate', epsilon: 1, delta: 1e-5 } },
} as unknown as Model;
const table = (text = 'age;left\n1;no\n') => ({ name: 'a.csv', blob: new Blob([text]) });

/** A job on an engine that answers so, and what it was asked. */
function job(answers: Partial<Record<'inspect' | 'fit', unknown>> = {}, shelf = shelfOf().shelf) {
  const asked: FitOptions[] = [];
  const answer = (value: unknown) =>
    value instanceof Error ? Promise.reject(value) : Promise.resolve(value);
  const engine = {
    inspect: () => answer(answers.inspect ?? report),
    fit: (_table: unknown, options: FitOptions) => {
      asked.push(options);
      return answer(answers.fit ?? model);
    },
  } as unknown as PageEngine;
  return { job: new TableJob(() => Promise.resolve(engine), shelf), asked };
}

/** What a tab keeps. */
function shelfOf() {
  const kept = new Map<string, string>();
  const shelf = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }; // prettier-ignore
  return { kept, shelf: () => shelf };
}

const failure = (field: string, message: string) =>
  Object.assign(new Error(message), { code: 'invalid-value', field });

describe('the way of a table', () => {
  it('goes from step to step once what each needs was said, and fits as the file is written', async () => {
    const { job: way, asked } = job();
    await way.open(table());
    expect(way.state).toMatchObject({ step: 'table', choice: { target: 'left', positive: 'yes' } });
    expect(way.state.preview).toEqual(['age;left', '1;no', '']);
    way.choose({ positive: '' });
    await way.go('public');
    expect(way.state).toMatchObject({ step: 'table', problem: { column: 'left' } });
    way.choose({ positive: 'no' });
    await way.go('public');
    expect(way.state).toMatchObject({ step: 'public', problem: null });
    await way.go('result');
    expect(way.state).toMatchObject({ step: 'result', model, busy: null, mileage: { runs: 1, epsilon: 1 } }); // prettier-ignore
    expect(asked[0]).toMatchObject({
      target: 'left',
      positive: 'no',
      delimiter: ';',
      decimal: ',',
    });
    await way.go('release');
    expect(way.state.step).toBe('release');
  });

  it('forgets a model with the choice that it was of, and keeps the rest', async () => {
    const { job: way } = job();
    await way.open(table());
    await way.go('result');
    expect(way.state.model).toBe(model);
    way.setColumn('age', { lower: 0, upper: 100 });
    expect(way.state.model).toBeNull();
    way.choose({ target: 'age' });
    expect(way.state.choice).toMatchObject({ target: 'age', task: 'number', positive: '' });
    expect(way.state.choice.columns[0]).toMatchObject({ lower: 0, upper: 100 });
  });

  it('drops a fit whose choice has changed while it ran', async () => {
    const { job: way } = job();
    await way.open(table());
    const fit = way.go('result');
    way.choose({ epsilon: 5 });
    await fit;
    expect(way.state).toMatchObject({ model: null, busy: null, step: 'table' });
  });

  it('keeps over a reload what was said of a file, and nothing of its rows', async () => {
    const { kept, shelf } = shelfOf();
    const { job: before } = job({}, shelf);
    await before.open(table('age;left\n1777;no\n'));
    before.choose({ positive: 'no', epsilon: 2 });
    before.setColumn('age', { lower: 0, upper: 99 });
    await before.go('result');
    expect([...kept.values()].join()).not.toMatch(/1777|"seen"|"count"/);
    const { job: after } = job({}, shelf);
    expect(after.state).toMatchObject({ file: null, awaited: 'a.csv' });
    await after.open(table('age;left\n1777;no\n'));
    expect(after.state).toMatchObject({ step: 'public', model: null, choice: { positive: 'no', epsilon: 2 } }); // prettier-ignore
    expect(after.state.choice.columns[0]).toMatchObject({ lower: 0, upper: 99 });
    expect(after.state.notice).toMatch(/as you left it/);
  });

  it('counts on a file what two tabs train on it', async () => {
    const [one, other] = [job().job, job().job];
    for (const way of [one, other]) await way.open(table('age;left\n4;no\n'));
    await one.go('result');
    await other.go('result');
    expect(other.state.mileage).toMatchObject({
      runs: 2,
      epsilon: 2,
      spent: 'ε = 2, δ = 2 × 10⁻⁵',
    });
  });

  it('begins anew with another file, and says so', async () => {
    const { shelf } = shelfOf();
    const { job: before } = job({}, shelf);
    await before.open(table());
    before.setColumn('age', { lower: 0, upper: 99 });
    const { job: after } = job({}, shelf);
    await after.open(table('age;left\n2;yes\n'));
    expect(after.state.notice).toMatch(/not the same file as before, so this starts again/);
    expect(after.state.choice.columns[0]).toMatchObject({ lower: null, upper: null });
    after.forget();
    expect(job({}, shelf).job.state.awaited).toBeNull();
  });

  it('says that a file has changed on disk, and keeps its choices when it is chosen again', async () => {
    const { job: way } = job({ fit: new Error('failed to fetch') });
    const changed = table();
    await way.open(changed);
    way.setColumn('age', { lower: 0, upper: 99 });
    await way.go('public');
    changed.blob.slice = () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }) as never; // prettier-ignore
    await way.go('result');
    expect(way.state.problem?.message).toMatch(/a\.csv has changed on disk.*Choose it again/);
    await way.open(table('age;left\n3;yes\n'));
    expect(way.state.choice.columns[0]).toMatchObject({ lower: 0, upper: 99 });
  });

  it('gives many columns a role, as far as each can have it', async () => {
    const { job: way } = job();
    await way.open(table());
    way.choose({ target: 'left' });
    const { columns } = way.state.choice;
    way.setRoles(columns, 'ignore');
    expect(way.state.choice.columns.map(({ role }) => role)).toEqual(['ignore', 'category']);
    way.setRoles(columns, 'category');
    expect(way.state.choice.columns[0].role).toBe('ignore');
    way.setRoles(columns, null);
    expect(way.state.choice.columns[0].role).toBe('number');
  });

  it('tells an error at the column that it is about', async () => {
    const { job: way } = job({ fit: failure('columns.age.lower', 'must be finite') });
    await way.open(table());
    await way.go('result');
    expect(way.state.problem).toEqual({ column: 'age', message: 'must be finite' });
    const { job: other } = job({ fit: failure('line 7', 'has 3 cells') });
    await other.open(table());
    await other.go('result');
    expect(other.state.problem).toEqual({ column: '', message: 'line 7: has 3 cells' });
    const words = 'in the column "age": "NaN" is not a finite number; replace it';
    const { job: third } = job({ fit: failure('line 5, column 1', words) });
    await third.open(table());
    await third.go('result');
    expect(third.state.problem?.column).toBe('age');
    expect(third.state.problem?.message).toMatch(/^line 5, column 1: "NaN" is .*, or leave the column out$/); // prettier-ignore
  });

  it.each([
    [{ format: 'libsvm' }, /has no column names/],
    [{ columns: undefined, problem: 'It is a picture.' }, /It is a picture/],
    [{ header: false, isCompressed: true }, /write the names/],
    [{ records: 0 }, /0 rows/],
    [{ columns: report.columns!.slice(0, 1) }, /one column/],
  ])('refuses %j in words, and keeps what was open', async (change, words) => {
    const { job: way } = job({ inspect: { ...report, ...change } });
    await way.open(table());
    expect(way.state.problem?.message).toMatch(words);
    expect(way.state.file).toBeNull();
  });

  it('gives a table without a header one', async () => {
    const { job: way } = job({ inspect: { ...report, header: false } });
    await way.open(table('1;no\n2;yes\n'));
    expect(way.state.problem?.inside).toBeDefined();
    expect(await way.state.problem!.inside!.blob.text()).toBe('column1;column2\n1;no\n2;yes\n');
  });

  it('says that nothing was pasted, and that a file is too large before it reads it', async () => {
    const { job: way } = job();
    await way.paste('  \n');
    expect(way.state.problem?.message).toMatch(/Nothing was pasted/);
    await way.open({ name: 'large.csv', blob: { size: 2e9 } as Blob });
    expect(way.state.problem?.message).toMatch(/2000 MB/);
  });

  it('takes the later of two files, and nothing of a fit that was cancelled', async () => {
    const { job: way } = job();
    const first = way.open({ name: 'first.csv', blob: new Blob(['a']) });
    await way.open({ name: 'second.csv', blob: new Blob(['b']) });
    await first;
    expect(way.state.file?.name).toBe('second.csv');
    const fit = way.go('result');
    way.cancel();
    await fit;
    expect(way.state).toMatchObject({ model: null, busy: null, step: 'table' });
  });
});
