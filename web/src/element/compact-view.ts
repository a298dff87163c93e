import { LitElement, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../host/define.ts';
import { HeldRange } from '../curves/held-range.ts';
import type * as layouts from '../curves/layouts.ts';
import { chartOf, type ChartModel, type Charted } from '../curves/model.ts';
import '../components/bars/run-bar.ts';
import '../components/charts/legend.ts';
import { Pointer } from '../components/charts/pointer.ts';
import { stage } from '../components/charts/stage.ts';
import '../components/charts/svg-chart.ts';
import '../components/fields/epsilon-control.ts';
import './privacy-note.ts';
import { measureNames, type Measure } from '../results/measures.ts';
import type { Problem } from '../store/errors.ts';
import { visibleCurves } from '../results/visible.ts';
import { hasMeasure } from '../results/collection.ts';
import { sizeOf } from '../store/gate.ts';
import { isPrevious, pictureTitle } from '../store/picture.ts';
import type { State, View } from '../store/state.ts';
import { isBusy, planNow, problemOf, type Work } from '../store/work.ts';
import { shared } from '../styles/shared.ts';
import { compactStyles } from './compact-styles.ts';
import { problemText } from './problem-text.ts';

type Layouts = Pick<typeof layouts, 'buildModel'>;

/** An experiment in little room: its curves, what they are called, and what is promised. */
@customElement('nd-compact-view')
export class CompactView extends LitElement {
  static override styles = [shared, compactStyles];

  @property() view: 'chart' | 'curve' = 'chart';
  /** Null until an experiment was read. */
  @property({ attribute: false }) state: Readonly<State> | null = null;
  /** Parts that are left out. */
  @property({ attribute: false }) hide: readonly string[] = [];
  @property() poster = '';
  /** What is wrong with the element itself. */
  @property({ attribute: false }) problem: Problem | null = null;
  /** Whether the engine was asked for. */
  @property({ type: Boolean }) started = false;
  /** While true the axes may only grow. */
  @property({ type: Boolean }) dragging = false;
  @state() private layouts: Layouts | null = null;
  private readonly pointer = new Pointer(this, () => this.model!);
  private readonly held = new HeldRange();
  private model: ChartModel | null = null;
  private key: unknown[] = [];

  override willUpdate(): void {
    const { picture, view } = this.state ?? {};
    if (!picture || !view || picture.collection.isEmpty) {
      this.model = null;
      return;
    }
    const { collection, plan, reference, revision, status } = picture;
    const key = [collection, revision, collection.exact, reference, plan, view, this.dragging];
    if (this.model !== null && key.every((part, index) => part === this.key[index])) return;
    this.key = key;
    const isMeasured = (one: Measure) => collection.curves.some((curve) => hasMeasure(curve, one));
    const measure = [view.measure, ...measureNames].find(isMeasured);
    this.model = this.draw({ collection, reference, plan }, shown(view, measure));
    const mode = status === 'running' ? 'locked' : this.dragging ? 'growing' : 'free';
    this.held.take(this.model, { about: '', mode });
  }

  /** Curves, or the ends of the runs of a sweep, which few elements show. */
  private draw(charted: Charted, view: View): ChartModel {
    const { collection, reference, plan } = charted;
    if (view.layout === 'ends') {
      if (this.layouts !== null) {
        return this.layouts.buildModel(collection, reference, plan, view);
      }
      void import('../curves/layouts.ts').then((loaded) => {
        this.key = [];
        this.layouts = loaded;
      });
    }
    return chartOf(visibleCurves(collection, view.sweep), charted, view);
  }

  override render() {
    const { state } = this;
    if (state === null) return html`${problemText(this.problem)} ${this.placeholder()}`;
    const isOld = isPrevious(state);
    const title =
      state.picture === null
        ? (state.experiment.title ?? 'Untitled experiment')
        : pictureTitle(state.picture, isOld);
    return html`<section part="frame" aria-label=${title}>
      ${this.head(title, state)} ${this.budget(state)}
      <nd-privacy-note
        part="privacy"
        .experiment=${state.picture?.experiment ?? state.experiment}
        .plan=${state.picture === null ? planNow(state) : state.picture.plan}
        .result=${state.picture?.result ?? null}
      ></nd-privacy-note>
      <div class="picture ${isOld ? 'previous' : ''}">
        ${this.model === null ? this.placeholder() : this.chart(this.model, state)}
      </div>
      ${problemText(this.problem ?? problemOf(state))}
    </section>`;
  }

  private head(title: string, state: Readonly<State>) {
    const hasTitle = this.has('title');
    const hasBar = this.hasBar(state.work);
    if (!hasTitle && !hasBar) return nothing;
    return html`<div class="head">
      ${hasTitle ? html`<p class="title" part="title">${title}</p>` : nothing}
      ${
        hasBar
          ? html`<nd-run-bar
              part="controls"
              .work=${this.work(state)}
              .size=${sizeOf(state)}
              .stale=${isPrevious(state)}
            ></nd-run-bar>`
          : nothing
      }
    </div>`;
  }

  /** A curve has no buttons, but for what only a click can start or end. */
  private hasBar(work: Work): boolean {
    if (this.problem !== null) return false;
    const waits = ['waiting', 'cancelled', 'failed'].includes(work.phase) || !this.started;
    return waits || isBusy(work) || this.has('controls');
  }

  private work(state: Readonly<State>): Work {
    return this.started ? state.work : { phase: 'waiting', planned: null };
  }

  private budget({ experiment }: Readonly<State>) {
    const { privacy, sweep } = experiment;
    if (!this.has('epsilon') || privacy.notion === 'none') return nothing;
    const isRho = privacy.notion === 'zcdp';
    const value = isRho ? privacy.rho : privacy.epsilon;
    return html`<nd-epsilon-control
      part="epsilon"
      compact
      .path=${isRho ? 'privacy.rho' : 'privacy.epsilon'}
      .label=${isRho ? 'ρ' : 'ε'}
      .value=${value ?? 1}
      .sweep=${sweep}
    ></nd-epsilon-control>`;
  }

  private chart(model: ChartModel, { view }: Readonly<State>) {
    return html`<p class="measure small" part="measure">${model.yTitle}</p>
      ${stage(
        model,
        this.pointer,
        html`<nd-svg-chart
          .model=${model}
          .yRange=${this.held.range}
          .faded=${view.faded}
          .crosshair=${this.pointer.place}
        ></nd-svg-chart>`,
      )}
      <p class="axis small quiet" aria-hidden="true">${model.xTitle}</p>
      ${
        this.hide.includes('legend')
          ? nothing
          : html`<nd-legend
              part="legend"
              ?bare=${this.view === 'curve'}
              .model=${model}
              .faded=${view.faded}
              .crosshair=${this.pointer.place}
            ></nd-legend>`
      }
      <div class="hidden-text" role="status" aria-live="polite">${this.pointer.spoken}</div>`;
  }

  /** What stands there before the curves: the page's own picture, or room for one. */
  private placeholder() {
    const image = html`<img part="poster" src=${this.poster} alt="The curves of an earlier run" />`;
    return html`<div class="stage"><slot>${this.poster ? image : nothing}</slot></div>`;
  }

  private has(part: string): boolean {
    return this.view === 'chart' && !this.hide.includes(part);
  }
}

/**
 * How a view is drawn in little room: a measure that no run has gives way, and what
 * needs an explanation of its own is left out.
 */
function shown(view: View, measure = view.measure): View {
  return { ...view, measure, showFloors: false, showBounds: false };
}
