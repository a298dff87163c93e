import { LitElement, css, html, nothing, svg } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type {
  AuditCall,
  AuditReport,
  Catalogue,
  Experiment,
  NeighbourCall,
  PlantedDefect,
} from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { auditable, explain, judgedBudget, whyFar, withOneStep } from './audit.ts';
import { comparesNeighbours } from './neighbours.ts';
import { problemNote } from '../../components/shared/problem-note.ts';
import { Attempt } from '../../store/attempt.ts';
import { panel, question, shared } from '../../styles/shared.ts';
import { emit, ownValue } from '../../components/shared/events.ts';
import './audit-histogram.ts';
import '../../components/fields/choice-field.ts';
import type { Choice } from '../../components/fields/choice-field.ts';
import { icons } from '../../components/shared/icons.ts';
import { reveal } from '../../components/shared/reveal.ts';
import './neighbour-view.ts';

const planted: { id: PlantedDefect; title: string; description: string }[] = [
  {
    id: 'noise-too-small',
    title: 'Noise too small by √2',
    description:
      'A scale is mistaken for a standard deviation, as in the published code of a paper.',
  },
  {
    id: 'shared-noise',
    title: 'One draw for all coordinates',
    description: 'Subtracting two coordinates removes the noise.',
  },
  {
    id: 'weak-seed',
    title: 'An 8-bit seed',
    description: 'The attacker tries all 256 seeds and recognizes the noise.',
  },
  {
    id: 'halved-sensitivity',
    title: 'Half of the sensitivity',
    description: 'The noise is scaled to half of the effect that a record can have.',
  },
  {
    id: 'reused-phase',
    title: 'A phase that reuses data',
    description: 'Two phases claim to read different halves of the data, but read the same half.',
  },
  {
    id: 'exact-release',
    title: 'Exact gradients between noisy ones',
    description: 'Every second release carries no noise.',
  },
  {
    id: 'unclipped-rows',
    title: 'Rows that are not clipped',
    description: 'Preprocessing states a bound on every row, but lets longer rows through.',
  },
  {
    id: 'believed-solver',
    title: 'A solver that is trusted',
    description: 'It stops after one step that is twice too long, and nothing certifies its point.',
  },
];

/** Runs on each data set: about a second on one core. */
const runs = 60_000;

