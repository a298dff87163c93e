import { html, nothing } from 'lit';
import type { Table } from '../../export/csv.ts';
import { formatCount } from '../../format/number.ts';
import type { Visited } from './sheet.ts';
import type { Stage } from './scene.ts';
import {
  pointTable,
  standingTable,
  factsAt,
  runName,
  valueText,
  type Fact,
  type Titles,
} from './words.ts';
import { standing, type Trajectory } from './trajectories.ts';
import '../../components/shared/csv-button.ts';
import { plainTable } from '../../components/shared/plain-table.ts';

/** The numbers of the chosen run where it stands. */
export function factList(run: Trajectory, iteration: number, titles: Titles) {
  const at = run.iteration[standing(run, iteration).index];
  return html`<dl class="now">
    <div>
      <dt>Iteration</dt>
      <dd>
        ${formatCount(at)} <span class="quiet small">of ${formatCount(run.iteration.at(-1))}</span>
      </dd>
    </div>
    ${factsAt(run, iteration, titles).map(fact)}
  </dl>`;
}

function fact({ title, value, isExact }: Fact) {
  return html`<div>
    <dt title=${title}>${title}</dt>
    <dd>
      ${valueText(value)}
      ${isExact ? html`<span class="exact small" title="Computed from the data without noise: not private">exact</span>` : nothing}
    </dd>
  </div>`;
}

/** What stands beside the pointer: the run and the point that are nearest to it. */
export function tip({ track, index, at }: Visited, titles: Titles, width: number) {
  const { trajectory } = track.path;
  const iteration = trajectory.iteration[index];
  const isRight = at[0] > width / 2;
  const place = `translate(${at[0] + (isRight ? -14 : 14)}px, ${at[1] + 14}px) translateX(${isRight ? '-100%' : '0'})`;
  return html`<div class="tip" .style=${`transform: ${place}`} aria-hidden="true">
    <b>${runName(trajectory)}</b>
    Iteration ${formatCount(iteration)}
    ${factsAt(trajectory, iteration, titles).map(
      ({ title, value }) => html`<br />${title}: ${valueText(value)}`,
    )}
  </div>`;
}

/** Where all runs stand, as a table: what the picture shows, for those who do not see it. */
export function standingDetails(stage: Stage, iteration: number, titles: Titles) {
  return html`<details>
    <summary>Where the runs are, as a table</summary>
    <div class="scroll" tabindex="0" role="region" aria-label="Where the runs stand">
      ${numbersOf(standingTable(stage, iteration), titles)}
    </div>
    <nd-csv-button
      heading="points of the runs exact"
      .table=${() => pointTable(stage)}
    ></nd-csv-button>
  </details>`;
}

function numbersOf({ columns, rows }: Table, titles: Titles) {
  return plainTable(
    columns.map((name) => titles.get(name) ?? name),
    rows.map((row) =>
      row.map((cell, place) =>
        place > 0 && typeof cell === 'number' ? valueText(cell) : (cell ?? ''),
      ),
    ),
  );
}
