import { html, nothing } from 'lit';
import { formatCount, formatCounted } from '../../format/number.ts';
import {
  canBe,
  columnFacts,
  columnName,
  tasksOf,
  type Role,
  type TableColumn,
  type Task,
} from './columns.ts';
import { bulk, foundColumns, more } from './many-columns.ts';
import type { TableJob } from './job.ts';
import { cut, pastedName } from './reading.ts';

const roles: readonly [Role, string][] = [
  ['number', 'a number'],
  ['category', 'a category'],
  ['ignore', 'left out'],
];
const taskNames: Record<Task, string> = {
  'yes-or-no': 'yes or no',
  classes: 'which word it is',
  number: 'the number',
};
const separators = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
  ['blanks', 'blanks'],
] as const;
const marks = [
  ['.', 'point'],
  [',', 'comma'],
] as const;

/** First step: the table, how it is cut, what each column is used as, and what is predicted. */
export function tableStep(job: TableJob) {
  const { file, report } = job.state;
  if (file === null || report === null) return opening(job);
  const found = foundColumns(job);
  const shown = found.slice(0, job.state.shown);
  return html`<p class="file">
      <span>
        <b>${file.name}</b>: ${formatCounted(report.records ?? 0, 'row')},
        ${formatCounted(report.columnCount ?? 0, 'column')}
      </span>
      ${form(job)}
      <label class="link">
        Another table <input type="file" class="hidden" @change=${taking(job)} />
      </label>
    </p>
    ${preview(job)} ${troubles(job)} ${bulk(job, found)}
    <table class="columns" role="table">
      <caption class="hidden">
        What each column is used as
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Column</th>
          <th scope="col" role="columnheader">What it holds</th>
          <th scope="col" role="columnheader">Used as</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${shown.map((column) => columnRow(job, column))}
      </tbody>
    </table>
    ${more(job, found.length)} ${target(job)}
    <p class="next">
      <button class="primary" @click=${() => void job.go('public')}>Next: what is public</button>
      <button @click=${() => void job.go('synthetic')}>Make synthetic data</button>
    </p>`;
}

/** Before there is a table. */
function opening(job: TableJob) {
  const paste = (event: ClipboardEvent) => {
    event.preventDefault();
    void job.paste(event.clipboardData?.getData('text/plain') ?? '');
  };
  const { awaited } = job.state;
  return html`${
      awaited === null
        ? nothing
        : html`<div class="note" role="status">
            <p>
              ${awaited === pastedName ? 'Paste the same cells' : `Drop ${awaited}`} again and
              everything is as you left it. The page keeps what you state about a table, and none of
              its rows.
            </p>
            <button @click=${() => job.forget()}>Begin anew</button>
          </div>`
    }
    <p>
      A model of your own table, with a proof of how little it reveals about each row. The table
      stays in this page: nothing from it is sent anywhere.
    </p>
    <div class="opening">
      <label class="button primary">
        Choose a table <input type="file" class="hidden" @change=${taking(job)} />
      </label>
      <p class="quiet">
        or drop one here: CSV from a spreadsheet or a database, or Parquet; gzip, too. The first
        line names the columns.
      </p>
      <label>
        or paste cells:
        <textarea rows="2" placeholder="Paste here" @paste=${paste}></textarea>
      </label>
    </div>`;
}

function taking(job: TableJob) {
  return (event: Event) => {
    const input = event.target as HTMLInputElement;
    const blob = input.files?.[0];
    input.value = '';
    if (blob) void job.open({ name: blob.name, blob });
  };
}

/** How the file is cut: proposed, and changed here. */
function form(job: TableJob) {
  const { file, report, stated } = job.state;
  const again = (change: object) => void job.open(file!, { ...stated, ...change });
  return html`<label>
      Separator
      <select
        @change=${(event: Event) => again({ delimiter: (event.target as HTMLSelectElement).value })}
      >
        ${separators.map(([value, name]) => option(value, name, report!.delimiter))}
      </select>
    </label>
    <label>
      Decimal mark
      <select
        @change=${(event: Event) => again({ decimal: (event.target as HTMLSelectElement).value })}
      >
        ${marks.map(([value, name]) => option(value, name, report!.decimal))}
      </select>
    </label>`;
}

const option = (value: string, name: string, chosen: string | undefined) =>
  html`<option value=${value} ?selected=${value === chosen}>${name}</option>`;

function preview({ state }: TableJob) {
  if (state.preview.length === 0) return nothing;
  return html`<details>
    <summary>The first ${formatCount(state.preview.length)} lines</summary>
    <pre tabindex="0">${state.preview.join('\n')}</pre>
  </details>`;
}

/** Places where reading will stop. */
function troubles({ state }: TableJob) {
  const { troubles = [], troubleCount = 0 } = state.report!;
  if (troubles.length === 0) return nothing;
  return html`<div class="note" role="status">
    <p>${formatCounted(troubleCount, 'place')} of the file cannot be read as it stands:</p>
    <ul>
      ${troubles.slice(0, 3).map(({ place, message }) => html`<li>${place}: ${message}</li>`)}
    </ul>
  </div>`;
}

function columnRow(job: TableJob, { seen, role }: TableColumn) {
  const { name } = seen;
  const isTarget = name === job.state.choice.target;
  const use = (event: Event) => {
    const value = (event.target as HTMLSelectElement).value;
    if (value === 'predict') job.choose({ target: name });
    else {
      if (isTarget) job.choose({ target: '' });
      job.setColumn(name, { role: value as Role });
    }
  };
  const possible = roles.filter(([one]) => canBe(one, seen));
  return html`<tr role="row" class=${isTarget ? 'target' : role === 'ignore' ? 'out' : ''}>
    <th scope="row" role="rowheader">${columnName(seen)}</th>
    <td role="cell">${columnFacts(seen)}</td>
    <td role="cell">
      <select aria-label="Use ${columnName(seen)} as" ?disabled=${name === ''} @change=${use}>
        ${tasksOf(seen).length > 0 || isTarget ? option('predict', 'predicted', isTarget ? 'predict' : '') : nothing}
        ${possible.map(([value, title]) => option(value, title, isTarget ? 'predict' : role))}
      </select>
    </td>
  </tr>`;
}

/** What is predicted of the target, and which word counts as yes. */
function target(job: TableJob) {
  const { choice } = job.state;
  const column = choice.columns.find(({ seen }) => seen.name === choice.target);
  const tasks = column ? tasksOf(column.seen) : [];
  if (column === undefined || tasks.length === 0) return nothing;
  return html`<fieldset>
    <legend>What is predicted of “${choice.target}”</legend>
    ${
      tasks.length < 2
        ? nothing
        : html`<p class="ticks">
            ${tasks.map(
              (task) =>
                html`<label>
                  <input
                    type="radio"
                    name="task"
                    .checked=${task === choice.task}
                    @change=${() => job.choose({ task })}
                  />
                  ${taskNames[task]}
                </label>`,
            )}
          </p>`
    }
    ${choice.task === 'yes-or-no' ? positives(job, column) : nothing}
  </fieldset>`;
}

function positives(job: TableJob, { seen }: TableColumn) {
  return html`<p class="ticks" role="radiogroup" aria-label="What counts as yes">
    What counts as yes?
    ${(seen.words ?? []).map(
      ({ word, count }) =>
        html`<label>
          <input
            type="radio"
            name="positive"
            .checked=${word === job.state.choice.positive}
            @change=${() => job.choose({ positive: word })}
          />
          ${cut(word, 60)} <span class="quiet">${formatCounted(count, 'row')}</span>
        </label>`,
    )}
  </p>`;
}
