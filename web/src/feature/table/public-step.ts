import { html, nothing } from 'lit';
import '../../components/fields/epsilon-control.ts';
import { ownValue } from '../../components/shared/events.ts';
import { formatNumber, parseNumber } from '../../format/number.ts';
import {
  fewestRows,
  filledFromFile,
  rangedTarget,
  usedColumns,
  type TableColumn,
} from './columns.ts';
import type { TableJob } from './job.ts';
import { more } from './many-columns.ts';

/** Second step: what everybody may know, and the budget. */
export function publicStep(job: TableJob) {
  const { choice } = job.state;
  const stated = [...usedColumns(choice), ...rangedTarget(choice)];
  const fill = () => {
    const names = new Set(stated.map(({ seen }) => seen.name));
    const filled = (column: TableColumn) => {
      const isTarget = column.seen.name === choice.target;
      return names.has(column.seen.name)
        ? filledFromFile(isTarget ? { ...column, role: 'number' } : column)
        : column;
    };
    job.choose({ columns: choice.columns.map(filled), isFromFile: true });
  };
  return html`<p>
      A model reveals the ranges of numbers and the words of columns. So state only what everybody
      may know without this table, such as ages from 0 to 120. A range that you leave empty is found
      privately, which takes a tenth of epsilon and needs thousands of rows.
    </p>
    <div class="note">
      <button @click=${fill}>Take ranges and words from this file</button>
      <p class="small">
        Only if they are not secret: they are published as they are, and the proof does not cover
        them. Ranges are rounded outwards, and words in fewer than ${fewestRows} rows become
        “other”.
      </p>
    </div>
    <table class="columns" role="table">
      <caption class="hidden">
        Public ranges and words
      </caption>
      <thead role="rowgroup">
        <tr role="row">
          <th scope="col" role="columnheader">Column</th>
          <th scope="col" role="columnheader">What is public about it</th>
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${firstOf(job, stated).map((column) => statedRow(job, column))}
      </tbody>
    </table>
    ${more(job, stated.length)}
    ${
      choice.task === 'classes'
        ? html`<p>
            The words of “${choice.target}” are published with the model, including rare ones.
          </p>`
        : nothing
    }
    ${budget(choice.epsilon, (epsilon) => job.choose({ epsilon }))}
    <details>
      <summary>What is epsilon?</summary>
      <p>
        It bounds what the model reveals about any one row: whatever somebody believed about a
        person before, seeing the model changes the odds by a factor of at most
        ${formatNumber(Math.exp(choice.epsilon))} at epsilon ${formatNumber(choice.epsilon)}, but
        for a tiny chance that is called delta. A smaller epsilon protects better but predicts
        worse.
      </p>
    </details>
    <p class="next">
      <button @click=${() => void job.go('table')}>Back</button>
      <button class="primary" @click=${() => void job.go('result')}>Train a private model</button>
    </p>`;
}

/** Of many columns the first, and what is wrong before them. */
function firstOf({ state }: TableJob, columns: readonly TableColumn[]): readonly TableColumn[] {
  const isWrong = ({ seen }: TableColumn) => seen.name === state.problem?.column;
  const first = columns.slice(0, state.shown);
  return first.some(isWrong) ? first : [...columns.filter(isWrong), ...first];
}

/** The epsilon of a step, which is no field of an experiment. */
export function budget(epsilon: number, set: (epsilon: number) => unknown) {
  const take = (event: CustomEvent) => {
    const value = ownValue(event);
    if (typeof value === 'number' && value > 0) set(value);
  };
  return html`<div class="budget" @nd-edit=${take}>
    <nd-epsilon-control
      wide
      path="privacy.epsilon"
      label="Epsilon"
      .value=${epsilon}
    ></nd-epsilon-control>
  </div>`;
}

function statedRow(job: TableJob, column: TableColumn) {
  const { name } = column.seen;
  const wrong = job.state.problem?.column === name;
  return html`<tr role="row" class=${wrong ? 'wrong' : ''}>
    <th scope="row" role="rowheader">${name}</th>
    <td role="cell">${column.role === 'category' ? words(job, column) : range(job, column)}</td>
  </tr>`;
}

function range(job: TableJob, { seen, lower, upper }: TableColumn) {
  const end = (which: 'lower' | 'upper', value: number | null) =>
    html`<input
      inputmode="decimal"
      size="8"
      aria-label="${which === 'lower' ? 'Least' : 'Greatest'} value of ${seen.name}"
      .value=${value === null ? '' : String(value)}
      @change=${(event: Event) => {
        const parsed = parseNumber((event.target as HTMLInputElement).value);
        job.setColumn(seen.name, { [which]: parsed !== null && Number.isFinite(parsed) ? parsed : null }); // prettier-ignore
      }}
    />`;
  return html`from ${end('lower', lower)} to ${end('upper', upper)}
  ${lower === null && upper === null ? html`<span class="quiet">found privately</span>` : nothing}`;
}

function words(job: TableJob, column: TableColumn) {
  const { seen } = column;
  return html`<input
      class="words"
      aria-label="Words of ${seen.name}, with commas between"
      placeholder="such as red, green, blue"
      .value=${column.words.join(', ')}
      @change=${(event: Event) => {
        const parts = (event.target as HTMLInputElement).value
          .split(',')
          .map((word) => word.trim());
        job.setColumn(seen.name, { words: [...new Set(parts.filter((word) => word !== ''))] });
      }}
    />
    <span class="quiet">all others read as “other”</span>`;
}
