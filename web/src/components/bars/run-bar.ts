import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { formatBytes, formatNumber, formatSeconds } from '../../format/number.ts';
import { sizeText, type Size } from '../../store/gate.ts';
import { isBusy, planNow, type BusyWork, type Work } from '../../store/work.ts';
import { shared } from '../../styles/shared.ts';
import { emit } from '../shared/events.ts';
import { runIcons } from '../shared/run-icons.ts';

/** Says what is going on; runs, pauses, cancels. Busy states show after 150 ms, progress after 1 s. */
@customElement('nd-run-bar')
export class RunBar extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        align-items: center;
        gap: 8px;
        min-height: 32px;
      }
      .text {
        min-width: 0;
        overflow: hidden;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      button {
        flex: none;
      }
      progress {
        flex: 0 1 120px;
        min-width: 32px;
        height: 6px;
        accent-color: var(--accent);
      }
      @container (width < 601px) {
        .wide {
          display: none;
        }
        progress {
          flex-basis: 48px;
        }
      }
    `,
  ];

  @property({ attribute: false }) work!: Work;
  /** What is known before there is a plan. */
  @property({ attribute: false }) size: Size | null = null;
  @property({ type: Boolean }) stale = false;
  @state() private age = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  override willUpdate(): void {
    clearTimeout(this.timer);
    const { work } = this;
    this.age = isBusy(work) ? performance.now() - work.progress.since : 0;
    const next = this.age < 150 ? 160 - this.age : this.age < 1000 ? 1010 - this.age : 500;
    if (isBusy(work)) this.timer = setTimeout(() => this.requestUpdate(), next);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.timer);
  }

  override render() {
    return html`<span class="text small quiet" role="status">${this.text()}</span>
      ${this.progress()} ${this.buttons()}`;
  }

  private text() {
    const { work } = this;
    const { phase } = work;
    if (phase === 'loading') return 'Loading the engine…';
    if (phase === 'paused') return 'Paused';
    if (isBusy(work)) return this.age >= 150 ? this.stage(work) : '';
    if (phase === 'waiting') return this.estimate();
    if (phase === 'cancelled') return 'Cancelled';
    if (phase === 'failed') return 'Not run: see the error';
    return '';
  }

  /** What is done at the moment: before a run, too, the engine reads and plans. */
  private stage({ progress: { stage, secondsLeft } }: BusyWork) {
    if (stage === 'loading') return 'Reading the data…';
    if (stage === 'planning') return 'Planning…';
    const left =
      this.age >= 1000 && secondsLeft !== null ? `, ${formatSeconds(secondsLeft)} left` : '';
    return `Running${left}`;
  }

  private estimate() {
    const cost = planNow(this)?.cost;
    if (!cost) return this.size ? sizeText(this.size) : nothing;
    return `${formatNumber(cost.gradientEvaluations)} gradients, about ${formatSeconds(cost.seconds)}, ${formatBytes(cost.memoryBytes)}`;
  }

  private progress() {
    const { work } = this;
    if (!isBusy(work) || this.age < 1000) return nothing;
    const { stage, share } = work.progress;
    // How long reading and planning take is not known.
    return stage === 'running'
      ? html`<progress max="1" .value=${share} aria-label="Progress"></progress>`
      : html`<progress aria-label="Progress"></progress>`;
  }

  private buttons() {
    const { work } = this;
    const { phase } = work;
    const command = (name: 'run' | 'pause' | 'cancel') => () =>
      emit(this, 'nd-command', { command: name });
    if (isBusy(work) && this.age >= 150) {
      const pause = html`<button
        class="icon"
        aria-label=${phase === 'paused' ? 'Resume' : 'Pause'}
        @click=${command('pause')}
      >
        ${phase === 'paused' ? runIcons.play : runIcons.pause}
      </button>`;
      return html`${work.progress.stage === 'running' || phase === 'paused' ? pause : nothing}
        <button @click=${command('cancel')}>${runIcons.stop} Cancel</button>`;
    }
    const primary = phase === 'waiting' || phase === 'cancelled';
    const title = phase === 'done' && !this.stale ? 'Run again' : 'Run';
    return html`<button
      class=${primary ? 'primary' : ''}
      aria-label=${title}
      ?disabled=${phase === 'loading'}
      @click=${command('run')}
    >
      ${runIcons.play} <span class=${primary ? '' : 'wide'}>${title}</span>
    </button>`;
  }
}
