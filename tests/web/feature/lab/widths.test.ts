import { describe, expect, it } from 'vitest';

import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import {
  askWidths,
  widthPicture,
  widthVerdict,
  widthTable,
} from '../../../../web/src/feature/lab/widths/question.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

describe('widths', () => {
  it('are downloaded at the chosen dimension', async () => {
    const sets = await askWidths(new FakeTheory(), initialLab.widths);
    const { columns, rows } = widthTable(sets);
    expect(rows.map(([set]) => set)).toEqual(sets.map(({ title }) => title));
    expect(rows[4][columns.indexOf('width')]).toBe(Math.sqrt(Math.log(108)));
  });

  it('are drawn over dimensions, with bands where they are estimated', async () => {
    const settings = initialLab.widths;
    const sets = await askWidths(new FakeTheory(), settings);
    const picture = widthPicture(sets, settings);
    expect(picture.mark).toBe(54);
    const bands = picture.series.map(({ q90 }) => q90.length > 0);
    expect(bands).toEqual([false, false, true, true, false, false]);
    expect(picture.series[2].x.at(-1)).toBe(10_000);
    // The chosen dimension is read off exactly.
    expect(picture.series[0].x).toContain(54);
    expect(sets[4].here?.width).toBe(Math.sqrt(Math.log(108)));
    expect(picture.series[4].x.at(-1)).toBe(1e6);
    const { title } = widthVerdict(sets, settings);
    expect(title).toMatch(/^In 54 dimensions the l1 ball is 3\.\d+ times narrower/);
  });

  it('are not drawn where a draw is too dear', async () => {
    const theory = new FakeTheory();
    const sets = await askWidths(theory, { ...initialLab.widths, dimension: 1e6 });
    expect(sets.map(({ here }) => here === null)).toEqual([false, false, true, true, false, false]);
  });
});
