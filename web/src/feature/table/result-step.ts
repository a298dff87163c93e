import { html, nothing } from 'lit';
import type { Model } from '../../engine/types.ts';
import { formatMeasured, formatNumber } from '../../format/number.ts';
import { levelsOf, type Measure } from '../../results/measures.ts';
import { calibration } from './calibration-view.ts';
import { cut } from './reading.ts';
import type { TableJob } from './job.ts';
import { scoreOf, scoreSentence, type Figure } from './score.ts';

type Weight = Model['weights'][number];

/** Weights that are shown before the rest is asked for. */
const mostWeights = 12;

/** Third step: how well the model predicts, and by what. */
export function resultStep(job: TableJob) {
  const { model } = job.state;
  if (model === null) return nothing;
  const score = scoreOf(model);
  return html`${score ? scoreBlock(job, model, score) : nothing}
    <p class="quiet small">
      Measured on rows that the model has not seen. Keep these figures to yourself: they are
      computed without noise, and are not part of the published model.
    </p>
    ${cautions(model)} ${calibration(job, model)} ${weights(model)}
    <p class="next">
      <button @click=${() => void job.go('public')}>Back</button>
      <button class="primary" @click=${() => void job.go('release')}>Next: release it</button>
    </p>`;
}

function scoreBlock(job: TableJob, model: Model, score: Figure) {
  const { value, withoutPrivacy, baseline = 0 } = score;
  return html`<p class="score" role="status">${scoreSentence(score)}</p>
    ${value === null ? nothing : scale(score)}
    ${value !== null && value <= baseline ? advice(job, model, withoutPrivacy ?? value) : nothing}`;
}

/** Where the model stands between its two lines. */
function scale({ figure, value, withoutPrivacy, baseline }: Figure) {
  const low = Math.min(0, value ?? 0, baseline ?? 0);
  const place = (share: number) => (share - low) / (1 - low);
  const blind = levelsOf(figure as Measure)[1]?.[0] ?? '';
  const mark = (share: number | undefined | null, name: string, kind: string) =>
    typeof share === 'number'
      ? html`<span
          class="mark ${kind === 'low' && place(share) < 0.3 ? 'high' : kind}"
          .style=${`left: ${100 * place(share)}%`}
          ><span>${name}</span></span
        >`
      : nothing;
  return html`<div class="scale" aria-hidden="true">
    ${mark(baseline, blind, 'low')} ${mark(withoutPrivacy, 'no privacy', 'high')}
    ${mark(value, 'this model', 'own')}
  </div>`;
}

/** What would help where the model is no better than one that does not look. */
function advice({ state }: TableJob, model: Model, without: number) {
  const { epsilon } = state.choice;
  const ranges = model.columns.some(({ rangeIsPrivate }) => rangeIsPrivate);
  const baseline = scoreOf(model)?.baseline ?? 0;
  return html`<div class="note">
    <p>It is no better than a model that ignores the columns. What would help:</p>
    <ul>
      ${ranges ? html`<li>State the ranges: with few rows, privately found ranges are far off.</li>` : nothing}
      ${
        without > baseline
          ? html`<li>
                More rows, or a larger epsilon than ${formatNumber(epsilon)}: without privacy these
                columns predict better.
              </li>
              <li>Fewer columns: each one needs noise.</li>`
          : html`<li>Other columns: even without privacy these do not predict it.</li>`
      }
    </ul>
  </div>`;
}

function cautions({ warnings }: Model) {
  if (warnings.length === 0) return nothing;
  return html`<details>
    <summary>What the plan warned about</summary>
    <ul>
      ${warnings.map((warning) => html`<li>${warning}</li>`)}
    </ul>
  </details>`;
}

function nameOf({ name, level, isMissing, class: ofClass }: Weight): string {
  const part = isMissing ? `${name}: empty` : level === undefined ? name : `${name}: ${level}`;
  return cut(ofClass === undefined ? part : `${part}, for “${ofClass}”`, 80);
}

/** Each weight beside the noise in it: one that is smaller than that says nothing. */
function weights({ weights: all }: Model) {
  const sorted = all.toSorted((one, other) => Math.abs(other.value) - Math.abs(one.value));
  const largest = Math.max(
    ...all.map(({ value, noiseDeviation = 0 }) => Math.abs(value) + noiseDeviation),
    1e-300,
  );
  const row = (weight: Weight) => {
    const { value, noiseDeviation: noise } = weight;
    const isNoise = noise !== undefined && Math.abs(value) < 2 * noise;
    const from = (end: number) => 50 + (50 * end) / largest;
    const [low, high] = [Math.min(0, value), Math.max(0, value)];
    const whisker =
      noise === undefined
        ? nothing
        : html`<i
            .style=${`left: ${from(value - noise)}%; width: ${(100 * noise) / largest}%`}
          ></i>`;
    return html`<tr class=${isNoise ? 'out' : ''}>
      <th scope="row">${nameOf(weight)}</th>
      <td class="number">${formatMeasured(value)}</td>
      <td class="number">${noise === undefined ? '' : `± ${formatMeasured(noise)}`}</td>
      <td>
        <div class="bar" aria-hidden="true">
          <b .style=${`left: ${from(low)}%; width: ${from(high) - from(low)}%`}></b>${whisker}
        </div>
      </td>
    </tr>`;
  };
  const table = (list: readonly Weight[]) =>
    html`<table class="weights">
      <caption class="hidden">
        What each column adds to the score
      </caption>
      <thead>
        <tr>
          <th scope="col">Weight of</th>
          <th scope="col" class="number">value</th>
          <th scope="col" class="number">noise alone</th>
          <th scope="col"><span class="hidden">Picture</span></th>
        </tr>
      </thead>
      <tbody>
        ${list.map(row)}
      </tbody>
    </table>`;
  return html`<h3>What it is based on</h3>
    <p class="quiet small">
      Faded: no larger than twice the ± beside it, so it may be noise alone.
    </p>
    <details>
      <summary>What is a weight?</summary>
      <p>
        What a column adds to the score of a row whose number is at the upper end of its range; at
        the lower end it subtracts as much. The weight of a word applies to the rows that have it.
        The ± is how far the noise alone would move a weight. It is measured on made-up rows without
        any pattern, and reads none of yours. Rows with a pattern usually hold a weight in place, so
        that the noise moves it less.
      </p>
    </details>
    ${table(sorted.slice(0, mostWeights))}
    ${
      sorted.length > mostWeights
        ? html`<details>
            <summary>All ${sorted.length} weights</summary>
            ${table(sorted.slice(mostWeights))}
          </details>`
        : nothing
    }`;
}
