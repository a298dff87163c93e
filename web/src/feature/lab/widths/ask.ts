import { extentAt, type SetExtent } from '../shared/extent.ts';
import type { TheoryEngine, WidthAnswer, WidthSet } from '../shared/queries.ts';
import type { WidthSettings } from './settings.ts';

export interface SetWidths {
  set: WidthSet;
  title: string;
  /** Over many dimensions. */
  over: WidthAnswer;
  /** At the chosen one; null where it is too large to draw in. */
  here: SetExtent | null;
}

/** Widths that are drawn stop here: a draw costs as many numbers as there are dimensions. */
const mostDrawn = 10_000;

/** For a line in a picture, and for a number in the table. */
const draws = { line: 300, number: 2000 };

export function askWidths(engine: TheoryEngine, settings: WidthSettings): Promise<SetWidths[]> {
  const { exponent } = settings;
  const sets: [WidthSet, string][] = [
    ['linf-ball', 'l∞ ball'],
    ['l2-ball', 'l2 ball'],
    ['lp-ball', `l${String(exponent)} ball`],
    ['group-ball', 'group ball'],
    ['l1-ball', 'l1 ball'],
    ['simplex', 'simplex'],
  ];
  return Promise.all(sets.map(([set, title]) => askSet(engine, settings, { set, title })));
}

async function askSet(
  engine: TheoryEngine,
  { radius, dimension, groupSize, exponent }: WidthSettings,
  { set, title }: Pick<SetWidths, 'set' | 'title'>,
): Promise<SetWidths> {
  const common = { query: 'gaussian-width', set, radius, groupSize, exponent } as const;
  const isDrawn = set === 'lp-ball' || set === 'group-ball';
  const most = isDrawn ? mostDrawn : 1e6;
  const dimensions = [1, 2, 5].flatMap((digit) =>
    [1, 10, 100, 1e3, 1e4, 1e5, 1e6].map((power) => digit * power),
  );
  const fits = [...new Set([...dimensions, dimension])].filter((one) => one <= most);
  const over = await engine.theory({
    ...common,
    dimensions: fits.sort((a, b) => a - b),
    draws: draws.line,
  });
  if (!fits.includes(dimension)) return { set, title, over, here: null };
  const at = isDrawn
    ? await engine.theory({ ...common, dimensions: [dimension], draws: draws.number })
    : over;
  return { set, title, over, here: extentAt(at, at.dimension.indexOf(dimension)) };
}
