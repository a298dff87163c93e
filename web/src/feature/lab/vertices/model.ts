import { choice, logCount, logNumber, number, valuesOf, type ValuesOf } from '../shared/fields.ts';
import { facts } from '../shared/settings.ts';
import type { BiasAnswer, LevelsAnswer, TheoryEngine } from '../shared/queries.ts';
import type { Table } from '../../../export/csv.ts';
import { columnTable } from '../shared/lines.ts';
import { formatNumber, formatCount } from '../../../format/number.ts';
import type { Verdict } from '../shared/told.ts';

/** As of other questions, but not every experiment has a game to follow. */
const source = choice(
  'Schedule for',
  { experiment: 'The open experiment, if it draws vertices', own: 'My own numbers' },
  'n, ε, δ, vertices and derivatives follow an experiment with mirror descent by vertex sampling until you change one of them here.',
);

/** What the bias of a gradient depends on, besides the number of vertices. */
const loss = {
  function: choice(
    'Loss of a coordinate',
    [
      { value: 'exponential', title: 'Exponential', description: 'Smooth of any order.' },
      { value: 'kinked', title: 'Kinked', description: 'Its gradient has a kink.' },
      { value: 'quadratic', title: 'Quadratic', description: 'Averages do not bias gradients.' },
    ],
    'How the loss depends on one coordinate of x. Draws bias the gradient unless it is linear.',
  ),
  curvature: logNumber(
    'Curvature β',
    [0.5, 5, 50],
    'The largest second derivative. The larger it is, the more a draw biases the gradient.',
  ),
  minimizer: number('Minimizer', [0, 0.8, 1], 'Where the loss is least.'),
  weight: number(
    'Coordinate p',
    [0.01, 0.8, 0.99],
    'The probability with which the coordinate’s vertex is drawn.',
  ),
};

/** What a schedule of levels depends on. */
const schedule = {
  ...facts,
  samples: { ...facts.samples, default: 1_000_000 },
  primalVertices: logCount(
    'Vertices of x',
    [2, 16, 1e6],
    'How many pure strategies x has. Errors grow with the logarithm.',
  ),
  dualVertices: logCount('Vertices of y', [2, 16, 1e6], 'How many pure strategies y has.'),
  lipschitz: logNumber(
    'First derivative L₀',
    [1e-3, 1, 1e3],
    'The largest derivative by one coordinate, for any record’s loss: how far one record can move a score.',
  ),
  smoothness: number(
    'Second derivative L₁',
    [0, 1, 1000],
    'The largest derivative by two coordinates, which biases gradients at averages of vertices.',
  ),
  hessianLipschitz: number(
    'Third derivative L₂',
    [0, 1, 1000],
    'The largest derivative by three coordinates, which determines the remaining bias.',
  ),
  momentFactor: logNumber(
    'Moment factor',
    [1e-3, 1, 100],
    'Scales C, the second moment whose constant the theorem does not state. A small value means longer and fewer steps.',
  ),
  seed: logCount(
    'Seed of the levels',
    [1, 1, 1000],
    'Levels are public, and drawn before the run.',
  ),
};

export const settings = { source, ...loss, ...schedule };

export type VertexSettings = ValuesOf<typeof settings>;

/** Up to where reducing the bias is cheaper than drawing more: M = 13 for the worst levels. */
const maxLevel = 14;

export function askBias(engine: TheoryEngine, settings: VertexSettings): Promise<BiasAnswer> {
  return engine.theory({
    query: 'bias-variance',
    ...valuesOf(loss, settings),
    vertices: Math.max(settings.primalVertices, settings.dualVertices),
    maxLevel,
  });
}

export function askLevels(engine: TheoryEngine, settings: VertexSettings): Promise<LevelsAnswer> {
  return engine.theory({ query: 'level-schedule', ...valuesOf(schedule, settings) });
}

/** Bias-reduced gradients by their largest level. */
export function levelTable({ levels }: BiasAnswer): Table {
  const { maxLevel, bias, biasBound, weight, meanDraws, cost, evenCost } = levels;
  return columnTable({
    maxLevel,
    bias,
    biasBound,
    meanSquare: levels.secondMoment,
    antitheticMeanSquare: levels.antitheticSecondMoment,
    weight,
    meanDraws,
    cost,
    evenCost,
  });
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

/** What to look at: bias that falls, and what that costs. */
export function biasVerdict({ averages, levels }: BiasAnswer): Verdict {
  const last = levels.maxLevel.length - 1;
  const [most, bias] = [levels.maxLevel[last], levels.bias[last]];
  if (averages.bias[0] === 0) {
    return {
      title: 'Gradients at averages of vertices are unbiased here: one vertex is enough.',
      text: 'Only values are biased, and only by the variance of the average.',
    };
  }
  const fall = formatNumber(levels.bias[last - 1] / bias);
  const growth = (moments: readonly number[]) => formatNumber(moments[last] / moments[0]);
  return {
    title: `One vertex biases the gradient by ${formatNumber(averages.bias[0])}, levels up to ${formatCount(most)} by ${formatNumber(bias)}.`,
    text: `Each additional level divides the bias by ${fall} in the limit, while the mean square grows slowly: it is ${growth(levels.secondMoment)} times that of M = 0, ${growth(levels.antitheticSecondMoment)} times where differences are antithetic. ${cheaper(levels)}`,
  };
}

/** From which level on levels cost less than as many vertices in every step. */
function cheaper({ maxLevel, cost, evenCost }: BiasAnswer['levels']): string {
  const from = maxLevel.find((level, index) => level > 0 && cost[index] < evenCost[index]);
  return from === undefined
    ? 'Equally many vertices in every step cost less privacy at all these levels.'
    : `Equally many vertices in every step cost less privacy below M = ${formatCount(from)}, and more from there on.`;
}

/** What to look at: how the public levels of a seed compare with what is expected of any. */
export function levelsVerdict({ rule, schedule, expectedSteps, repeats }: LevelsAnswer): Verdict {
  const { least, most } = expectedSteps;
  const { mean, standardError } = repeats.steps;
  const share = schedule.rho / schedule.worstRho;
  return {
    title: `Levels 0 to ${formatCount(rule.maxLevel)}: ${formatCount(schedule.steps)} steps read ${formatCount(schedule.records)} records.`,
    text: `${formatCount(least)} to ${formatCount(most)} steps are expected (Wald); over ${formatCount(repeats.seeds)} seeds there are ${formatCount(mean)} ± ${formatNumber(standardError)}. The most expensive block costs ${formatNumber(100 * share)} % of what any levels might, because these are known beforehand.`,
  };
}
