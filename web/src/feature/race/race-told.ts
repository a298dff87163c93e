// Who may race, and what a race has come to: its picture and its table. It comes when asked for.
import { html, nothing } from 'lit';
import { superscript, formatCount, formatNumber, formatSeconds } from '../../format/number.ts';
import '../../components/charts/lab-chart.ts';
import type { Entrant } from './line-up.ts';
import { type Racer, type Rung, isOut } from './race.ts';
import '../../components/shared/csv-button.ts';
import { swatch } from '../../components/shared/swatch.ts';
import { plainSeries, type Level, type Picture } from '../../chart/picture.ts';
import { logRange } from '../../chart/range.ts';
import type { Table } from '../../export/csv.ts';

/** How a solver ended, or where it stands. */
interface Standing {
  racer: Racer;
  /** Null before the first solve has ended. */
  rung: Rung | null;
  /** What it took, as a part of what theory expects. */
  ratio: number | null;
  passes: number | null;
}

function standingOf(racer: Racer, samples: number): Standing {
  const rung = racer.rungs.at(-1) ?? null;
  const ratio = rung?.expected && !rung.fallback ? rung.gradients / rung.expected : null;
  return { racer, rung, ratio, passes: rung && rung.gradients / samples };
}

/** Who answered, in words. */
export function answerText(racer: Racer, tolerance: number): string {
  const rung = racer.rungs.at(-1);
  if (racer.problem !== '') return racer.problem;
  if (rung?.fallback) {
    return `the fallback, at ${formatNumber(rung.tolerance)} of the start’s distance: ${rung.complaint}`;
  }
  if (rung === undefined) return 'nobody yet';
  return rung.tolerance > tolerance
    ? `itself, so far to ${formatNumber(rung.tolerance)}`
    : 'itself';
}

export const raceColumns = ['Solver', 'Gradients', 'Ratio', 'Predicted', 'Passes', 'Time', 'Distance', 'Answered by']; // prettier-ignore

/** The race as one reads it: where every solver stands. */
export function raceRows(racers: readonly Racer[], samples: number, tolerance: number) {
  return racers.map((racer) => {
    const { passes, ratio, rung } = standingOf(racer, samples);
    return [
      racer.title,
      formatCount(rung?.gradients),
      formatNumber(ratio),
      formatNumber(rung?.expected),
      formatNumber(passes),
      formatSeconds(rung?.seconds),
      formatNumber(rung?.distance),
      answerText(racer, tolerance),
    ];
  });
}

/** Every solve with its numbers. */
export function raceTable(racers: readonly Racer[], samples: number): Table {
  return {
    columns: ['solver', 'tolerance', 'demandedDistance', 'distance', 'gradients', 'expectedGradients', 'passes', 'seconds', 'fallback', 'complaint'], // prettier-ignore
    rows: racers.flatMap(({ id, rungs }) =>
      rungs.map((rung) => [
        id,
        rung.tolerance,
        rung.demanded,
        rung.distance,
        rung.gradients,
        rung.expected,
        rung.gradients / samples,
        rung.seconds,
        rung.fallback ? 'yes' : 'no',
        rung.complaint,
      ]),
    ),
  };
}

/** Who won, for those who see no chart; '' before the race is over. */
export function winnerText(racers: readonly Racer[], tolerance: number): string {
  const home = racers.flatMap((racer) => {
    const rung = racer.rungs.at(-1);
    return rung !== undefined && !isOut(racer) && rung.tolerance <= tolerance ? [{ racer, rung }] : []; // prettier-ignore
  });
  if (home.length === 0) return 'No solver reached the target by itself.';
  const { racer, rung } = home.reduce((a, b) => (b.rung.gradients < a.rung.gradients ? b : a));
  return `Fewest gradients: ${racer.title}, ${formatCount(rung.gradients)}.`;
}

/** Predictions that lie further right than this times all that was counted are left to the table. */
const furthestPrediction = 10;

/** What solvers found by themselves, from few gradients to many. */
export function ownRungs({ rungs }: Racer): Rung[] {
  return rungs
    .filter(({ distance, fallback }) => !fallback && distance > 0)
    .sort((a, b) => a.gradients - b.gradients);
}

/** Certified distance against gradients, with what theory expects in thin dashes; colours are the places in the list. */
export function racePicture(racers: readonly Racer[], tolerance: number): Picture {
  const counted = racers.flatMap((racer) => ownRungs(racer).map(({ gradients }) => gradients));
  const most = furthestPrediction * Math.max(...counted);
  const series = racers.flatMap((racer, index) => {
    const rungs = ownRungs(racer);
    if (rungs.length === 0) return [];
    const line = { x: rungs.map(({ gradients }) => gradients), y: rungs.map(({ distance }) => distance) }; // prettier-ignore
    return [{ ...plainSeries(racer.title, line, { colorIndex: index }), bound: predicted(racer, most) }]; // prettier-ignore
  });
  const levels = levelsOf(racers, tolerance);
  const expected = series.flatMap(({ bound }) => bound?.x ?? []);
  const heights = series.flatMap(({ bound, median }) => [...median, ...(bound?.y ?? [])]);
  return {
    axis: 'gradientEvaluations',
    scale: 'log',
    xScale: 'log',
    xTitle: 'gradients of single records',
    yTitle: 'certified distance to the solution',
    series,
    hasDots: true,
    reference: null,
    optimum: null,
    levels,
    xRange: logRange([...counted, ...expected]) ?? [1, 10],
    yRange: logRange([...heights, ...levels.map(({ y }) => y)]),
  };
}

function predicted({ rungs }: Racer, most: number) {
  const known = rungs.filter(
    ({ demanded, expected }) => demanded > 0 && expected !== null && expected <= most,
  );
  if (known.length === 0) return null;
  return { x: known.map(({ expected }) => expected!), y: known.map(({ demanded }) => demanded) };
}

/** How near all of them have to come. */
function levelsOf(racers: readonly Racer[], tolerance: number): Level[] {
  const first = racers.flatMap(({ rungs }) => rungs).find(({ demanded }) => demanded > 0);
  if (first === undefined) return [];
  return [{ label: 'demanded', y: (first.demanded / first.tolerance) * tolerance }];
}

export { askEntrants, usualEntrants } from './line-up.ts';

export const raceExplanation = {
  title: 'Solver race',
  text: 'Every solver looks for the exact minimizer. Only a certificate, which also costs gradients, shows how near it came. If a solver does not reach the target with as many gradients as a deterministic method would need, this method answers instead. None of this is private: the private methods hide which solver ran and how long it took.',
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
    <h3>Not private: computed from the data without noise, don’t publish it</h3>
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
