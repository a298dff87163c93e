import { css, html } from 'lit';
import { formatCount, formatNumber } from '../../../format/number.ts';
import '../../../components/shared/csv-button.ts';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { plainTable } from '../../../components/shared/plain-table.ts';
import type { NoiseAnswer } from '../shared/queries.ts';
import { tableStyles } from '../shared/styles.ts';
import { verdictLines } from '../shared/told.ts';
import {
  askNoise,
  noisePicture,
  type BatchSettings,
  theoremTable,
  noiseVerdict,
  settings,
} from './model.ts';
import { question } from '../shared/fields.ts';

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
    <h2>What a batch size costs in noise</h2>
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
    A variance-reduced step looks at b records, so a record that is drawn moves it by up to 4G/b,
    and its anchor by 2G/n. Small batches seldom draw a given record, which hides it, but when they
    do, it shows: for b = 1 a single draw stands out from the theorem’s noise by many standard
    deviations. In 75 000 steps over 200 000 records a given record is drawn with probability 0.31,
    so no small δ can be promised. Larger batches draw it more often and show it less, and past some
    size only the sum counts: the noise that a query of sensitivity 6G/n would need.
  </p>
  <p>
    The theorem’s noise is proven where both of its conditions hold. Outside of them the accountant
    still says what that noise is worth.
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
