import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { PanelModel } from '../../curves/layouts.ts';
import type { PinnedRun } from '../../curves/ghosts.ts';
import { droppedWords } from '../../curves/dropped-words.ts';
import { axisTitles, type ChartModel } from '../../curves/model.ts';
import { HeldRange } from '../../curves/held-range.ts';
import { formatMeasured } from '../../format/number.ts';
import type { Axis } from '../../results/collection.ts';
import { bracketWords } from '../../results/bound-words.ts';
import { gapMeasure, measureInfo, measureNames, type Measure } from '../../results/measures.ts';
import type { Layout } from '../../results/panels.ts';
import type { SweepChoice } from '../../results/visible.ts';
import { mostPins, type Pinning } from '../../store/pins.ts';
import type { View } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import './convergence-chart.ts';
import { chartPanelStyles } from './chart-panel-styles.ts';
import { emit } from '../shared/events.ts';
import type { Term } from '../shared/budget-terms.ts';
import { terms } from '../shared/terms.ts';
import { icons } from '../shared/icons.ts';
import './legend.ts';
import { measureMenu } from './measure-menu.ts';
import './panel-grid.ts';
import './pin-list.ts';
import { Pointer } from './pointer.ts';
import { stage } from './stage.ts';
import { sweepMenus } from './sweep-menus.ts';

/** The chart with its switches, its crosshair and its legend. */
@customElement('nd-chart-panel')
export class ChartPanel extends LitElement {
  static override styles = [shared, chartPanelStyles];

  @property({ attribute: false }) model!: ChartModel;
  @property({ attribute: false }) view!: View;
  /** A second, smaller chart of the same runs; null where there is none. */
  @property({ attribute: false }) beside: ChartModel | null = null;
  /** What it can show; null where there can be none. */
  @property({ attribute: false }) besideMeasure: Measure | null = null;
  /** While true the axes stand still. */
  @property({ type: Boolean }) streaming = false;
  /** While true the axes may only grow. */
  @property({ type: Boolean }) dragging = false;
  @property({ attribute: false }) sweep: readonly SweepChoice[] = [];
  /** The small pictures of a sweep; none where one picture holds all. */
  @property({ attribute: false }) panels: readonly PanelModel[] = [];
  @property() layout: Layout = 'single';
  /** The swept number against which ends can be drawn, in words; empty where there is none. */
  @property() endsTitle = '';
  /** What can be drawn of this problem. */
  @property({ attribute: false }) measures: readonly Measure[] = measureNames;
  /** One sentence on what is drawn. */
  @property() help = '';
  /** What the bounds are, and on what they rest. */
  @property() promise = '';
  /** The name of the grey curve that is still to come; empty where none is. */
  @property() awaited = '';
  /** The runs that are drawn behind, and whether this one can be. */
  @property({ attribute: false }) pinned: readonly PinnedRun[] = [];
  @property() pinning: Pinning = 'unfinished';
  @property({ type: Boolean }) hasFloors = false;
  @property({ type: Boolean }) hasBounds = false;
  private readonly pointer = new Pointer(this, () => this.model);
  private readonly main = new HeldRange();
  private readonly second = new HeldRange();

  override willUpdate(changed: Map<string, unknown>): void {
    if (!['model', 'dragging', 'streaming'].some((name) => changed.has(name))) return;
    const sweep = this.sweep.map(({ chosen }) => chosen).join();
    const mode = this.streaming ? 'locked' : this.dragging ? 'growing' : 'free';
    this.main.take(this.model, { about: `${sweep} ${this.layout}`, mode });
    if (this.beside !== null) this.second.take(this.beside, { about: sweep, mode });
  }

  override render() {
    const { model } = this;
    return html`
      <div class="toolbar">${this.switches()}</div>
      ${this.sweep.length > 0 ? html`<div class="sweep">${this.layouts()} ${sweepMenus(this, this.sweep, this.view.sweep)}</div>` : nothing}
      ${this.panels.length > 0 ? this.grid() : this.stage()}
      <div class="under">
        ${this.pinButton()}
        ${model.axis === 'other' ? html`<p class="x-title small quiet" aria-hidden="true">${model.xTitle}</p>` : this.axisSwitch()}
      </div>
      ${
        this.panels.length > 0
          ? nothing
          : html`<nd-legend
              .model=${model}
              .faded=${this.view.faded}
              .crosshair=${this.pointer.place}
              .awaited=${this.awaited}
            ></nd-legend>`
      }
      <nd-pin-list
        .pinned=${this.pinned}
        .model=${model}
        .beside=${this.beside}
        .faded=${this.view.faded}
        .crosshair=${this.pointer.place}
        .inPanels=${this.panels.length > 0}
      ></nd-pin-list>
      ${this.notes()}
      <div class="hidden-text" role="status" aria-live="polite">${this.pointer.spoken}</div>
    `;
  }

  /** Keeps the run behind the next ones. */
  private pinButton() {
    const words: Record<Pinning, string> = {
      free: 'Pin this run',
      pinned: 'This run is pinned',
      full: `${mostPins} runs are pinned: remove one to pin this one`,
      unfinished: 'A run can be pinned when it has ended',
    };
    if (this.pinning !== 'free' && this.pinning !== 'unfinished') {
      return html`<span class="small quiet">${words[this.pinning]}</span>`;
    }
    return html`<button
      class="toggle"
      title=${this.pinning === 'free' ? 'Shows this run behind later runs' : words.unfinished}
      ?disabled=${this.pinning !== 'free'}
      @click=${() => emit(this, 'nd-pin', null)}
    >
      ${icons.pin} ${words.free}
    </button>`;
  }

