import { html } from 'lit';
import { formatCount, formatNumber, formatCounted } from '../../../format/number.ts';
import '../../../components/shared/csv-button.ts';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import { tableStyles } from '../shared/styles.ts';
import { verdictLines, type Verdict } from '../shared/told.ts';
import { question, logCount, number, type ValuesOf } from '../shared/fields.ts';
import { logLog } from '../shared/lines.ts';
import { dimension, radius, extentAt, type SetExtent } from '../shared/settings.ts';
import type { TheoryEngine, WidthAnswer, WidthSet } from '../shared/queries.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import type { Table } from '../../../export/csv.ts';

const settings = {
  radius: radius('The radius of every set, in its own norm.'),
  dimension: dimension('The table below is for this p; the chart runs over all.'),
  groupSize: logCount(
    'Group size',
    [1, 10, 1000],
    'Coordinates in a group of the group ball: 1 gives the l1 ball, p the l2 ball.',
  ),
  exponent: number(
    'Exponent a',
    [1.01, 1.5, 2],
    'For the l_a ball, between the l1 and the l2 ball. Its width is estimated by sampling.',
  ),
};

type WidthSettings = ValuesOf<typeof settings>;

interface SetWidths {
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

/** The Gaussian width of every set by dimension. */
export function widthPicture(sets: readonly SetWidths[], { dimension }: WidthSettings): Picture {
  const series = sets.map(({ title, over }, index) => {
    const one = plainSeries(title, { x: over.dimension, y: over.width }, { colorIndex: index });
    if (over.widthError.every((error) => error === 0)) return one;
    const shifted = (by: number) => over.width.map((width, at) => width + by * over.widthError[at]);
    return { ...one, q10: shifted(-2), q90: shifted(2) };
  });
  return {
    ...logLog,
    xTitle: 'dimension p',
    yTitle: 'Gaussian width of the set',
    series,
    xRange: [1, 1e6],
    yRange: logRange(series.flatMap(({ median }) => median.filter((y) => y !== null && y > 0.01))),
    mark: dimension,
  };
}

/** The sets at the chosen dimension; one that is too large to draw in has empty cells. */
export function widthTable(sets: readonly SetWidths[]): Table {
  return {
    columns: ['set', 'width', 'standardError', 'secondMoment', 'radius', 'bregmanRadius'],
    rows: sets.map(({ title, here }) => [
      title,
      here?.width,
      here?.error,
      here?.secondMoment,
      here?.radius,
      here?.bregmanRadius,
    ]),
  };
}

/** What a set of small width saves against the ball. */
export function widthVerdict(sets: readonly SetWidths[], { dimension }: WidthSettings): Verdict {
  const widthOf = (set: SetWidths['set']) => sets.find((one) => one.set === set)?.here?.width;
  const ball = widthOf('l2-ball') ?? 1;
  const polytope = widthOf('l1-ball') ?? 1;
  const title = `In ${formatCounted(dimension, 'dimension')} the l1 ball is ${formatNumber(ball / polytope)} times narrower than the l2 ball.`;
  return {
    title,
    text: 'DP-AccMD’s bound grows with the width of the set, not with the dimension: as √(2 ln p) on the l1 ball, as √p on the l2 ball.',
  };
}

/** How wide constraint sets are for Gaussian noise, by dimension. */
answerView('nd-widths-view', {
  heading: 'Widths',
  waiting: 'Measuring…',
  styles: tableStyles,
  ask: askWidths,
  draw: (sets, settings) => html`
    <h2>How much of the noise remains in a set</h2>
    ${verdictLines(widthVerdict(sets, settings))}
    <nd-lab-chart
      heading="Gaussian width by dimension"
      .picture=${widthPicture(sets, settings)}
      notes="The widths of the group ball and of the ball between l1 and l2 are drawn, up to 10 000 dimensions; their bands are two standard errors."
    ></nd-lab-chart>
    <div class="head">
      <h2>At p = ${formatCount(settings.dimension)}</h2>
      <nd-csv-button
        heading="Widths at p = ${settings.dimension}"
        .table=${() => widthTable(sets)}
      ></nd-csv-button>
    </div>
    ${table(sets)}
  `,
});

function table(sets: readonly SetWidths[]) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Widths of the sets">
    <table>
      <thead>
        <tr>
          <th scope="col">Set</th>
          <th scope="col">Width ${formula('G_𝒞')}</th>
          <th scope="col">Mean square ${formula('W_𝒞')}</th>
          <th scope="col">At most ${formula('G_𝒞^2 + R_2^2')}</th>
          <th scope="col">Bregman radius Θ</th>
        </tr>
      </thead>
      <tbody>
        ${sets.map((one) => row(one))}
      </tbody>
    </table>
  </div>`;
}

function row({ set, title, here }: SetWidths) {
  if (here === null) {
    return html`<tr>
      <th scope="row">${title}</th>
      <td colspan="4">too many dimensions to draw in</td>
    </tr>`;
  }
  const { width, error, secondMoment, radius, bregmanRadius } = here;
  // The inequality is one of symmetric sets.
  const bound = set === 'simplex' ? null : width ** 2 + radius ** 2;
  return html`<tr>
    <th scope="row">${title}</th>
    <td>${formatNumber(width)}${error > 0 ? ` ± ${formatNumber(error)}` : ''}</td>
    <td>${formatNumber(secondMoment)}</td>
    <td>${bound === null ? '–' : formatNumber(bound)}</td>
    <td>${formatNumber(bregmanRadius)}</td>
  </tr>`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('G_𝒞 = 𝔼 sup_{w∈𝒞} ⟨b,w⟩,~b∼N(0,I)', 'G C equals the expected supremum over w in C of the product of b and w, b normal', true)}
  </p>
  <p>
    Noise matters only in directions in which the set is wide. The corners of the l1 ball point
    along the axes, so the noise moves the answer by its largest coordinate, not by its length.
    Mirror descent in the set’s own geometry benefits from this. Its price is Θ, the size of the set
    in this geometry, which is only logarithmic.
  </p>
  <p class="quiet small">
    Wang, Ye and Xu, Definition 5.2 and Theorem 5.4. Bands of sampled widths: two standard errors.
  </p>
</section>`;

export const widths = question({
  title: 'Widths',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-widths-view .engine=${engine} .settings=${values}></nd-widths-view>`,
});
