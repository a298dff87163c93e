import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import type { DataFile } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import { budget, publicStep } from './public-step.ts';
import { releaseStep } from './release-step.ts';
import { resultStep } from './result-step.ts';
import { TableJob } from './job.ts';
import { steps, type Step } from './state.ts';
import { tableStep } from './table-step.ts';
import { tableStyles } from './table-styles.ts';
import '../../components/fields/epsilon-control.ts';
import { icons } from '../../components/shared/icons.ts';
import type { ColumnBlock } from '../../engine/types.ts';
import { download, fileName, textFile } from '../../export/download.ts';
import { formatCounted } from '../../format/number.ts';
import { totalText } from '../publish/costs.ts';
import { archiveOf, isFloating } from '../workbench/release.ts';
import { fewestRows } from './columns.ts';
import { cut } from './reading.ts';
import type { SyntheticTrial } from './synthetic.ts';

/** The fifth door: made-up rows instead of a model. */
function syntheticStep(job: TableJob) {
  const { synthetic, choice, file } = job.state;
  return html`<h3>Synthetic rows instead of ${file!.name}</h3>
    <p>
      Made-up rows with the same columns. They preserve how often words and intervals occur
      together, two columns at a time, as far as epsilon allows. None is copied from yours.
    </p>
    ${budget(choice.epsilon, (epsilon) => job.synthesize(epsilon))}
    ${synthetic === null ? nothing : tried(job, synthetic)}
    <p class="next"><button @click=${() => void job.go('table')}>Back to the table</button></p>`;
}

function tried(job: TableJob, trial: SyntheticTrial) {
  const percent = (share: number) => `${(100 * share).toPrecision(2)}%`;
  return html`<p class="score small" role="status">
      Tables of two columns are ${percent(trial.error)} off; a uniform guess would be off by
      ${percent(trial.uniform)} off.
    </p>
    ${trial.error < trial.uniform ? nothing : html`<p>This is no better than a uniform guess. What would help: a larger epsilon, more rows, or fewer columns.</p>`}
    <p class="quiet small">
      A trial for your eyes only: the figures are exact, and its noise can be repeated. The rows
      that you download are made again with secret noise.
    </p>
    <pre tabindex="0">${trial.preview.map((line) => cut(line, 400)).join('\n')}</pre>
    <details>
      <summary>
        Also published with the rows: words and intervals of
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
      Download rows only if these are not secret.
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
        Its noise is secret but not hardened: the guarantee is proven for real numbers, but a
        computer rounds them. The statement says so, too.
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

export { TableJob };

const titles: Record<Step, string> = {
  table: 'Table',
  public: 'What is public',
  result: 'Result',
  release: 'Release',
  synthetic: 'Synthetic rows',
};
const views = {
  synthetic: syntheticStep,
  table: tableStep,
  public: publicStep,
  result: resultStep,
  release: releaseStep,
};

/** From a table to a private model in four steps. */
@customElement('nd-table')
export class TableView extends LitElement {
  static override styles = [shared, tableStyles];

  @property({ attribute: false }) job!: TableJob;
  private readonly follow = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    this.job.addEventListener('change', this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.job.removeEventListener('change', this.follow);
  }

  override render() {
    const { step } = this.job.state;
    return html`<main>
      <h2 class="lead">Your table</h2>
      ${this.path()} ${this.news()}
      <section aria-label=${titles[step]}>${views[step](this.job)}</section>
    </main>`;
  }

  /** The steps: back at once, on where everything before it was said. */
  private path() {
    const { step, file, model } = this.job.state;
    const canGo = (one: Step) =>
      one === 'table' || (file !== null && (one === 'public' || model !== null));
    return html`<nav aria-label="Steps">
      <ol>
        ${steps.map(
          (one, index) =>
            html`<li>
              <button
                class="plain"
                aria-current=${one === step ? 'step' : nothing}
                ?disabled=${!canGo(one)}
                @click=${() => void this.job.go(one)}
              >
                ${index + 1} ${titles[one]}
              </button>
            </li>`,
        )}
      </ol>
    </nav>`;
  }

  private openInside({ name, blob }: DataFile): void {
    emit(this, 'nd-place', { view: 'playground', isStep: true });
    emit(this, 'nd-file', { file: new File([blob], name) });
  }

  /** What goes on, and what is wrong. */
  private news() {
    const { busy, problem, notice } = this.job.state;
    if (busy !== null) {
      return html`<p class="note" role="status">
        ${busy.text}…
        ${busy.share === null ? nothing : html`<progress aria-label=${busy.text} .value=${busy.share}></progress>`}
        <button @click=${() => this.job.cancel()}>Cancel</button>
      </p>`;
    }
    if (problem === null) {
      return notice === '' ? nothing : html`<p class="note" role="status">${notice}</p>`;
    }
    return html`<p class="note error" role="alert">
      <span
        >${problem.column === '' ? nothing : html`<b>${problem.column}</b>: `}${problem.message}</span
      >
      ${problem.inside ? html`<button @click=${() => this.openInside(problem.inside!)}>Look inside opens it</button>` : nothing}
    </p>`;
  }
}