  private axisSwitch() {
    return html`<label for="axis" class="hidden-text">Horizontal axis</label>
      <select id="axis" @change=${(event: Event) => this.set({ axis: valueOf(event) as Axis })}>
        ${Object.entries(axisTitles).map(
          ([value, title]) =>
            html`<option value=${value} ?selected=${value === this.view.axis}>${title}</option>`,
        )}
      </select>`;
  }

  private grid() {
    const panels = this.panels.map(({ key, title, model, filter }) => ({
      key,
      title,
      picture: model,
      ...(filter && { open: () => this.set({ layout: 'single', sweep: filter }) }),
    }));
    return html`<nd-panel-grid
      .panels=${panels}
      .yRange=${this.main.range}
      .faded=${this.view.faded}
    ></nd-panel-grid>`;
  }

  private stage() {
    const { beside, model } = this;
    const charts = html`<nd-convergence-chart
        .model=${model}
        .yRange=${this.main.range}
        .faded=${this.view.faded}
        .crosshair=${this.pointer.place}
      ></nd-convergence-chart>
      ${beside === null ? nothing : this.companion(beside)}`;
    return stage(model, this.pointer, charts, beside === null ? '' : 'pair');
  }

  private companion(model: ChartModel) {
    return html`<figure class="beside">
      <figcaption>${model.yTitle}</figcaption>
      <nd-companion-chart
        .model=${model}
        .yRange=${this.second.range}
        .faded=${this.view.faded}
        .crosshair=${this.pointer.place}
      ></nd-companion-chart>
      <p class="hidden-text">
        ${(model.levels ?? []).map(({ label, y }) => `${label}: ${formatMeasured(y)}.`).join(' ')}
      </p>
    </figure>`;
  }

  private switches() {
    const { view, model } = this;
    return html`
      <span @focusin=${() => (model.measure === gapMeasure ? this.explain(terms.gap) : undefined)}
        >${measureMenu(this, this.measures, view)}</span
      >
      <span class="space"></span>
      ${
        this.besideMeasure === null
          ? nothing
          : this.toggle(measureInfo(this.besideMeasure).title.toLowerCase(), view.showBeside, false, () => this.set({ showBeside: !view.showBeside })) // prettier-ignore
      }
      ${this.toggle('log', model.scale === 'log', measureInfo(model.measure).axis !== 'any', () =>
        this.set({ scale: view.scale === 'log' ? 'linear' : 'log' }),
      )}
      <span @focusin=${() => this.explain(terms.noiseBound)}
        >${this.toggle('noise bound', view.showFloors && this.hasFloors, !this.hasFloors, () =>
          this.set({ showFloors: !view.showFloors }),
        )}</span
      >
      <span @focusin=${() => this.explain(terms.bound)}
        >${this.toggle('bound', view.showBounds && this.hasBounds, !this.hasBounds, () =>
          this.set({ showBounds: !view.showBounds }),
        )}</span
      >
    `;
  }

  /** One picture of the sweep, or many small ones. */
  private layouts() {
    const titles: [Layout, string][] = [
      ['single', 'one chart'],
      ['points', 'for each setting'],
      ['algorithms', 'for each algorithm'],
      ...(this.hasEnds ? [['ends', `ends by ${this.endsTitle}`] as [Layout, string]] : []),
    ];
    return html`<label
      >panels
      <select @change=${(event: Event) => this.set({ layout: valueOf(event) as Layout })}>
        ${titles.map(
          ([value, title]) =>
            html`<option value=${value} .selected=${value === this.layout}>${title}</option>`,
        )}
      </select></label
    >`;
  }

  private get hasEnds(): boolean {
    return this.endsTitle !== '';
  }

  private toggle(label: string, pressed: boolean, disabled: boolean, act: () => void) {
    return html`<button
      class="toggle"
      aria-pressed=${pressed ? 'true' : 'false'}
      ?disabled=${disabled}
      @click=${act}
    >
      ${label}
    </button>`;
  }

  private notes() {
    const { model, panels } = this;
    const inPanels = panels.length > 0;
    const series = inPanels ? panels.flatMap((panel) => panel.model.series) : model.series;
    const keys = [
      model.axis === 'other'
        ? 'Line: the median of where the repeats end. Band: where four out of five end.'
        : 'Line: the median of all repeats. Band: four out of five repeats.',
      model.hasBrackets === true ? bracketWords(model.measure) : '',
      series.some(({ floor }) => floor) ? `Dotted: ${terms.noiseBound.sentence}` : '',
      series.some(({ bound }) => bound)
        ? `Thin dashes: ${terms.bound.sentence} ${this.promise}`
        : '',
      model.lowerWords ?? '',
    ];
    return html`<details class="notes small quiet">
        <summary>
          How to read this<span class="care"
            >Not private: these curves are computed without noise. Don’t publish them.</span
          >
        </summary>
        <p>
          ${this.help === '' ? nothing : html`<span class="help">${this.help}</span> `}${keys.filter(Boolean).join(' ')}
        </p>
      </details>
      ${model.dropped === 0 ? nothing : html`<p class="small quiet">${droppedWords(model)}</p>`}`;
  }

  private explain({ name, sentence, source }: Term): void {
    emit(this, 'nd-explain', { title: name, text: sentence, source });
  }

  private set(view: Partial<View>): void {
    emit(this, 'nd-view', view);
  }
}

function valueOf(event: Event): string {
  return (event.target as HTMLSelectElement).value;
}
