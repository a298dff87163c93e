import { LitElement, html, nothing } from 'lit';
import { customElement, property, state } from 'lit/decorators.js';
import '../../components/fields/choice-field.ts';
import { emit } from '../../components/shared/events.ts';
import '../../components/panels/story-panels.ts';
import type { Explanation } from '../../store/state.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../batch/batch-view.ts';
import '../bounds/bounds-view.ts';
import '../certificate/certificate-view.ts';
import '../epoch/epoch-view.ts';
import { shownState, withOwnSetting } from '../shared/facts.ts';
import '../figures/figures-view.ts';
import '../horizon/horizon-view.ts';
import { labPageStyles } from './lab-page-styles.ts';
import '../quadratic/quadratic-view.ts';
import type { Group, Setting } from '../shared/fields.ts';
import type { OpenFacts } from '../shared/open-facts.ts';
import type { TheoryEngine } from '../shared/queries.ts';
import {
  labGroups,
  labText,
  labViews,
  readLab,
  type LabState,
  type LabView,
} from '../shared/settings.ts';
import '../shared/slider-field.ts';
import { stories } from '../shared/stories.ts';
import '../tables/tables-view.ts';
import '../widths/widths-view.ts';

const wide = matchMedia('(min-width: 1100px)');

const titles: Record<LabView, string> = {
  quadratic: 'Quadratic',
  certificate: 'Certificate',
  figures: 'Figures',
  horizon: 'Horizon',
  bounds: 'Bounds',
  epoch: 'Epochs',
  batch: 'Batch size',
  tables: 'Tables',
  widths: 'Widths',
};

/** Settings that stand folded: they are seldom touched. */
const folded: Partial<Record<LabView, readonly string[]>> = {
  certificate: ['iterations', 'distance', 'gap', 'noise', 'dimension'],
  horizon: ['samples', 'dimension', 'sensitivity', 'initialGap', 'strongConvexity', 'smoothness'],
  bounds: ['initialGap', 'distance', 'set', 'radius'],
  tables: ['radius', 'regularization', 'initialGap'],
};
const foldTitles: Partial<Record<LabView, string>> = {
  certificate: 'Bound after T iterations',
  horizon: 'Public constants',
  bounds: 'More of the problem',
  tables: 'More of the problem',
};

/** The theory beside the playground: what can be known without running anything. */
@customElement('nd-lab')
export class Lab extends LitElement {
  static override styles = [shared, panel, labPageStyles];

  /** Null until the engine is loaded. */
  @property({ attribute: false }) engine: TheoryEngine | null = null;
  /** The lab's part of the address, as `labText` writes it. */
  @property() place = '';
  /** What the open experiment says of n, p and the budget. */
  @property({ attribute: false }) open: OpenFacts | null = null;
  @state() private current: LabState = readLab('');
  @state() private isWide = wide.matches;
  @state() private explanation: Explanation | null = null;
  private text = labText(this.current);

  private readonly follow = () => (this.isWide = wide.matches);