/** Tries to refute a claim on the spot: of an algorithm of this page, or of a toy with a defect. */
@customElement('nd-audit-panel')
export class AuditPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    question,
    css`
      .fields {
        margin-top: 8px;
      }
      .act {
        display: flex;
        align-items: center;
        gap: 8px;
        margin: 8px 0;
      }
      progress {
        flex: 1;
        min-width: 0;
        accent-color: var(--accent);
      }
      .verdict {
        display: flex;
        gap: 8px;
        margin: 8px 0;
      }
      .verdict svg.glyph {
        margin-top: 2px;
      }
      .consistent svg.glyph {
        color: var(--good);
      }
      .refuted svg.glyph {
        color: var(--danger);
      }
      .scale {
        display: grid;
        grid-template-columns: auto 1fr auto;
        gap: 2px 8px;
        align-items: center;
        margin: 0 0 8px;
        font-size: var(--text-small);
      }
      .scale dt {
        color: var(--ink-quiet);
      }
      .scale dd {
        margin: 0;
      }
      .bar {
        display: block;
        width: 100%;
        height: 8px;
      }
      .proved {
        fill: var(--accent);
      }
      .claim {
        fill: var(--hairline-strong);
      }
    `,
  ];

  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ attribute: false }) experiment!: Experiment;
  @property({ attribute: false }) audit: AuditCall | null = null;
  @property({ attribute: false }) compare: NeighbourCall | null = null;
  @state() private chosen = '';
  @state() private length = 'one';
  @state() private report: AuditReport | null = null;
  private readonly attempt = new Attempt(this);

  /** A finding is about the claim that was made when it was asked for. */
  override willUpdate(changed: Map<string, unknown>): void {
    if (!['experiment', 'chosen', 'length'].some((name) => changed.has(name))) return;
    this.report = null;
    this.attempt.stop();
  }

  /** Audits this at once: an algorithm of the experiment, or a planted defect. */
  async begin(subject: string): Promise<void> {
    this.chosen = subject;
    this.length = 'one';
    // What was found before, and what runs, is of another subject.
    await this.updateComplete;
    await this.start();
  }

  override render() {
    return html`<section aria-labelledby="title">
      <header><h2 id="title">Audit</h2></header>
      <div class="split">
        <div>
          <p class="small quiet">
            An attacker sees everything that a run releases, and guesses which of two data sets was
            used. The data sets differ in one record. The better the guesses, the larger ε must be.
          </p>
          <div class="fields">
            <nd-choice-field
              label="What to audit"
              description="An algorithm of this experiment on a tiny made-up data set, or a toy with a planted defect."
              .value=${this.subject()}
              .choices=${this.subjects()}
              @nd-edit=${(event: CustomEvent) => (this.chosen = String(ownValue(event)))}
            ></nd-choice-field>
            ${this.isPlanted() ? nothing : this.lengthField()}
          </div>
          ${this.controls()} ${problemNote(this.attempt)}
        </div>
        <div class="answer" aria-live="polite">
          ${this.report ? this.finding(this.report) : nothing}
        </div>
      </div>
      ${
        comparesNeighbours(this.subject(), this.catalogue)
          ? html`<nd-neighbour-view
              .experiment=${this.experiment}
              .algorithm=${this.subject()}
              .compare=${this.compare}
            ></nd-neighbour-view>`
          : nothing
      }
    </section>`;
  }

  private lengthField() {
    return html`<nd-choice-field
      label="Steps"
      description="One step comes closest to the claim; the noise of many averages out."
      .value=${this.length}
      .choices=${[
        { value: 'one', title: 'One step' },
        { value: 'all', title: 'As in the experiment' },
      ]}
      @nd-edit=${(event: CustomEvent) => (this.length = String(ownValue(event)))}
    ></nd-choice-field>`;
  }

  private controls() {
    const { isBusy, share } = this.attempt;
    return html`<div class="act">
      <button
        @click=${() => (isBusy ? this.attempt.stop() : void this.start())}
        ?disabled=${this.audit === null}
      >
        ${isBusy ? 'Cancel' : 'Audit'}
      </button>
      ${
        isBusy
          ? html`<progress max="1" .value=${share ?? 0} aria-label="Runs played"></progress>`
          : nothing
      }
    </div>`;
  }

  private finding(report: AuditReport) {
    const { claimed, lowerBound } = report;
    const judged = judgedBudget(report);
    const most = Math.max(judged.epsilon, lowerBound.epsilon);
    const bar = (value: number, name: string) =>
      svg`<svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect class=${name} width=${(100 * value) / most} height="8" />
      </svg>`;
    const far = whyFar(report);
    return html`<div class="verdict ${report.verdict}">
        ${report.verdict === 'refuted' ? icons.warning : icons.check}
        <p class="small">${explain(report)}</p>
      </div>
      <dl class="scale">
        <dt>proved</dt>
        <dd>${bar(lowerBound.epsilon, 'proved')}</dd>
        <dd>ε ≥ ${formatNumber(lowerBound.epsilon)}</dd>
        <dt>${claimed ? 'claimed' : 'asked for'}</dt>
        <dd>${bar(judged.epsilon, 'claim')}</dd>
        <dd>ε = ${formatNumber(judged.epsilon)}</dd>
      </dl>
      <nd-audit-histogram .report=${report}></nd-audit-histogram>
      ${far ? html`<p class="small quiet">${far}</p>` : nothing}`;
  }

  private subjects(): Choice[] {
    const own = auditable(this.experiment, this.catalogue).map(({ id, label }) => ({
      value: id,
      title: label,
      group: 'This experiment',
    }));
    const toys = planted.map(({ id, title, description }) => ({
      value: id,
      title,
      description,
      group: 'Planted defects',
    }));
    return [...own, ...toys];
  }

  /** The chosen one while it is there, else the first. */
  private subject(): string {
    const values = this.subjects().map(({ value }) => value);
    return values.includes(this.chosen) ? this.chosen : values[0];
  }

  private isPlanted(): boolean {
    return planted.some(({ id }) => id === this.subject());
  }

  private async start(): Promise<void> {
    if (this.audit === null) return;
    const subject = this.subject();
    const toy = planted.find(({ id }) => id === subject);
    const whole = toy !== undefined || this.length === 'all';
    const experiment = whole
      ? this.experiment
      : withOneStep(this.experiment, subject, this.catalogue);
    await this.attempt.make(async (signal) => {
      const report = await this.audit!(experiment, {
        ...(toy ? { planted: toy.id } : { algorithm: subject }),
        runs,
        signal,
        onProgress: ({ done, total }) => {
          if (!signal.aborted) this.attempt.advance(done / total);
        },
      });
      if (signal.aborted) return;
      this.report = report;
      emit(this, 'nd-audited', { report });
      void reveal(this);
    });
  }
}
