import { html, nothing } from 'lit';
import '../../components/fields/epsilon-control.ts';
import { icons } from '../../components/shared/icons.ts';
import type { ColumnBlock } from '../../engine/types.ts';
import { download, fileName, textFile } from '../../export/download.ts';
import { formatCounted } from '../../format/number.ts';
import { totalText } from '../publish/costs.ts';
import { archiveOf } from '../workbench/release.ts';
import { isFloating } from '../workbench/release.ts';
import { fewestRows } from './columns.ts';
import type { TableJob } from './job.ts';
import { cut } from './reading.ts';
import type { SyntheticTrial } from './synthetic.ts';

/** The fifth door: made-up rows instead of a model. */
export function syntheticStep(job: TableJob) {
  const { synthetic, choice, file } = job.state;
  const setEpsilon = (event: CustomEvent<{ value: unknown }>) => {
    event.stopPropagation();
    const { value } = event.detail;
    if (typeof value === 'number' && value > 0) void job.synthesize(value);
  };
  return html`<h3>Synthetic rows instead of ${file!.name}</h3>
    <p>
      Made-up rows with the same columns. They keep how often words and intervals go together, two
      columns at a time, as far as epsilon lets them; none is copied from yours.
    </p>
    <div class="budget" @nd-edit=${setEpsilon}>
      <nd-epsilon-control
        wide
        path="privacy.epsilon"
        label="Epsilon"
        .value=${choice.epsilon}
      ></nd-epsilon-control>
    </div>
    ${synthetic === null ? nothing : tried(job, synthetic)}
    <p class="next"><button @click=${() => void job.go('table')}>Back to the table</button></p>`;
}

function tried(job: TableJob, trial: SyntheticTrial) {
  const percent = (share: number) => `${(100 * share).toPrecision(2)}%`;
  return html`<p class="score small" role="status">
      Tables of two columns are ${percent(trial.error)} off; knowing nothing, they would be
      ${percent(trial.uniform)} off.
    </p>
    ${trial.error < trial.uniform ? nothing : html`<p>That is no better than knowing nothing. What would help: a larger epsilon, more rows, or fewer columns.</p>`}
    <p class="quiet small">
      A trial for your eyes only: the figures are exact, and its noise can be repeated. The rows
      that you download are made anew, in secret noise.
    </p>
    <pre tabindex="0">${trial.preview.map((line) => cut(line, 400)).join('\n')}</pre>
    <details>
      <summary>
        What goes out beside the rows: words and intervals of
        ${formatCounted(trial.columns.length, 'column')}
      </summary>
      <ul>
        ${trial.columns.map((block) => html`<li><b>${block.name}</b>: ${levels(block)}</li>`)}
      </ul>
      ${trial.left.length === 0 ? nothing : html`<p>Left out, as there is no room: ${cut(trial.left.join(', '), 400)}.</p>`}
    </details>
    <p class="note">
      Words and intervals that you did not state come from ${job.state.file!.name}, outside of the
      proof: intervals are rounded, and words in fewer than ${fewestRows} rows become “other”.
      Download rows only if they are no secret.
    </p>
    ${offer(job, trial)}`;
}

function levels({ words, other, edges = [] }: ColumnBlock): string {
  if (words) return cut([...words, ...(other ? [other] : [])].join(', '), 200);
  return `below ${edges[0]}, from ${edges.join(', from ')}`;
}

function offer(job: TableJob, { release }: SyntheticTrial) {
  const { rows, file } = job.state;
  const cost = totalText(release.plan);
  const floating = isFloating(release.experiment)
    ? html`<p class="quiet small">
        Its noise is secret but not hardened: the promise is proven for real numbers, and a computer
        rounds them. The statement says so, too.
      </p>`
    : nothing;
  if (rows === null) {
    return html`<p class="next">
        <button class="primary" @click=${() => void job.makeRows()}>
          Make rows to share: ${cost}
        </button>
      </p>
      ${floating}`;
  }
  const name = (suffix: string) => fileName(`${file!.name.replace(/\.\w+$/, '')} synthetic`, suffix); // prettier-ignore
  const csv = rows.files.find((entry) => entry.name.endsWith('.csv'))!;
  return html`<p role="status">They cost ${cost}, once, however often they are used.</p>
    <div class="doors">
      <button class="primary" @click=${() => download(name('csv'), textFile(csv.text, 'text/csv'))}>
        ${icons.download} Synthetic CSV
      </button>
      <button @click=${() => download(name('zip'), archiveOf(rows.files))}>
        ${icons.download} With statement and proof
      </button>
    </div>
    ${floating}
    <p class="quiet">Together with all secure runs on ${file!.name} before: ${rows.spent}.</p>`;
}
