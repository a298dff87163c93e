import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import type { DataFile } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import { publicStep } from './public-step.ts';
import { releaseStep } from './release-step.ts';
import { resultStep } from './result-step.ts';
import { TableJob } from './job.ts';
import { steps, type Step } from './state.ts';
import { syntheticStep } from './synthetic-step.ts';
import { tableStep } from './table-step.ts';
import { tableStyles } from './table-styles.ts';

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
