import { describe, expect, it } from 'vitest';

import type { Catalogue, Experiment } from '../../../../web/src/engine/types.ts';
import { codesOf } from '../../../../web/src/feature/workbench/encode.ts';
import { columnsOf } from '../../../../web/src/feature/workbench/make.ts';
import { classNames, onFile, recordsOf } from '../../../../web/src/feature/workbench/records.ts';
import { csv, experiment } from './results.ts';

const column = (name: string) => ({ name, lower: 0, upper: 9 });
const catalogue = {
  builtinData: [
    { name: 'two-sizes', samples: 3, target: 'kind: 0 small, 1 large', columns: [column('wide, "long"'), column('high')] }, // prettier-ignore
    { name: 'digits', samples: 2, target: 'the digit, 0 to 9', columns: [column('pixel')] },
  ],
} as unknown as Catalogue;

const sizes = {
  ...experiment,
  data: { kind: 'builtin', name: 'two-sizes', columns: [{ name: 1, edges: [5] }, { name: 'wide, "long"', edges: [3, 6] }] }, // prettier-ignore
  problem: { kind: 'saddle', name: 'marginal-queries', targetLevels: 2, order: 2 },
} as unknown as Experiment;

/** A line that is no record, and three that are. */
const table = (name: string) =>
  Promise.resolve(new TextEncoder().encode(name === 'two-sizes' ? '3,2,small,large\n1,6,0\n4,2,1\n7,5,1\n' : '')); // prettier-ignore
const never = () => Promise.reject(new Error('not asked'));

describe('the records of an experiment', () => {
  it('of a file are its own', async () => {
    const file = { name: 'people.csv', blob: new Blob([csv()]) };
    const own = await recordsOf(experiment, file, catalogue, never);
    expect(own).toEqual({ experiment, text: csv(), form: { delimiter: ',', hasHeader: true } });
    expect(await recordsOf(experiment, null, catalogue, never)).toBeNull();
    expect(await recordsOf(experiment, { ...file, name: 'other.csv' }, catalogue, never)).toBeNull(); // prettier-ignore
  });

  it('of a built-in table are those of its file, with its target as a column of codes', async () => {
    const own = (await recordsOf(sizes, null, catalogue, table))!;
    const { data, problem } = own.experiment;
    expect(data).toEqual({
      kind: 'file',
      name: 'two-sizes.csv',
      format: 'csv',
      header: 'yes',
      target: 'target',
      columns: [
        { name: 'high', edges: [5] },
        { name: 'wide, "long"', edges: [3, 6] },
        { name: 'target', edges: [0.5] },
      ],
    });
    expect(problem).toEqual({ kind: 'saddle', name: 'marginal-queries', order: 2 });
    expect(own.experiment.privacy).toEqual(sizes.privacy);
    expect(codesOf(own.text, own.form, columnsOf(data)!)).toEqual([
      [1, 0, 0],
      [0, 1, 1],
      [1, 2, 1],
    ]);
  });

  it('of a built-in table whose target is left out end with another column', () => {
    const problem = { ...sizes.problem, targetLevels: 0 };
    expect(onFile({ ...sizes, problem }, catalogue)?.data).toMatchObject({ target: 'wide, "long"' }); // prettier-ignore
  });

  it('are all of them, where steps chose some; where steps change them there are none', () => {
    const steps = (kinds: string[]) =>
      ({ ...sizes, data: { ...sizes.data, preprocess: kinds.map((kind) => ({ kind })) } }) as Experiment; // prettier-ignore
    expect(onFile(steps(['sample-rows', 'hold-out']), catalogue)).toEqual(onFile(sizes, catalogue)); // prettier-ignore
    expect(onFile(steps(['scale-columns']), catalogue)).toBeNull();
    const drawn = { ...sizes, data: { kind: 'synthetic', name: 'markov-bits' } } as Experiment;
    expect(onFile(drawn, catalogue)).toBeNull();
  });

  it('have classes that the catalogue names, or whose codes are their names', () => {
    const target = { name: 'target', edges: [0.5] };
    expect(classNames(target, sizes.data, catalogue)).toEqual(['small', 'large']);
    const digits = { kind: 'builtin', name: 'digits' } as Experiment['data'];
    const ten = { name: 'target', edges: Array.from({ length: 9 }, (_, code) => code + 0.5) };
    expect(classNames(ten, digits, catalogue)?.at(9)).toBe('9');
    expect(classNames({ name: 'target', edges: [4.5] }, digits, catalogue)).toBeNull();
    expect(classNames({ name: 'high', edges: [0.5] }, sizes.data, catalogue)).toBeNull();
  });
});
