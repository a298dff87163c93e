import { html } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import { dataTable, verdictLines, factRows } from '../shared/told.ts';
import '../../../components/charts/lab-chart.ts';
import { tableStyles } from '../shared/styles.ts';
import {
  askBias,
  columnTitles,
  levelRows,
  levelTable,
  biasVerdict,
  askLevels,
  levelsVerdict,
  settings,
} from './model.ts';
import { question } from '../shared/fields.ts';
import { plainSeries, type Line, type Picture } from '../../../chart/picture.ts';
import { linearRange, logRange } from '../../../chart/range.ts';
import { isPositive, line, plain } from '../shared/lines.ts';
import type { BiasAnswer, Column, LevelsAnswer } from '../shared/queries.ts';

/** What is exactly 0 has no place on a logarithmic axis. */
function positive(x: readonly number[], y: Column): Line {
  return line(
    x,
    y.map((value) => (isPositive(value) ? value : null)),
  );
}

/** The lower of two bounds; one that says nothing is null. */
function lower(one: Column, other: Column): Column {
  return one.map((value, index) => Math.min(value ?? Infinity, other[index] ?? Infinity));
}

/** How gradients at averages of K vertices are misled; dashes are bounds. */
export function averagesPicture({ averages }: BiasAnswer): Picture {
  const { draws: x, bias, meanSquare, plateauLoss } = averages;
  const bounds = {
    bias: lower(averages.biasBound, averages.firstOrderBiasBound),
    meanSquare: lower(averages.meanSquareBound, averages.firstOrderMeanSquareBound),
  };
  return {
    ...plain,
    scale: 'log',
    xScale: 'log',
    xTitle: 'vertices K in an average',
    yTitle: 'Error',
    series: [
      {
        ...plainSeries('Bias of the gradient', positive(x, bias), { colorIndex: 0 }),
        bound: positive(x, bounds.bias),
      },
      {
        ...plainSeries('Its mean square error', positive(x, meanSquare), { colorIndex: 1 }),
        bound: positive(x, bounds.meanSquare),
      },
      plainSeries('Loss where it comes to rest', positive(x, plateauLoss), { colorIndex: 2 }),
    ],
    xRange: [1, x.at(-1) ?? 2],
    yRange: logRange([...bias, ...meanSquare, ...plateauLoss, ...bounds.meanSquare]),
  };
}

/** What a bias-reduced gradient varies, by its largest level. */
export function momentPicture({ levels }: BiasAnswer): Picture {
  const { maxLevel: x, bias, secondMoment, antitheticSecondMoment, secondMomentBound } = levels;
  return {
    ...overLevels(x),
    yTitle: 'Bias, and mean square of the gradient',
    series: [
      plainSeries('Bias', positive(x, bias), { colorIndex: 0 }),
      {
        ...plainSeries('Mean square', positive(x, secondMoment), { colorIndex: 1 }),
        bound: positive(x, secondMomentBound),
      },
      plainSeries('Antithetic', positive(x, antitheticSecondMoment), { colorIndex: 2 }),
    ],
    yRange: logRange([...bias, ...secondMoment, ...antitheticSecondMoment, ...secondMomentBound]),
  };
}

/** What equal bias costs in privacy: by levels, or by as many vertices in every step. */
export function costPicture({ levels }: BiasAnswer): Picture {
  const { maxLevel: x, cost, evenCost } = levels;
  return {
    ...overLevels(x),
    yTitle: 'zCDP of equally many steps, in units of (τ L₀)² T³/n²',
    series: [
      plainSeries('By levels', line(x, cost), { colorIndex: 0 }),
      plainSeries('Equally many in every step', line(x, evenCost), { colorIndex: 1 }),
    ],
    yRange: logRange([...cost, ...evenCost]),
  };
}

function overLevels(x: readonly number[]) {
  return {
    ...plain,
    scale: 'log',
    xTitle: 'largest level M',
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
  } as const;
}

/** How often each level was drawn; the grey line is its law. */
export function histogramPicture({ schedule }: LevelsAnswer): Picture {
  const { level: x, count, expected } = schedule.histogram;
  return {
    ...plain,
    scale: 'log',
    xTitle: 'level N',
    yTitle: 'Steps',
    hasDots: true,
    series: [plainSeries('Drawn', positive(x, count), { colorIndex: 0 })],
    reference: line(x, expected),
    referenceLabel: 'Geometric distribution',
    xRange: [0, Math.max(1, x.at(-1) ?? 1)],
    yRange: logRange([...count, ...expected]),
  };
}

/** What the records of each block pay; the grey level is what any levels may cost. */
export function blocksPicture({ schedule }: LevelsAnswer): Picture {
  const { blocks, worstRho, steps } = schedule;
  const series = [plainSeries('Dearest block', line(blocks.step, blocks.rho), { colorIndex: 0 })];
  if (blocks.stretch > 1) {
    series.push(plainSeries('Cheapest', line(blocks.step, blocks.leastRho), { colorIndex: 1 }));
  }
  return {
    ...plain,
    scale: 'linear',
    xTitle: 'step',
    yTitle: 'zCDP of a record in the block of this step',
    series,
    levels: [{ label: 'whatever the levels', y: worstRho }],
    xRange: [1, Math.max(2, steps)],
    // With room for the name of the level.
    yRange: linearRange([0, 1.1 * worstRho, ...blocks.rho]),
  };
}

