import { LitElement, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../../host/define.ts';
import '../../../components/fields/choice-field.ts';
import { WideScreen } from '../../../components/shared/wide-screen.ts';
import { emit } from '../../../components/shared/events.ts';
import '../../../components/bars/why-panel.ts';
import type { Explanation } from '../../../store/state.ts';
import { panel, shared } from '../../../styles/shared.ts';
import {
  labViews,
  questionOf,
  type LabState,
  type LabView,
  labText,
  readLab,
  shownState,
  withOwnSetting,
} from '../state.ts';
import type { Setting } from '../shared/fields.ts';
import type { OpenFacts } from '../shared/open-facts.ts';
import type { TheoryEngine } from '../shared/queries.ts';
import '../shared/slider-field.ts';
import { labPageStyles } from './lab-page-styles.ts';

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
  @state() private explanation: Explanation | null = null;

  /** By the view that was refused: what a setting is told. */
  private readonly refusals = new Map<EventTarget, { field: string; problem: string }>();
  private readonly screen = new WideScreen(this);

  override willUpdate(changed: Map<string, unknown>): void {
    if (changed.has('place') && this.place !== labText(this.current)) {
      this.current = readLab(this.place);
    }
    // A view that is gone takes its refusals with it.
    if (changed.has('current')) this.forgetOtherViews(changed.get('current') as LabState);
  }

  private forgetOtherViews(before: LabState | undefined): void {
    if (before?.view !== this.current.view) this.refusals.clear();
  }

  override render() {
    const { view } = this.current;
    // Beside the charts the settings come first; on a small screen a toy is touched before its sliders.
    const above = this.screen.isWide || questionOf(view).settingsFirst;
    return html`
      <nav class="tabs" aria-label="Lab">
        ${labViews.map(
          (one) =>
            html`<button
              class="plain"
              aria-current=${one === view ? 'page' : 'false'}
              @click=${() => this.turn(one)}
            >
              ${questionOf(one).title}
            </button>`,
        )}
      </nav>
      <div
        class="columns"
        @nd-edit=${this.edit}
        @nd-explain=${this.explain}
        @nd-refused=${this.note}
        @nd-drawn=${(event: Event) => event.stopPropagation()}
      >
        ${above ? this.settings(view) : nothing}
        <main>
          ${
            this.engine === null
              ? html`<p class="loading quiet">Loading the engine…</p>`
              : questionOf(view).view(this.engine, this.shown[view])
          }
          ${this.screen.isWide ? this.story(view) : nothing}
        </main>
        ${above ? nothing : this.settings(view)} ${this.screen.isWide ? nothing : this.story(view)}
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
    return html`<section class="story" aria-label="Why">${questionOf(view).story}</section>`;
  }

  private fields(view: LabView) {
    const { settings, folded } = questionOf(view);
    const hidden = (folded ?? []).flatMap(({ names }) => names);
    const open = Object.keys(settings).filter((name) => !hidden.includes(name));
    const fields = (names: readonly string[]) =>
      html`<div class="fields">
        ${names.map((name) => this.field(view, name, settings[name]))}
      </div>`;
    return html`${fields(open)}
      ${(folded ?? []).map(
        ({ title, names }) =>
          html`<details>
            <summary>${title}</summary>
            ${fields(names)}
          </details>`,
      )}
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
    const values: Record<string, string | number> = this.shown[view];
    const value = values[name];
    if (setting.kind === 'choice') {
      return html`<nd-choice-field
        .path=${path}
        .label=${setting.label}
        .description=${setting.why}
        .value=${String(value)}
        .choices=${setting.choices}
        .error=${this.refusalOf(name)}
      ></nd-choice-field>`;
    }
    const isIdle = questionOf(view).idle?.(values).includes(name) ?? false;
    return html`<nd-slider-field
      .path=${path}
      .setting=${setting}
      .value=${Number(value)}
      .disabled=${isIdle}
      .error=${this.refusalOf(name)}
    ></nd-slider-field>`;
  }

  /** What the engine said against a setting. */
  private refusalOf(name: string): string {
    return [...this.refusals.values()].find(({ field }) => field === name)?.problem ?? '';
  }

  private note(event: CustomEvent<{ field: string; problem: string }>): void {
    event.stopPropagation();
    const [view] = event.composedPath();
    if (event.detail.problem === '') this.refusals.delete(view);
    else this.refusals.set(view, event.detail);
    this.requestUpdate();
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
    emit(this, 'nd-place', { view: 'lab', lab: labText(next), isStep });
  }
}
