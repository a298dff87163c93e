import { describe, expect, it } from 'vitest';

import { adviceOn, blocksOf, countsOf, draftOf, equalWidths, faultOf, levelsOf, lookAt, mostCells, proposed, targetOf, withRole, type Draft } from '../../../../web/src/feature/workbench/columns.ts'; // prettier-ignore
import type { ColumnBlock } from '../../../../web/src/engine/types.ts';
import { linesOf } from '../../../../web/src/feature/workbench/lines.ts';

const form = { delimiter: ',', hasHeader: true };
const people = linesOf(
  [
    'id,work,age,income',
    ...Array.from({ length: 40 }, (_, i) => `n${i},${i % 3 ? 'Private' : 'State'},${20 + i},${i % 2 ? '>50K' : '<=50K'}`), // prettier-ignore
  ].join('\n'),
  form,
);

const looked = () =>
  [...lookAt(people, form)].map(([name, seen]) => draftOf(name, seen, undefined, false));

const words = (name: string, count: number, part: Partial<Draft> = {}): Draft => ({
  ...draftOf(name, null, { name, words: Array.from({ length: count }, (_, k) => `w${k}`) }, false),
  ...part,
});

describe('columns', () => {
  it('get roles by what is seen: names are left out, numbers fall in bins, the last is predicted', () => {
    const drafts = proposed(looked());
    expect(drafts.map(({ role }) => role)).toEqual(['out', 'words', 'bins', 'target']);
    expect(drafts.filter(({ role }) => role !== 'out').every(({ isRead }) => isRead)).toBe(true);
    expect(blocksOf(drafts)).toEqual([
      { name: 'work', words: ['Private', 'State'], other: 'other' },
      { name: 'age', edges: [30, 50] },
      { name: 'income', words: ['<=50K', '>50K'] },
    ]);
    expect(targetOf(drafts)).toBe('income');
    const bare = drafts.map((draft, place) => ({ ...draft, name: String(place) }));
    expect(blocksOf(bare, false).map(({ name }) => name)).toEqual([1, 2, 3]);
  });

  it('get no role where a histogram has no room for them', () => {
    const many = Array.from({ length: 30 }, (_, k) => draftOf(`c${k}`, null, undefined, false)).map(
      (draft) => ({ ...draft, edges: [1, 2] }),
    );
    const { cells } = countsOf(proposed(many), 2);
    expect(cells).toBeGreaterThan(100);
    expect(cells).toBeLessThanOrEqual(2 ** 14);
  });

  it('are read back from an experiment as they were written', () => {
    const blocks = blocksOf(proposed(looked()));
    const again = blocks.map((block) =>
      draftOf(String(block.name), null, block, block.name === 'income'),
    );
    expect(blocksOf(again)).toEqual(blocks);
    expect(targetOf(again)).toBe('income');
    expect(again.some(({ isRead }) => isRead)).toBe(false);
  });

  it('keep what the experiment says of them beside their lists', () => {
    const said: ColumnBlock[] = [
      { name: 'age', lower: 18, upper: 90, missing: 40, indicator: true },
      { name: 'job', words: ['a', 'b'], other: 'rest', encode: 'one-hot', missing: 'a' },
      { name: 'pay', edges: [1, 2], encode: 'ordered', missing: 1 },
    ];
    const drafts = said.map((block) => draftOf(String(block.name), null, block, false));
    expect(drafts.map(({ role }) => role)).toEqual(['stated', 'words', 'bins']);
    expect(blocksOf(drafts)).toEqual(said);
    expect(countsOf(drafts, 2).cells).toBe(9);
    const others = [withRole(drafts[0], 'out'), ...drafts.slice(1)];
    expect(blocksOf(others)).toEqual(said.slice(1));
    const binned = { ...withRole(drafts[1], 'bins'), edges: [5] };
    expect(blocksOf([binned])).toEqual([{ name: 'job', edges: [5] }]);
  });

  it('count their levels: words and the others, edges and one more', () => {
    expect(levelsOf(words('a', 3, { hasOther: true }))).toBe(4);
    expect(levelsOf(words('a', 3))).toBe(3);
    expect(levelsOf(draftOf('b', null, { name: 'b', edges: [1, 2] }, false))).toBe(3);
    expect(levelsOf(withRole(words('a', 3), 'out'))).toBe(1);
  });

  it('say what is wrong with a list', () => {
    expect(faultOf(words('a', 1))).toMatch(/two words/);
    expect(faultOf(words('a', 1001))).toMatch(/1000 words/);
    expect(faultOf(words('a', 2, { words: ['x', 'x'] }))).toMatch(/twice/);
    expect(faultOf(words('a', 2, { words: ['x', 'other'], hasOther: true }))).toMatch(/every word/);
    const bins = draftOf('b', null, { name: 'b', edges: [2, 2] }, false);
    expect(faultOf(bins)).toMatch(/ascending/);
    expect(faultOf({ ...bins, edges: [] })).toMatch(/one edge/);
    expect(faultOf({ ...bins, edges: [1] })).toBe('');
  });

  it('have as many combinations and numbers in tables as the engine counts', () => {
    // 2 x 3 x 4 combinations; 2 + 3 + 4 numbers of one column, 6 + 8 + 12 of two, 24 of three.
    const drafts = [words('a', 2), words('b', 3), words('c', 4), withRole(words('d', 5), 'out')];
    expect(countsOf(drafts, 2)).toEqual({ cells: 24, queries: 35 });
    expect(countsOf(drafts, 3)).toEqual({ cells: 24, queries: 59 });
  });

  it('say which of them to make smaller when there are too many combinations', () => {
    const drafts = [words('small', 4), words('large', 1024), words('next', 512)];
    const counts = countsOf(drafts, 2);
    expect(counts.cells).toBe(2 * mostCells);
    const advice = adviceOn(drafts, counts);
    expect(advice).toContain('“large” has the most levels: give it 512 levels or fewer');
    const followed = [drafts[0], words('large', 512), drafts[2]];
    expect(adviceOn(followed, countsOf(followed, 2))).toBe('');
  });

  it('divide a range into bins of equal width', () => {
    expect(equalWidths(0, 100, 4)).toEqual([25, 50, 75]);
  });
});
