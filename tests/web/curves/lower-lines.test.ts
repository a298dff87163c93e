import { expect, it } from 'vitest';

import { withLowerLines } from '../../../web/src/curves/lower-lines.ts';
import type { ChartModel, ChartSeries } from '../../../web/src/curves/model.ts';
import { paletteSize } from '../../../web/src/chart/palette.ts';
import { plainSeries } from '../../../web/src/chart/picture.ts';
import { chartLabel } from '../../../web/src/chart/readout.ts';
import { chartTable } from '../../../web/src/curves/chart-table.ts';

const x = [100, 1000];

function ends(labels: string[]): ChartModel {
  const series = labels.map((label, colorIndex): ChartSeries => {
    const bare = plainSeries(label, { x, y: [1, 0.1] }, { colorIndex });
    return { ...bare, q10: [0.9, 0.09], q90: [1.1, 0.11], iteration: [], epsilonSpent: [] };
  });
  return { axis: 'other', measure: 'suboptimality', scale: 'log', xTitle: 'samples', yTitle: 'gap', series, reference: null, optimum: null, dropped: 0, xRange: [100, 1000], yRange: [0.05, 2] }; // prettier-ignore
}
const lower = (at: string, y = [1e-3, 1e-5]) => ({ label: `Lower${at}`, line: { x, y }, at });
const words = 'What they are.';

it('gives a lower bound the colour of the one curve of its setting, and dots', () => {
  const model = ends(['Spider, power 2', 'Spider, power 3']);
  const { series, lowerWords } = withLowerLines(model, { lines: [lower(', power 3')], words });
  expect(series[2]).toMatchObject({ label: 'Lower, power 3', colorIndex: 1, isLowerBound: true });
  expect(series[2].dashIndex).not.toBe(series[1].dashIndex);
  expect(lowerWords).toBe(words);
});

it('is grey where it belongs to several curves, and told apart', () => {
  const model = ends(['One', 'Other']);
  const { series } = withLowerLines(model, { lines: [lower(''), lower('')], words });
  expect(series.slice(2).map(({ colorIndex }) => colorIndex)).toEqual([paletteSize - 1, paletteSize - 1]); // prettier-ignore
  expect(series[2].dashIndex).not.toBe(series[3].dashIndex);
});

it('has room in the picture, and counts as no curve', () => {
  const model = withLowerLines(ends(['One']), { lines: [lower('')], words });
  expect(model.yRange![0]).toBeLessThanOrEqual(1e-5);
  expect(model.yRange![1]).toBeGreaterThanOrEqual(1.1);
  expect(chartLabel(model)).toContain('1 curves');
  expect(withLowerLines(ends(['One']), { lines: [], words })).toEqual(ends(['One']));
});

it('is exported in a column of its own, for it read no data', () => {
  const { columns, rows } = chartTable(withLowerLines(ends(['One']), { lines: [lower('')], words })); // prettier-ignore
  expect(columns.slice(0, 2)).toEqual(['label', 'samples']);
  const [median, own] = ['nonPrivate.suboptimality.median', 'lowerBound'].map((name) => columns.indexOf(name)); // prettier-ignore
  expect(rows.map((row) => [row[0], row[1], row[median] ?? null, row[own] ?? null])).toEqual([
    ['One', 100, 1, null],
    ['One', 1000, 0.1, null],
    ['Lower', 100, null, 1e-3],
    ['Lower', 1000, null, 1e-5],
  ]);
  expect(chartTable(ends(['One'])).columns).not.toContain('lowerBound');
});
