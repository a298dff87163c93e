import { css, html } from 'lit';
import { formatCount, formatNumber } from '../../../format/number.ts';
import '../../../components/shared/csv-button.ts';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { plainTable } from '../../../components/shared/plain-table.ts';
import type { NoiseAnswer, TheoryEngine } from '../shared/queries.ts';
import { tableStyles } from '../shared/styles.ts';
import { verdictLines, type Verdict } from '../shared/told.ts';
import { question, choice, logCount, type ValuesOf } from '../shared/fields.ts';
import { columnTable, logLog } from '../shared/lines.ts';
import { facts, source } from '../shared/settings.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import type { Table } from '../../../export/csv.ts';

const settings = {
  source,
  ...facts,
  innerSteps: logCount(
    'Inner steps N',
    [10, 75_000, 1e8],
    'All inner steps of the run. The experiments of the paper have 75 000 (DP-SVRG) and 655 340 (DP-SVRG++).',
  ),
  constant: choice(
    'Constant c of the theorem',
    [
      { value: '0', title: 'Proven (132 and a little)' },
      { value: '8', title: '8, not proven' },
    ],
    'The theorem does not state its constant. 132 is proven under its two conditions. With 8, figures look as in the paper, but nothing is proven.',
  ),
};

type BatchSettings = ValuesOf<typeof settings>;

export function askNoise(engine: TheoryEngine, settings: BatchSettings): Promise<NoiseAnswer> {
  const { samples, innerSteps, epsilon, delta, constant } = settings;
  return engine.theory({
    query: 'batch-noise',
    samples,
    innerSteps,
    epsilon,
    delta,
    noiseConstant: Number(constant),
    batchSizes: batchesOf(samples),
  });
}

/** 1, 3, 10, 30 and so on below n: where the noise is computed. */
export function batchesOf(samples: number): number[] {
  const batches: number[] = [];
  for (let power = 1; power < samples; power *= 10) {
    batches.push(power);
    if (3 * power < samples) batches.push(3 * power);
  }
  return batches.slice(0, 23);
}

/** The noise that each batch size needs; the upright line is the least batch worth taking. */
export function noisePicture(answer: NoiseAnswer): Picture {
  const { batchSize: x, tight, advanced, paper, largeBatchLimit, fullBatch } = answer;
  const ends = { x: [x[0], x.at(-1) ?? 1], y: [paper.noise, paper.noise] };
  const finite = [...tight, ...advanced].filter((value) => value !== null);
  return {
    ...logLog,
    xTitle: 'batch size b',
    yTitle: 'Noise σ of each coordinate, in units of G',
    series: [
      plainSeries('Accountant', { x, y: tight }, { colorIndex: 0 }),
      plainSeries('Advanced composition', { x, y: advanced }, { colorIndex: 1 }),
      plainSeries('The theorem', ends, { colorIndex: 2 }),
    ],
    reference: { x: ends.x, y: [fullBatch, fullBatch] },
    optimum: largeBatchLimit,
    xRange: [x[0], Math.max(x.at(-1) ?? 1, 10)],
    yRange: logRange([...finite, paper.noise, fullBatch]),
    mark: answer.smallestBatch,
  };
}

/** The theorem's noise by batch size: whether its conditions hold, and what is proven of it. */
export function theoremTable({ batchSize, tight, paper }: NoiseAnswer): Table {
  const said = (holds: boolean) => (holds ? 'yes' : 'no');
  return columnTable({
    batchSize,
    accountantNoise: tight,
    coversOneRecord: paper.isLargeEnough.map(said),
    seldomDrawn: paper.isAmplified.map(said),
    certifiedEpsilon: paper.certifiedEpsilon,
  });
}

/** What a batch size buys. */
export function noiseVerdict(answer: NoiseAnswer, { epsilon }: BatchSettings): Verdict {
  const { tight, smallestBatch, largeBatchLimit, paper } = answer;
  const one = tight[0];
  const title =
    smallestBatch === 1
      ? 'One record per step is enough: larger batches save almost no noise.'
      : `Batches of ${formatCount(smallestBatch)}: larger batches save almost no noise.`;
  const ratio =
    one === null
      ? ''
      : `One record per step needs ${formatNumber(one / largeBatchLimit)} times the noise of large batches. `;
  const known = answer.batchSize.flatMap((batch, index) =>
    paper.isLargeEnough[index] && paper.isAmplified[index] ? [batch] : [],
  );
  return { title, text: ratio + covered(known, epsilon) };
}

