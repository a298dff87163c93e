import { plainSeries, type Line, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { isPositive } from '../shared/lines.ts';
import type { KlAnswer, Promises } from './ask.ts';
import type { KlSettings } from './settings.ts';

/** What each line is; lineSentences() in words.ts says more. */
const lines: readonly [name: keyof Promises, label: string][] = [
  ['spider', 'KL Spider, certified'],
  ['printed', 'KL Spider, printed'],
  ['adaptive', 'Adaptive GD, certified'],
  ['proximal', 'Proximal, certified'],
  ['rate', 'x^κ, a rate'],
  ['lowest', 'Theorem 8, from below'],
];

/** The promised gap against the number of records. */
export function promisePicture({ over }: KlAnswer, { samples }: KlSettings): Picture {
  const series = lines.flatMap(([name, label], index) => {
    const line = lineOf(over, name);
    return line.y.some(isPositive) ? [plainSeries(label, line, { colorIndex: index })] : [];
  });
  return {
    axis: 'other',
    scale: 'log',
    xScale: 'log',
    xTitle: 'records n',
    yTitle: 'gap at the end',
    series,
    reference: null,
    optimum: null,
    xRange: [over[0].samples, over[over.length - 1].samples],
    yRange: logRange(series.flatMap(({ median }) => median)),
    mark: samples,
  };
}

function lineOf(over: readonly Promises[], name: keyof Promises): Line {
  return { x: over.map(({ samples }) => samples), y: over.map((one) => one[name]) };
}

/** The targets of a plan, round by round or step by step; null where it has none that can be drawn. */
export function targetPicture({ here: { spider, proximal } }: KlAnswer): Picture | null {
  const rounds = spider?.schedule;
  const steps = proximal?.schedule;
  const parts: [string, Line][] = [
    ...(rounds
      ? ([
          ['Spider’s target Φₖ', { x: rounds.round, y: rounds.target }],
          ['Spider’s threshold', { x: rounds.round, y: rounds.threshold }],
          ['Spider’s noise', { x: rounds.round, y: rounds.freshNoise }],
        ] as [string, Line][])
      : []),
    ...(steps
      ? ([['Proximal target Φₜ', { x: steps.step, y: steps.target }], ['Proximal weight Λₜ', { x: steps.step, y: steps.weight }]] as [string, Line][]) // prettier-ignore
      : []),
  ];
  if (parts.length === 0) return null;
  const series = parts.map(([label, line], index) =>
    plainSeries(label, line, { colorIndex: index }),
  );
  return {
    axis: 'other',
    scale: 'log',
    xTitle: rounds ? 'round' : 'proximal step',
    yTitle: 'targets and noise',
    series,
    reference: null,
    optimum: null,
    xRange: [1, Math.max(2, ...series.map(({ x }) => x.at(-1) ?? 1))],
    yRange: logRange(series.flatMap(({ median }) => median)),
  };
}
