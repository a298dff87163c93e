// Who may race, and what a race has come to: its picture and its table. It comes when asked for.
import { html, nothing } from 'lit';
import { superscript } from '../../format/number.ts';
import '../../components/charts/lab-chart.ts';
import type { Entrant } from './line-up.ts';
import { racePicture } from './picture.ts';
import type { Racer } from './race.ts';
import { raceColumns, raceRows, raceTable, winnerText } from './table.ts';
import '../../components/shared/csv-button.ts';
import { swatch } from '../../components/shared/swatch.ts';

export { askEntrants, usualEntrants } from './line-up.ts';

export const raceExplanation = {
  title: 'Solver race',
  text: 'Every solver looks for the exact minimizer, and only a certificate, which costs gradients, too, says how near it came. Where a solver does not get there in as many gradients as a deterministic method would need, that one answers. Nothing of it is private: the private methods hide which solver ran and how long it took.',
};

const accuracies = [2, 3, 4, 5, 6, 7, 8, 9, 10].map((k) => ({ tolerance: Number(`1e-${k}`), k }));

interface Choices {
  tolerance: number;
  isRacing: boolean;
  choose: (id: string, isIn: boolean) => void;
  aim: (tolerance: number) => void;
}

/** Which solvers race, and how near they must come. */
export function raceForm(
  offered: readonly Entrant[],
  wanted: readonly string[],
  { tolerance: aimed, isRacing, choose, aim }: Choices,
) {
  return html`<fieldset ?disabled=${isRacing}>
      <legend class="hidden-text">Solvers that race</legend>
      ${offered.map(
        ({ id, title }) =>
          html`<label>
            <input
              type="checkbox"
              .checked=${wanted.includes(id)}
              @change=${(event: Event) => choose(id, (event.target as HTMLInputElement).checked)}
            />
            ${title}
          </label>`,
      )}
    </fieldset>
    <label class="accuracy"
      >as near as
      <select
        ?disabled=${isRacing}
        @change=${(event: Event) => aim(Number((event.target as HTMLSelectElement).value))}
      >
        ${accuracies.map(
          ({ tolerance, k }) =>
            html`<option value=${tolerance} .selected=${tolerance === aimed}>
              10${superscript(-k)}
            </option>`,
        )}
      </select>
      of the start’s distance</label
    >`;
}

export interface RaceState {
  racers: readonly Racer[];
  /** To which part of the start's distance they run. */
  goal: number;
  samples: number;
  isRacing: boolean;
}

/** Who has won, for those who hear it. */
export function raceEnd({ racers, goal, isRacing }: RaceState) {
  return racers.length > 0 && !isRacing ? winnerText(racers, goal) : nothing;
}

export function raceTold({ racers, goal, samples, isRacing }: RaceState) {
  if (!racers.some(({ rungs, problem }) => rungs.length > 0 || problem !== '')) return nothing;
  const rows = raceRows(racers, samples, goal);
  const picture = racePicture(racers, goal);
  return html`<div class="exact" @nd-drawn=${(event: Event) => event.stopPropagation()}>
    <h3 class="winner">${!isRacing ? winnerText(racers, goal) : 'Where they stand'}</h3>
    <h3>Not private: read off the data exactly, don’t publish it</h3>
    ${
      picture.series.length === 0
        ? nothing
        : html`<nd-lab-chart
            heading="Certified distance"
            .picture=${picture}
            notes="Dot: a solve of its own from the start, certificates counted. Thin dashes, up to the ring: what theory expects, up to a constant factor of each method; what it expects far beyond the picture is in the table alone."
          ></nd-lab-chart>`
    }
    <div class="table">
      <nd-csv-button
        heading="solver race"
        .table=${() => raceTable(racers, samples)}
      ></nd-csv-button>
      <h3>Certified distances in numbers</h3>
      <div class="scroll" role="region" aria-label="Solver race, in numbers" tabindex="0">
        <table>
          <thead>
            <tr>
              ${raceColumns.map((title) => html`<th scope="col">${title}</th>`)}
            </tr>
          </thead>
          <tbody>
            ${rows.map(
              ([name, ...cells], index) =>
                html`<tr>
                  <th scope="row">
                    <span class="name">${swatch(index)} ${name}</span>
                  </th>
                  ${cells.map((text) => html`<td>${text}</td>`)}
                </tr>`,
            )}
          </tbody>
        </table>
      </div>
      <p class="small quiet">
        Gradients, time and answer are those of the last solve. Ratio: gradients counted over
        predicted. A pass is as many gradients as there are records.
      </p>
    </div>
  </div>`;
}
