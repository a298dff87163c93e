import { html, nothing } from 'lit';
import '../../components/charts/svg-chart.ts';
import '../../components/shared/csv-button.ts';
import type { Model } from '../../engine/types.ts';
import { formatMeasured } from '../../format/number.ts';
import type { TableJob } from './job.ts';
import { plainSeries, type Picture } from '../../chart/picture.ts';
import { quantile } from '../../statistics/quantile.ts';
import type { HeldOut } from './held-out.ts';

/** Rows of which the model says about the same. */
interface Group {
  rows: number;
  /** Their mean. */
  said: number;
  /** Of classes the share that is so; of numbers the one in the middle. */
  is: number;
  /** Of numbers 8 of 10 lie between these; of classes the share, where the same were drawn again. */
  low: number;
  high: number;
}

/** Fewer rows say little of a share. */
const fewestRows = 20;
const mostGroups = 10;

/** Groups of equal size, by what the model says; none where there are too few rows. */
export function groupsOf({ said, true: truth }: HeldOut, task: Model['task']): Group[] {
  const order = [...said.keys()].sort((one, other) => said[one] - said[other]);
  const count = Math.min(mostGroups, Math.floor(order.length / fewestRows));
  return Array.from({ length: count }, (_, index) => {
    const [from, to] = [index, index + 1].map((at) => Math.round((at * order.length) / count));
    const part = order.slice(from, to);
    const values = part.map((row) => truth[row]).sort((one, other) => one - other);
    const spread = task === 'number' ? spreadOf(values) : chanceOf(values);
    return { rows: part.length, said: mean(part.map((row) => said[row])), ...spread };
  });
}

const spreadOf = (values: readonly number[]) => ({
  is: quantile(values, 0.5),
  low: quantile(values, 0.1),
  high: quantile(values, 0.9),
});

/** A share of few rows, and how far chance alone moves it 8 times of 10. */
function chanceOf(values: readonly number[]) {
  const is = mean(values);
  // With one row more of either kind: a share of 0 or 1 is no certainty.
  const smoothed = (values.length * is + 1) / (values.length + 2);
  const reach = 1.28 * Math.sqrt((smoothed * (1 - smoothed)) / values.length);
  return { is, low: Math.max(0, is - reach), high: Math.min(1, is + reach) };
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length; // prettier-ignore
const inHundred = (share: number) => Math.round(100 * share);

/** One of the groups in words: of classes the one that is nearest to three in four, of numbers the middle one. */
export function groupSentence(groups: readonly Group[], { task, target }: Model): string {
  if (task === 'number') {
    const { said, low, high, is } = groups[Math.floor(groups.length / 2)];
    return `Where it says about ${formatMeasured(said)}, the true “${target.name}” is ${formatMeasured(is)} in the middle, and between ${formatMeasured(low)} and ${formatMeasured(high)} for 8 of 10 rows.`; // prettier-ignore
  }
  const far = ({ said }: Group) => Math.abs(said - 0.75);
  const { said, is, rows } = groups.reduce((one, other) => (far(other) < far(one) ? other : one));
  const what = task === 'classes' ? 'right' : `“${target.classes?.[1]}”`;
  const says = task === 'classes' ? 'is sure to' : 'says';
  return `Where it ${says} ${inHundred(said)}%, ${inHundred(is)} of 100 were ${what} (${rows} rows).`; // prettier-ignore
}

/** What it says across, what is so upwards; on the grey line both are the same. */
export function calibrationPicture(groups: readonly Group[], { task, target }: Model): Picture {
  const isNumber = task === 'number';
  const scaled = (value: number) => (isNumber ? value : 100 * value);
  const x = groups.map(({ said }) => scaled(said));
  const y = groups.map(({ is }) => scaled(is));
  const series = plainSeries('held-out rows', { x, y }, { colorIndex: 0 });
  const band = { q10: groups.map((one) => scaled(one.low)), q90: groups.map((one) => scaled(one.high)) }; // prettier-ignore
  const ends = groups.flatMap((one) => [one.said, one.low, one.high]);
  const [low, high] = isNumber ? [Math.min(...ends), Math.max(...ends)] : [0, 100];
  return {
    axis: 'other',
    scale: 'linear',
    xTitle: isNumber ? `predicted ${target.name}` : task === 'classes' ? 'how sure it is, %' : 'probability that it says, %', // prettier-ignore
    yTitle: isNumber ? `true ${target.name}` : task === 'classes' ? 'right, %' : 'true, %',
    series: [{ ...series, ...band }],
    reference: { x: [low, high], y: [low, high] },
    optimum: null,
    xRange: [low, high],
    yRange: [low, high],
  };
}

/** Held-out rows beside what the model says of them, for the owner's eyes. */
export function calibration({ state }: TableJob, model: Model) {
  const { heldOut } = state;
  const heading = html`<h3>${model.task === 'number' ? 'What it says, and what is true' : 'Can you trust its percentages?'}</h3>`; // prettier-ignore
  if (heldOut === null)
    return html`${heading}
      <p class="plot quiet" role="status">Drawing…</p>`;
  if (typeof heldOut === 'string') {
    return html`${heading}
      <p class="quiet">No picture here: ${heldOut}.</p>`;
  }
  const groups = groupsOf(heldOut, model.task);
  if (groups.length < 2) {
    return html`${heading}
      <p class="quiet">No picture here: ${heldOut.said.length} rows were held out, too few.</p>`;
  }
  const picture = calibrationPicture(groups, model);
  return html`${heading}
    <p>${groupSentence(groups, model)}</p>
    <figure class="plot">
      <p class="axis">${picture.yTitle}</p>
      <nd-svg-chart
        role="img"
        aria-label="${groupSentence(groups, model)} The table below has all groups."
        .model=${picture}
        .yRange=${picture.yRange}
      ></nd-svg-chart>
      <p class="axis across">${picture.xTitle}</p>
      <figcaption class="quiet small">
        Exact, for your eyes only: held-out rows in groups of equal size. On the grey line, the
        model’s percentages are true. ${bandWords(model)}
      </figcaption>
    </figure>
    <details>
      <summary>The numbers</summary>
      ${numbers(groups, model)}
    </details>`;
}

const bandWords = ({ task }: Model) =>
  task === 'number'
    ? 'The band holds 8 of 10 rows.'
    : 'The band shows the effect of chance with so few rows.';

function numbers(groups: readonly Group[], { task }: Model) {
  const isNumber = task === 'number';
  const told = (value: number) => (isNumber ? formatMeasured(value) : `${Math.round(100 * value)}%`); // prettier-ignore
  const cell = (text: string) => html`<td class="number">${text}</td>`;
  return html`<table class="numbers">
    <thead>
      <tr>
        <th scope="col" class="number">It says</th>
        <th scope="col" class="number">${isNumber ? 'True, in the middle' : 'So it was'}</th>
        ${isNumber ? html`<th scope="col" class="number">8 of 10 between</th>` : nothing}
        <th scope="col" class="number">Rows</th>
      </tr>
    </thead>
    <tbody>
      ${groups.map(
        ({ rows, said, is, low, high }) =>
          html`<tr>
            ${cell(told(said))} ${cell(told(is))}
            ${isNumber ? cell(`${told(low)} and ${told(high)}`) : nothing} ${cell(String(rows))}
          </tr>`,
      )}
    </tbody>
  </table>`;
}