  override connectedCallback(): void {
    super.connectedCallback();
    this.isWide = wide.matches;
    wide.addEventListener('change', this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    wide.removeEventListener('change', this.follow);
  }

  override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has('place') || this.place === this.text) return;
    this.current = readLab(this.place);
    this.text = labText(this.current);
  }

  override render() {
    const { view } = this.current;
    // Beside the charts, or where a figure is chosen or a table filled, the settings come first; a toy is touched before its sliders.
    const above = this.isWide || view === 'figures' || view === 'tables';
    return html`
      <nav class="tabs" aria-label="Lab">
        ${labViews.map(
          (one) =>
            html`<button
              class="plain"
              aria-current=${one === view ? 'page' : 'false'}
              @click=${() => this.turn(one)}
            >
              ${titles[one]}
            </button>`,
        )}
      </nav>
      <div
        class="columns"
        @nd-edit=${this.edit}
        @nd-explain=${this.explain}
        @nd-drawn=${(event: Event) => event.stopPropagation()}
      >
        ${above ? this.settings(view) : nothing}
        <main>
          ${this.engine === null ? html`<p class="loading quiet">Loading the engine…</p>` : this.view(this.engine)}
          ${this.isWide ? this.story(view) : nothing}
        </main>
        ${above ? nothing : this.settings(view)} ${this.isWide ? nothing : this.story(view)}
      </div>
    `;
  }

  private settings(view: LabView) {
    return html`<section class="settings" aria-label="Settings of the lab">
      ${this.fields(view)}
    </section>`;
  }

  /** On a small screen the settings come first, so that they are near what they change. */
  private story(view: LabView) {
    return html`<section class="story" aria-label="Why">${stories[view]}</section>`;
  }

  private view(engine: TheoryEngine) {
    const current = this.shown;
    switch (current.view) {
      case 'quadratic':
        return html`<nd-quadratic-view
          .engine=${engine}
          .settings=${current.quadratic}
        ></nd-quadratic-view>`;
      case 'certificate':
        return html`<nd-certificate-view
          .engine=${engine}
          .settings=${current.certificate}
        ></nd-certificate-view>`;
      case 'figures':
        return html`<nd-figures-view
          .engine=${engine}
          .settings=${current.figures}
        ></nd-figures-view>`;
      case 'horizon':
        return html`<nd-horizon-view
          .engine=${engine}
          .settings=${current.horizon}
        ></nd-horizon-view>`;
      case 'bounds':
        return html`<nd-bounds-view
          .engine=${engine}
          .settings=${current.bounds}
        ></nd-bounds-view>`;
      case 'epoch':
        return html`<nd-epoch-view .engine=${engine} .settings=${current.epoch}></nd-epoch-view>`;
      case 'batch':
        return html`<nd-batch-view .engine=${engine} .settings=${current.batch}></nd-batch-view>`;
      case 'tables':
        return html`<nd-tables-view
          .engine=${engine}
          .settings=${current.tables}
        ></nd-tables-view>`;
      case 'widths':
        return html`<nd-widths-view
          .engine=${engine}
          .settings=${current.widths}
        ></nd-widths-view>`;
    }
  }

  private fields(view: LabView) {
    const group: Group = labGroups[view];
    const hidden = folded[view] ?? [];
    const open = Object.keys(group).filter((name) => !hidden.includes(name));
    return html`<div class="fields">${open.map((name) => this.field(view, name, group[name]))}</div>
      ${
        hidden.length > 0
          ? html`<details>
              <summary>${foldTitles[view]}</summary>
              <div class="fields">${hidden.map((name) => this.field(view, name, group[name]))}</div>
            </details>`
          : nothing
      }
      <div class="foot">
        <button @click=${this.reset}>Back to the defaults</button>
      </div>
      <div class="why">
        ${
          this.explanation === null
            ? html`<p class="small quiet">Touch a setting to read what it means.</p>`
            : html`<p class="small">
                <strong>${this.explanation.title}.</strong> ${this.explanation.text}
              </p>`
        }
      </div>`;
  }

  private field(view: LabView, name: string, setting: Setting) {
    const path = `${view}.${name}`;
    const value = (this.shown[view] as Record<string, string | number>)[name];
    if (setting.kind === 'choice') {
      return html`<nd-choice-field
        .path=${path}
        .label=${setting.label}
        .description=${setting.why}
        .value=${String(value)}
        .choices=${setting.choices}
      ></nd-choice-field>`;
    }
    const isIdle =
      name === 'momentum' &&
      view === 'quadratic' &&
      this.current.quadratic.method === 'gradient-descent';
    return html`<nd-slider-field
      .path=${path}
      .setting=${setting}
      .value=${Number(value)}
      .disabled=${isIdle}
    ></nd-slider-field>`;
  }

  /** With the numbers of the open experiment, where they are followed. */
  private get shown(): LabState {
    return shownState(this.current, this.open);
  }

  private turn(view: LabView): void {
    if (view === this.current.view) return;
    this.explanation = null;
    this.show({ ...this.current, view }, true);
  }

  private edit(event: CustomEvent<{ path: string; value: unknown }>): void {
    event.stopPropagation();
    const { path, value } = event.detail;
    this.show(withOwnSetting(this.current, this.open, path, value), false);
  }

  private explain(event: CustomEvent<Explanation>): void {
    event.stopPropagation();
    this.explanation = event.detail;
  }

  private reset(): void {
    const { view } = this.current;
    this.show({ ...this.current, [view]: readLab('')[view] }, false);
  }

  /** Another view is a step that the browser's back undoes; a setting is not. */
  private show(next: LabState, isStep: boolean): void {
    this.current = next;
    this.text = labText(next);
    emit(this, 'nd-place', { view: 'lab', lab: this.text, isStep });
  }
}
