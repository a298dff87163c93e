import type { ChartModel, ChartSeries } from './model.ts';
import { paletteSize, toldApart } from '../chart/palette.ts';
import { logRange } from '../chart/range.ts';
import { plainSeries, type Line } from '../chart/picture.ts';

/** What no private method beats on all problems, against what was swept. */
export interface LowerLine {
  label: string;
  line: Line;
  /** Values of the sweep's other numbers for which it is drawn: those of the curve whose colour it has. */
  at: string;
}

export interface LowerLines {
  lines: readonly LowerLine[];
  /** What they are, and what they rest on. */
  words: string;
}

/** Position of the dots among the dashes. */
const dots = 6;

/** The ends of runs with lower bounds beside them; each in the colour of its curve where there is one of that setting alone. */
export function withLowerLines(model: ChartModel, { lines, words }: LowerLines): ChartModel {
  if (lines.length === 0) return model;
  const added = lines.map(({ label, line, at }): ChartSeries => {
    const own = model.series.filter((series) => at !== '' && series.label.endsWith(at));
    const colorIndex = own.length === 1 ? own[0].colorIndex : paletteSize - 1;
    const drawn = plainSeries(label, line, { colorIndex, dashIndex: dots });
    return { ...drawn, isLowerBound: true, iteration: [], epsilonSpent: [] };
  });
  const series = toldApart([...model.series, ...added]);
  const told = { ...model, series, lowerWords: words };
  if (model.scale !== 'log') return told;
  const values = series.flatMap(({ q10, median, q90, bound }) => [...q10, ...median, ...q90, ...(bound?.y ?? [])]); // prettier-ignore
  return { ...told, yRange: logRange(values) };
}
