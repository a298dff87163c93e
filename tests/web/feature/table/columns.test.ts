import { describe, expect, it } from 'vitest';

import type { InspectReport, InspectedColumn } from '../../../../web/src/engine/types.ts';
import {
  columnFacts,
  filledFromFile,
  fitOptions,
  lacking,
  lackingPublic,
  proposedColumns,
  proposedPositive,
  proposedTarget,
  roundedOutwards,
  tasksOf,
  type TableChoice,
} from '../../../../web/src/feature/table/columns.ts';

const counted = (counts: Record<string, number>) =>
  Object.entries(counts).map(([word, count]) => ({ word, count }));

const id: InspectedColumn = {
  position: 0,
  name: 'id',
  kind: 'id',
  missing: 0,
  lower: 1,
  upper: 400,
};
const age: InspectedColumn = { position: 1, name: 'age', kind: 'integer', missing: 0, lower: 18, upper: 71 }; // prettier-ignore
const job: InspectedColumn = { position: 2, name: 'job', kind: 'category', missing: 7, words: counted({ cook: 200, clerk: 190, spy: 3 }) }; // prettier-ignore
const left: InspectedColumn = { position: 3, name: 'left', kind: 'category', missing: 0, words: counted({ no: 220, yes: 180 }) }; // prettier-ignore
const grade: InspectedColumn = { position: 4, name: 'grade', kind: 'integer', missing: 0, lower: 1, upper: 3, words: counted({ 1: 140, 2: 130, 3: 130 }) }; // prettier-ignore
const columns = [id, age, job, left];
const report = { columns, proposal: null } as unknown as InspectReport;

const choice = (change: Partial<TableChoice> = {}): TableChoice => ({
  columns: proposedColumns(report),
  target: 'left',
  task: 'yes-or-no',
  positive: 'yes',
  isFromFile: false,
  epsilon: 2,
  ...change,
});

describe('what is proposed of a table', () => {
  it('leaves ids out, takes the last fitting column for the target, and states nothing', () => {
    expect(choice().columns.map(({ role }) => role)).toEqual(['ignore', 'number', 'category', 'category']); // prettier-ignore
    expect(proposedTarget(report)).toBe('left');
    for (const { lower, upper, words } of choice().columns) expect([lower, upper, words]).toEqual([null, null, []]); // prettier-ignore
    expect(columnFacts(id)).toMatch(/like an id/);
    expect(columnFacts(job)).toBe('3 words: cook, clerk, spy; 7 empty cells');
  });

  it('takes few numbers for classes, and a word that means yes for yes', () => {
    expect(tasksOf(grade)).toEqual(['classes', 'yes-or-no', 'number']);
    expect(tasksOf(age)).toEqual(['number']);
    expect(tasksOf(id)).toEqual([]);
    expect(proposedPositive(left)).toBe('yes');
    expect(proposedPositive(job)).toBe('');
  });
});

describe('what a click takes from the file', () => {
  it('rounds ranges outwards to few digits', () => {
    expect(roundedOutwards(18, 71)).toEqual([10, 80]);
    expect(roundedOutwards(0.123, 0.987)).toEqual([0.1, 1]);
    expect(roundedOutwards(5, 5)).toEqual([5, 6]);
    expect(roundedOutwards(-3100, 97_000)).toEqual([-10_000, 100_000]);
  });

  it('leaves out words that few rows have', () => {
    const [, , filled] = choice().columns.map(filledFromFile);
    expect(filled.words).toEqual(['cook', 'clerk']);
  });
});

describe('the fit that follows', () => {
  it('states what was stated, and how empty cells read', () => {
    const asked = choice();
    const filled = { ...asked, columns: asked.columns.map(filledFromFile) };
    expect(fitOptions(filled)).toEqual({
      target: 'left',
      positive: 'yes',
      epsilon: 2,
      columns: {
        id: { role: 'ignore' },
        age: { role: 'number', lower: 10, upper: 80 },
        job: {
          role: 'category',
          words: ['cook', 'clerk', 'missing'],
          other: 'other',
          missing: 'missing',
        },
      },
    });
  });

  it('leaves out what nobody has looked at', () => {
    expect(fitOptions(choice({ unseen: ['far'] })).columns).toMatchObject({
      far: { role: 'ignore' },
    });
  });

  it('predicts classes, or a number whose range nobody states', () => {
    const graded = { ...report, columns: [age, grade] };
    const asked = choice({ columns: proposedColumns(graded), target: 'grade' });
    expect(fitOptions({ ...asked, task: 'classes' }).columns).toEqual({
      age: { role: 'number' },
      grade: { words: ['1', '2', '3'] },
    });
    const numbers = fitOptions({ ...asked, task: 'number' });
    expect(numbers).toMatchObject({ regression: true, columns: { age: { role: 'number' } } });
    expect(numbers.columns).not.toHaveProperty('grade');
  });

  it('waits for what is lacking, and says of which column', () => {
    expect(lacking(choice({ target: 'id' }))?.column).toBe('id');
    expect(lacking(choice({ positive: '' }))?.message).toMatch(/counts as yes/);
    expect(lacking(choice())).toBeNull();
    const many = Array.from({ length: 5000 }, (_, at) => ({ ...choice().columns[1], seen: { ...age, name: `x${at}` } })); // prettier-ignore
    expect(lacking(choice({ columns: [...choice().columns, ...many] }))?.message).toMatch(/at most.*leave some out/); // prettier-ignore
    expect(lackingPublic(choice())?.column).toBe('job');
    expect(lackingPublic(choice())?.message).toMatch(/List the words/);
    const swapped = choice().columns.map((one) =>
      one.seen === age ? { ...one, lower: 70, upper: 18 } : { ...one, words: ['a'] },
    );
    expect(lackingPublic(choice({ columns: swapped }))?.message).toMatch(/above the lower/);
  });
});