/** How many steps the schedules of many seeds have; the upright line is Wald's upper bound. */
export function stepsPicture({ repeats, expectedSteps }: LevelsAnswer): Picture {
  const { from, width, count } = repeats.bins;
  const x = from.map((least) => least + (width - 1) / 2);
  const ends = [...x, expectedSteps.most];
  return {
    ...plain,
    scale: 'linear',
    xTitle: 'steps of a run',
    yTitle: 'Seeds',
    hasDots: true,
    series: [plainSeries('Seeds', line(x, count), { colorIndex: 0 })],
    xRange: [Math.min(...ends) - width, Math.max(...ends) + width],
    yRange: linearRange([0, ...count]),
    mark: Math.round(expectedSteps.most),
  };
}

/** How draws of vertices mislead gradients, and what less of it costs. */
answerView('nd-bias-view', {
  heading: 'Bias and variance',
  styles: tableStyles,
  ask: askBias,
  draw: (found) => html`
    <h2>How draws bias a gradient</h2>
    ${verdictLines(biasVerdict(found))}
    <div class="charts">
      <nd-lab-chart
        heading="By the vertices drawn"
        .picture=${averagesPicture(found)}
        notes="Dashes: what the theory proves, the better of its two bounds. All lines are exact."
      ></nd-lab-chart>
      <nd-lab-chart
        heading="Bias-reduced, by the largest level"
        .picture=${momentPicture(found)}
        notes="Dashes: the bound on the mean square of either estimator."
      ></nd-lab-chart>
      <nd-lab-chart
        heading="Privacy at equal bias"
        .picture=${costPicture(found)}
        notes="Both with the step sizes and records of equally many steps, whatever the levels are."
      ></nd-lab-chart>
    </div>
    ${dataTable({
      heading: 'By the largest level',
      note: 'Λ is what a record’s weight in a step is worth at most; costs as in the chart.',
      columns: columnTitles,
      rows: levelRows(found),
      table: () => levelTable(found),
    })}
  `,
});

/** The public levels of a run of bias-reduced mirror descent, and what its blocks cost. */
answerView('nd-levels-view', {
  heading: 'A schedule of levels',
  styles: tableStyles,
  ask: askLevels,
  draw(found) {
    const { rule, schedule, repeats } = found;
    return html`
      <h2>A schedule of levels</h2>
      ${verdictLines(levelsVerdict(found))}
      <div class="charts">
        <nd-lab-chart
          heading="What each block’s records pay"
          .picture=${blocksPicture(found)}
          notes="A record pays for the draws after its block, more of it at a high level. The last block pays nothing."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="How often each level"
          .picture=${histogramPicture(found)}
          notes="Grey: the geometric distribution, truncated at M."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="Steps, over ${repeats.seeds} seeds"
          .picture=${stepsPicture(found)}
          notes="The vertical line is Wald’s upper bound on the mean."
        ></nd-lab-chart>
      </div>
      <h3>Its parameters</h3>
      ${factRows({
        'Level budget U': rule.levelBudget,
        'Batch divisor α': rule.batchDivisor,
        'Second moment C': rule.momentScale,
        'Step size τ': schedule.stepSize,
        'Sum of 2ᴺ': schedule.spent,
        'ρ of this schedule': schedule.rho,
        'ρ that may be spent': schedule.budget,
      })}
    `;
  },
});

const story = html`<section>
  <h2>Why?</h2>
  <p>
    Private mirror descent never releases an iterate, only vertices drawn from it, and it evaluates
    gradients at their averages. If a gradient is not linear it is biased there, and descent comes
    to rest where the biased gradient is zero. More vertices reduce the bias, but each of them costs
    privacy.
  </p>
  <p>
    Bias reduction draws a level N first, 2<sup>−N</sup> as likely each, and corrects the gradient
    at one vertex by a difference between 2<sup>N+1</sup> and 2<sup>N</sup> of them. On average, the
    differences telescope to the bias of 2<sup>M+1</sup> vertices, while a step draws about M of
    them. A high level moves scores far, but levels do not depend on data: they are drawn, and their
    cost is fixed, before a record is read.
  </p>
  <p class="quiet small">
    González, Guzmán and Paquette, Algorithms 2 and 3, sections 2 and 3.2, constants corrected.
    Where the open experiment draws vertices of two simplices, the schedule is for its records,
    budget, vertices and derivatives; else for derivatives bounded by 1 on 16 vertices each.
  </p>
</section>`;

export const vertices = question({
  title: 'Vertex draws',
  settings,
  folded: [
    { title: 'Schedule', names: ['samples', 'epsilon', 'delta', 'momentFactor', 'seed'] },
    {
      title: 'Vertices and derivatives',
      names: ['primalVertices', 'dualVertices', 'lipschitz', 'smoothness', 'hessianLipschitz'],
    },
  ],
  factsOf: ({ samples, epsilon, delta, game }) =>
    game === undefined ? null : { samples, epsilon, delta, ...game },
  story,
  view: (engine, values) => html`
    <nd-bias-view .engine=${engine} .settings=${values}></nd-bias-view>
    <nd-levels-view .engine=${engine} .settings=${values}></nd-levels-view>
  `,
});
