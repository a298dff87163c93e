import type { Table } from '../../../export/csv.ts';
import { formatNumber } from '../../../format/number.ts';
import type { BiasAnswer } from '../shared/queries.ts';

/** Bias-reduced gradients by their largest level. */
export function levelTable({ levels }: BiasAnswer): Table {
  const { maxLevel, bias, biasBound, secondMoment, antitheticSecondMoment } = levels;
  const { weight, meanDraws, cost, evenCost } = levels;
  return {
    columns: [
      'maxLevel',
      'bias',
      'biasBound',
      'meanSquare',
      'antitheticMeanSquare',
      'weight',
      'meanDraws',
      'cost',
      'evenCost',
    ],
    rows: maxLevel.map((level, index) => [
      level,
      bias[index],
      biasBound[index],
      secondMoment[index],
      antitheticSecondMoment[index],
      weight[index],
      meanDraws[index],
      cost[index],
      evenCost[index],
    ]),
  };
}

export const columnTitles = [
  'M',
  'Bias',
  'At most',
  'Mean square',
  'Antithetic',
  'Weight Λ',
  'Vertices a step',
  'Cost by levels',
  'Cost of many',
];

/** The same as it is read. */
export function levelRows(answer: BiasAnswer): string[][] {
  return levelTable(answer).rows.map(([level, ...numbers]) => [
    String(level),
    ...numbers.map((value) => formatNumber(typeof value === 'number' ? value : null)),
  ]);
}
