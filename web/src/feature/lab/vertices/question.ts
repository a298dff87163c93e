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
import {
  averagesPicture,
  costPicture,
  momentPicture,
  blocksPicture,
  histogramPicture,
  stepsPicture,
} from './picture.ts';
import { question } from '../shared/fields.ts';

/** How draws of vertices mislead gradients, and what less of it costs. */
answerView('nd-bias-view', {
  heading: 'Bias and variance',
  styles: tableStyles,
  ask: askBias,
  draw: (found) => html`
    <h2>How draws mislead a gradient</h2>
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
          notes="Grey: the geometric law, truncated at M."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="Steps, over ${repeats.seeds} seeds"
          .picture=${stepsPicture(found)}
          notes="The upright line is Wald’s upper bound on the mean."
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
    Private mirror descent shows no iterate, only vertices drawn from it, and asks for gradients at
    their averages. A gradient that bends is biased there, and descent comes to rest where the
    biased one is zero. More vertices bias it less, and each of them costs privacy.
  </p>
  <p>
    Bias reduction draws a level N first, 2<sup>−N</sup> as likely each, and corrects the gradient
    at one vertex by a difference between 2<sup>N+1</sup> and 2<sup>N</sup> of them. In the mean the
    differences telescope to the bias of 2<sup>M+1</sup> vertices, while a step draws about M of
    them. A heavy level moves scores far, but levels do not depend on data: they are drawn and
    priced before a record is read.
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
