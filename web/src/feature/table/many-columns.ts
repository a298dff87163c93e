import { html, nothing } from 'lit';
import { formatCount, formatCounted } from '../../format/number.ts';
import type { Role, TableColumn } from './columns.ts';
import type { TableJob } from './job.ts';
import { columnsAtOnce } from './state.ts';

const choices: readonly [Role | null, string][] = [
  ['number', 'numbers'],
  ['category', 'categories'],
  ['ignore', 'left out'],
  [null, 'as proposed'],
];

/** Those whose names have in them what is looked for. */
export function foundColumns({ state }: TableJob): readonly TableColumn[] {
  const find = state.find.trim().toLowerCase();
  const { columns } = state.choice;
  return find === '' ? columns : columns.filter(({ seen }) => seen.name.toLowerCase().includes(find)); // prettier-ignore
}

/** Of a table with many columns: finds some, and gives all that are found a role. */
export function bulk(job: TableJob, found: readonly TableColumn[]) {
  if (job.state.choice.columns.length <= columnsAtOnce) return nothing;
  const find = (event: Event) =>
    job.look({ find: (event.target as HTMLInputElement).value, shown: columnsAtOnce });
  const { columns, unseen = [] } = job.state.choice;
  const rest = unseen.length === 0 ? nothing : html`<p>Only the first ${formatCount(columns.length)} columns are looked at; the other ${formatCount(unseen.length)} are left out. If what you predict is among them, move it to the front of the file.</p>`; // prettier-ignore
  return html`${rest}
    <div class="bulk">
      <label>Find columns <input type="search" .value=${job.state.find} @input=${find} /></label>
      <span role="status">${formatCounted(found.length, 'column')}, all of them:</span>
      ${choices.map(
        ([role, title]) =>
          html`<button ?disabled=${found.length === 0} @click=${() => job.setRoles(found, role)}>
            ${title}
          </button>`,
      )}
    </div>`;
}

/** The rest of a long list, a part at a time. */
export function more(job: TableJob, count: number) {
  const { shown } = job.state;
  if (count <= shown) return nothing;
  const next = Math.min(5 * columnsAtOnce, count - shown);
  return html`<p class="next">
    <button @click=${() => job.look({ shown: shown + next })}>
      Show ${formatCount(next)} more of ${formatCount(count - shown)}
    </button>
  </p>`;
}
