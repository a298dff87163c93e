import { describe, expect, it } from 'vitest';

import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import {
  askBias,
  askLevels,
  columnTitles,
  levelRows,
  levelTable,
  biasVerdict,
  levelsVerdict,
} from '../../../../web/src/feature/lab/vertices/model.ts';
import {
  averagesPicture,
  blocksPicture,
  costPicture,
  histogramPicture,
  momentPicture,
  stepsPicture,
} from '../../../../web/src/feature/lab/vertices/question.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

const settings = initialLab.vertices;
const bias = () => askBias(new FakeTheory(), settings);
const levels = () => askLevels(new FakeTheory(), settings);

describe('bias by vertices drawn', () => {
  it('is asked with what is set', async () => {
    const theory = new FakeTheory();
    await askBias(theory, { ...settings, function: 'kinked', weight: 0.3 });
    expect(theory.asked[0]).toMatchObject({ function: 'kinked', weight: 0.3, curvature: 5 });
  });

  it('is drawn beside the better of its two bounds', async () => {
    const { series, scale, xScale } = averagesPicture(await bias());
    expect([scale, xScale]).toEqual(['log', 'log']);
    expect(series[0].median.slice(0, 2)).toEqual([0.4, 0.2]);
    // 50 / K below 20 / sqrt(K) from K = 8 on.
    expect(series[0].bound?.y.slice(0, 4)).toEqual([20, 20 / Math.sqrt(2), 10, 50 / 8]);
    // A bound that is null gives way to the other.
    expect(series[1].bound?.y[0]).toBe(1000);
  });

  it('has gaps where it is exactly zero, and says that one vertex is enough', async () => {
    const answer = await askBias(new FakeTheory(), { ...settings, function: 'quadratic' });
    expect(averagesPicture(answer).series[0].median.every((y) => y === null)).toBe(true);
    expect(biasVerdict(answer).title).toContain('one vertex is enough');
  });
});

describe('bias-reduced gradients', () => {
  it('are drawn by their largest level, with the bound of their mean square', async () => {
    const { series, xRange } = momentPicture(await bias());
    expect(xRange).toEqual([0, 14]);
    expect(series.map(({ bound }) => bound !== null)).toEqual([false, true, false]);
    expect(series[0].median[0]).toBe(0.2);
  });

  it('are said to cost less from some level on', async () => {
    const answer = await bias();
    const { cost, evenCost } = answer.levels;
    const from = cost.findIndex((one, level) => level > 0 && one < evenCost[level]);
    expect(biasVerdict(answer).text).toContain('divides the bias by 2 in the limit');
    expect(biasVerdict(answer).text).toContain(`below M = ${String(from)},`);
    expect(costPicture(answer).series.map(({ median }) => median[from])).toEqual([
      cost[from],
      evenCost[from],
    ]);
    const few = await askBias(
      { theory: (query) => new FakeTheory().theory({ ...query, maxLevel: 3 }) },
      settings,
    );
    expect(biasVerdict(few).text).toContain('at all these levels');
  });

  it('are downloaded as they stand in the table', async () => {
    const answer = await bias();
    const { columns, rows } = levelTable(answer);
    expect(columns).toHaveLength(columnTitles.length);
    expect(rows).toHaveLength(15);
    expect(rows[1][columns.indexOf('evenCost')]).toBe(20);
    expect(levelRows(answer)[1][0]).toBe('1');
    expect(levelRows(answer)[1].at(-1)).toBe('20');
  });
});

describe('a schedule of levels', () => {
  it('is asked for the records, the budget and the seed that are set', async () => {
    const theory = new FakeTheory();
    await askLevels(theory, { ...settings, seed: 7 });
    expect(theory.asked[0]).toMatchObject({ samples: 1e6, epsilon: 1, delta: 1e-6, seed: 7 });
    const game = { primalVertices: 3, dualVertices: 300, lipschitz: 2, smoothness: 0, hessianLipschitz: 0.5 }; // prettier-ignore
    await askLevels(theory, { ...settings, ...game });
    expect(theory.asked[1]).toMatchObject(game);
    await askBias(theory, { ...settings, ...game });
    expect(theory.asked[2]).toMatchObject({ vertices: 300 });
  });

  it('is drawn beside its law; a level that was not drawn is a gap', async () => {
    const { series, reference } = histogramPicture(await levels());
    expect(series[0].median).toEqual([330, 160, null]);
    expect(reference?.y).toEqual([326, 163, 81]);
  });

  it('is drawn by what each block pays below what any levels may cost', async () => {
    const answer = await levels();
    const { series, levels: grey, yRange } = blocksPicture(answer);
    expect(series.map(({ label }) => label)).toEqual(['Dearest block', 'Cheapest']);
    expect(grey).toEqual([{ label: 'whatever the levels', y: 0.024 }]);
    expect(yRange?.[1]).toBeGreaterThanOrEqual(0.024);
    const { schedule } = answer;
    const each = { ...schedule, blocks: { ...schedule.blocks, stretch: 1 } };
    expect(blocksPicture({ ...answer, schedule: each }).series).toHaveLength(1);
  });

  it('is compared with those of other seeds and with what is expected', async () => {
    const answer = await levels();
    const { series, mark, xRange } = stepsPicture(answer);
    expect(series[0].x).toEqual([549.5, 649.5]);
    expect(mark).toBe(583);
    expect(xRange[1]).toBeGreaterThan(649.5);
    const { title, text } = levelsVerdict(answer);
    expect(title).toMatch(/570 steps read 50\s000 records/);
    expect(text).toContain('560 to 583 steps are expected');
    expect(text).toContain('75 % of what any levels might');
  });
});