/** Too small a batch shows a record too well, too large a one draws it too often for the proof. */
function covered(batches: readonly number[], epsilon: number): string {
  const [least, most] = [batches.at(0), batches.at(-1)];
  if (least === undefined || most === undefined) {
    return `The theorem’s proof covers none of these batch sizes at ε = ${formatNumber(epsilon)}.`;
  }
  if (least === most) return `The theorem’s proof covers batches of about ${formatCount(least)}.`;
  return `The theorem’s proof covers batches of about ${formatCount(least)} to ${formatCount(most)}.`;
}

const tableTitle = 'The theorem’s noise, by batch size';

/** The noise of variance-reduced gradients by batch size, and where the theorem's proof holds. */
answerView('nd-batch-view', {
  heading: 'Noise and batch size',
  waiting: 'Calibrating…',
  styles: [
    tableStyles,
    css`
      .outside {
        color: var(--danger);
      }
    `,
  ],
  ask: askNoise,
  draw: (found, settings) => html`
    <h2>How much noise each batch size costs</h2>
    ${verdictLines(noiseVerdict(found, settings))}
    <nd-lab-chart
      heading="Noise by batch size, ${formatCount(settings.innerSteps)} inner steps"
      .picture=${noisePicture(found)}
      notes="The upright line is the least batch within 15 % of the limit of large batches (grey dots). Grey line: full batches without an anchor. All but the theorem’s noise is proven at every batch size."
    ></nd-lab-chart>
    <div class="head">
      <h2>${tableTitle}</h2>
      <nd-csv-button .heading=${tableTitle} .table=${() => theoremTable(found)}></nd-csv-button>
    </div>
    <p class="small quiet under">
      σ = ${formatNumber(found.paper.noise)} G whatever the batch size. Its proof needs both
      conditions; the last column is what the accountant proves in any case.
    </p>
    ${table(found, settings)}
  `,
});

function table(found: NoiseAnswer, { epsilon }: BatchSettings) {
  const { paper } = found;
  return html`<div class="scroll" tabindex="0" role="region" aria-label="Noise by batch size">
    ${plainTable(
      [
        'Batch size',
        'Accountant’s σ',
        'Noise covers one record',
        'Records seldom drawn',
        'Certified ε of the theorem’s noise',
      ],
      found.batchSize.map((batch, index) => [
        formatCount(batch),
        formatNumber(found.tight[index]),
        verdictOf(paper.isLargeEnough[index]),
        verdictOf(paper.isAmplified[index]),
        certified(paper.certifiedEpsilon[index], epsilon),
      ]),
    )}
  </div>`;
}

function verdictOf(holds: boolean) {
  return holds ? html`yes` : html`<span class="outside">no</span>`;
}

/** Beyond ten thousand an epsilon says nothing. */
function certified(epsilon: number | null, wanted: number) {
  if (epsilon === null || epsilon > 1e4) return html`<span class="outside">above 10 000</span>`;
  const text = formatNumber(epsilon);
  return epsilon > wanted ? html`<span class="outside">${text}</span>` : html`${text}`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p>
    A variance-reduced step reads b records, so a record in the batch moves it by up to 4G/b, and
    its anchor by 2G/n. Small batches rarely draw a given record, which hides it. But when they do,
    the record shows: for b = 1, a single draw stands out from the theorem’s noise by many standard
    deviations. In 75 000 steps over 200 000 records a given record is drawn with probability 0.31,
    so no small δ can be promised. Larger batches draw it more often but show it less, and beyond
    some size only its mean effect counts: the noise that a query of sensitivity 2G/n would need, as
    for full batches.
  </p>
  <p>
    The theorem’s noise is proven where both of its conditions hold. Outside them, the accountant
    still states what this noise proves.
  </p>
  <p class="quiet small">Wang, Ye and Xu, Theorems 4.1 and 4.3; the constants are derived here.</p>
</section>`;

export const batch = question({
  title: 'Batch size',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-batch-view .engine=${engine} .settings=${values}></nd-batch-view>`,
});
