import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Experiment, PlanReport, ProbeReport } from '../../engine/types.ts';
import type { LandscapeEngine } from '../landscape/terrain.ts';
import { experimentAtFirst } from '../../experiment/sweep.ts';
import { fileFor } from '../../store/file-for.ts';
import { Inquiry } from '../../store/inquiry.ts';
import type { DataFile } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/fields/number-field.ts';
import { emit, ownValue } from '../../components/shared/events.ts';
import type * as telling from './probe-told.ts';

/** How far around the optimum is looked where the domain has no bound of its own. */
const usualRadius = 1;

/** Whether the objective keeps the KL condition, and with which exponent: its gap against its gradient. */
@customElement('nd-probe-panel')
export class ProbePanel extends LitElement {
  static override styles = [
    shared,
    panel,
    css`
      .actions,
      .told {
        margin-top: 8px;
      }
      .told p {
        margin-top: 4px;
      }
      .told p:first-child {
        margin-top: 0;
      }
      nd-probe-chart {
        margin-top: 12px;
      }
      h3 {
        margin-top: 12px;
        padding-right: 36px;
      }
    `,
  ];

  @property({ attribute: false }) engine: LandscapeEngine | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) plan: PlanReport | null = null;
  @property({ attribute: false }) file: DataFile | null = null;
  /** Null: as far as the domain goes. */
  @state() private radius: number | null = null;
  /** Null: fitted. */
  @state() private exponent: number | null = null;
  /** On data of one's own a probe may take seconds: it waits to be asked for. */
  @state() private isWanted = false;
  /** Comes with the first probe. */
  @state() private telling: typeof telling | null = null;
  private readonly inquiry = new Inquiry<ProbeReport>(this);

  override willUpdate(): void {
    const { engine, experiment, plan } = this;
    if (engine === null || plan === null || !this.isAsked) return;
    const first = experimentAtFirst(experiment);
    const file = fileFor(first, this.file);
    const radius = this.radius ?? (isBounded(first) ? undefined : usualRadius);
    const probe = {
      ...(radius !== undefined && { radius }),
      ...(this.exponent !== null && { exponent: this.exponent }),
    };
    this.inquiry.ask([first.data, first.problem, file?.name, probe], async () => {
      this.telling ??= await import('./probe-told.ts');
      const report = await engine.landscape(first, { probe }, file ? { data: file.blob } : {});
      return report.probe!;
    });
  }

  private get isAsked(): boolean {
    return this.isWanted || this.experiment.problem.kind === 'gallery';
  }

  override render() {
    if (this.plan === null) return nothing;
    const { answer, pending, problem } = this.inquiry;
    return html`<section aria-labelledby="title" @focusin=${() => void this.explain()}>
      <header><h2 id="title">Is it KL here? With which exponent?</h2></header>
      ${this.form()}
      ${
        this.isAsked
          ? nothing
          : html`<div class="actions">
              <button ?disabled=${this.engine === null} @click=${() => (this.isWanted = true)}>
                Probe it
              </button>
            </div>`
      }
      <div role="status">
        ${pending && answer === null ? html`<p class="small quiet">Probing…</p>` : nothing}
      </div>
      ${problem ? html`<p class="error" role="alert">${problem}</p>` : answer === null ? nothing : (this.telling?.probeTold(answer, this.plan, this.experiment) ?? nothing)}
    </section>`;
  }

  private form() {
    const radius = isBounded(this.experiment) ? 'the domain’s' : String(usualRadius);
    return html`<div class="pair">
      <nd-number-field
        label="Within distance"
        description="Points are drawn around the optimum, as many at a thousandth of this distance as at all of it, by the logarithm."
        .fallback=${radius}
        .value=${this.radius ?? undefined}
        @nd-edit=${(event: CustomEvent) => (this.radius = numberOf(event))}
      ></nd-number-field>
      <nd-number-field
        label="Exponent κ"
        description="The exponent whose constant is looked for; by default the one that fits the points."
        fallback="fitted"
        .value=${this.exponent ?? undefined}
        @nd-edit=${(event: CustomEvent) => (this.exponent = numberOf(event))}
      ></nd-number-field>
    </div>`;
  }

  private async explain(): Promise<void> {
    this.telling ??= await import('./probe-told.ts');
    emit(this, 'nd-explain', this.telling.probeExplanation);
  }
}

/** Whether the domain is a set of finite size: problems of the gallery have one of their own. */
function isBounded({ problem }: Experiment): boolean {
  const { domain, kind } = problem;
  return domain === undefined ? kind === 'gallery' : domain.kind !== 'all';
}

/** The number of a field of this panel, which is no field of the experiment; null where it is empty. */
function numberOf(event: CustomEvent): number | null {
  const value = ownValue(event);
  return typeof value === 'number' ? value : null;
}
