import { LitElement, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../host/define.ts';
import type { LandscapeView } from '../feature/landscape/landscape-view.ts';
import type { Command, FormContext, PageEvents } from '../components/shared/events.ts';
import '../components/shared/fix-button.ts';
import '../components/bars/page-header.ts';
import '../feature/play/play-view.ts';
import {
  measureHelp,
  scoreAmong,
  shownMeasure,
  withDiagnostic,
} from '../results/asked-measures.ts';
import { measureNames, type Measure } from '../results/measures.ts';
import { measuresOf } from '../results/offered-measures.ts';
import { planColors } from '../results/slots.ts';
import type { ChartModel } from '../curves/model.ts';
import { solveMeasures } from '../results/solve-measures.ts';
import { openFacts } from '../feature/lab/shared/open-facts.ts';
import { awaitsFile } from '../link/opened.ts';
import { forgetBegun } from '../store/persist.ts';
import { findPlace } from '../store/places.ts';
import { sizeOf, sizeText } from '../store/gate.ts';
import { isOf } from '../store/picture.ts';
import type { State, View } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { priceText } from '../store/price.ts';
import { planNow, plannedOf, problemOf } from '../store/work.ts';
import { shared } from '../styles/shared.ts';
import { icons } from '../components/shared/icons.ts';
import { leisure } from '../host/leisure.ts';
import { Drawing } from './drawing.ts';
import { looksLikeJson } from './files.ts';
import type { Gallery } from '../feature/gallery/gallery-view.ts';
import type { TableJob } from '../feature/table/table-view.ts';
import type { Inside, InsideHost } from './inside.ts';
import { LowerBounds } from './lower-bounds.ts';
import { pageStyles } from './page-styles.ts';
import type { SectionContext } from './sections.ts';
import type { Session } from './session.ts';
import type { Telling } from '../feature/stories/telling.ts';
import { WideScreen } from '../components/shared/wide-screen.ts';

/** The first screen shows one run alone. */
const noPins: State['pins'] = [];

/** The whole playground: the first screen, what is behind it, and the lab. */
@customElement('noisy-descent-app')
export class PlaygroundPage extends LitElement implements InsideHost {
  static override styles = [shared, pageStyles];

  @property({ attribute: false }) session!: Session;
  @state() private current!: Readonly<State>;
  readonly screen = new WideScreen(this);
  @state() private dropping = false;
  @state() private isSharing = false;
  private labProblem = '';
  @state() private inside: Inside | null = null;
  private insideProblem = '';
  @state() private gallery: Gallery | null = null;
  private galleryProblem = '';
  @state() private job: TableJob | null = null;
  private tableProblem = '';
  /** Null until a story is opened. */
  @state() private telling: Telling | null = null;
  readonly drawing = new Drawing();
  private readonly lowerBounds = new LowerBounds(this);
  /** The view with another measure, made once for each view, so that nothing is drawn in vain. */
  private otherView: { of: View; view: View } | null = null;

  constructor() {
    super();
    this.listen('nd-edit', (edit) => this.session.edit(edit));
    this.listen('nd-measure', ({ measure }) => this.compute(measure));
    this.listen('nd-view', (view) => {
      this.store.setView(view);
      if (view.axis === 'gradientEvaluations' || view.axis === 'passes') this.countSolves();
    });
    this.listen('nd-pin', () => void this.pin());
    this.listen('nd-pin-name', ({ pin, name }) => {
      this.keepPins((pins) => this.drawing.behind!.withName(pins, pin, name));
    });
    this.listen('nd-unpin', ({ pin }) => {
      this.keepPins((pins) => this.drawing.behind!.withoutPin(pins, pin));
    });
    this.listen('nd-explain', (explanation) => this.store.patch({ explanation }));
    this.listen('nd-file', ({ file }) => void this.session.openFile(file));
    this.listen('nd-awaited-file', ({ file }) => void this.session.openAwaitedFile(file));
    this.listen('nd-link-file', ({ file, isSure }) => void this.session.openLinkFile(file, isSure));
    this.listen('nd-example', ({ name }) => void this.session.openExample(name));
    this.listen('nd-experiment', ({ experiment, file }) =>
      this.session.lookInside(experiment, file),
    );
    this.listen('nd-place', ({ isStep, ...place }) => this.session.go(place, isStep));
    this.listen('nd-story', ({ id, step }) => void this.openStories().then((one) => one?.go(id, step))); // prettier-ignore
    this.listen('nd-audited', ({ report }) => this.telling?.heard(report));
    this.listen('nd-drawn', () => this.session.bench.chartDrawn());
    this.listen('nd-command', ({ command }) => void this.obey(command));
    this.addEventListener('nd-explain', (event) => this.look(event));
    this.addEventListener('dragover', (event) => this.dragOver(event));
    this.addEventListener('dragleave', () => (this.dropping = false));
    this.addEventListener('drop', (event) => this.drop(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.store.addEventListener('change', this.follow);
    this.session.advice.addEventListener('change', this.follow);
    this.session.panels.addEventListener('change', this.follow);
    this.keys.addEventListener('keydown', this.shortcut);
    this.follow();
    void leisure().then(() => this.openInside());
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.store.removeEventListener('change', this.follow);
    this.session.advice.removeEventListener('change', this.follow);
    this.session.panels.removeEventListener('change', this.follow);
    this.keys.removeEventListener('keydown', this.shortcut);
  }

  /**
   * Whoever goes to a menu of a panel that lists what does not fit wants to know it. Menus explain themselves then; of
   * focus that moves within a sheet nothing is heard out here.
   */
  private look(event: Event): void {
    const path = event.composedPath();
    const lists = (node: EventTarget) =>
      node instanceof ShadowRoot && node.querySelector('nd-misfit-list') !== null;
    const isMenu = path[0] instanceof Element && path[0].localName === 'nd-choice-field';
    if (isMenu && path.some(lists)) this.session.advice.look();
  }

  private get store(): Store {
    return this.session.store;
  }

  /** Where shortcuts are heard: in a page of others only while the reader is in here. */
  private get keys(): EventTarget {
    return this.session.ownsPage ? window : this;
  }

  private readonly follow = (): void => {
    this.current = this.store.state;
    this.requestUpdate();
  };

  /** Lets a test, and a style, see what the page is doing. */
  override updated(): void {
    const { notice, place, work } = this.current;
    this.dataset['phase'] = work.phase;
    this.dataset['error'] = problemOf(this.current)?.code ?? notice?.code ?? '';
    const { picture } = this.current;
    this.toggleAttribute('data-stale', picture !== null && !isOf(picture, this.current));
    if (place.view === 'lab') void this.openLab();
    if (place.story !== undefined && this.telling === null) void this.openStories();
    this.telling?.updated();
  }

  override render() {
    const current = this.shown();
    const inLab = current.place.view === 'lab';
    if (!inLab) {
      const lower = this.lowerBounds.below(current, this.session.bench.engine);
      const pins = current.place.view === 'playground' ? current.pins : noPins;
      this.drawing.refresh(current.picture, current.view, { lower, pins });
    }
    return html`
      <nd-page-header
        .view=${current.place.view}
        .canUndo=${this.store.canUndo}
        .canRedo=${this.store.canRedo}
        .isShareable=${this.session.ownsPage}
        .canShare=${this.session.bench.engine !== null}
        .hasPicture=${current.picture !== null}
        .hasResult=${(current.picture?.result ?? null) !== null}
      ></nd-page-header>
      ${this.banner()} ${this.telling?.render()} ${this.face(current)}
      ${this.dropping ? html`<div class="drop">Drop a data file, an experiment or a result</div>` : nothing}
      ${this.sharing()}
    `;
  }

  private face(current: Readonly<State>) {
    const { view } = current.place;
    if (view === 'lab') return this.lab();
    if (view === 'gallery') return this.examples();
    if (this.lacksEngine) return html`<main>${this.withoutEngine()}</main>`;
    if (view === 'table') return this.table();
    if (view === 'play') return this.play(current);
    if (this.inside !== null) return this.inside.render();
    void this.openInside();
    return html`<p class="empty">${this.insideProblem}</p>`;
  }

  private play(current: Readonly<State>) {
    const isDrawn = this.drawing.model !== null && this.drawing.panels.length === 0;
    return html`<nd-play
      .engine=${this.session.bench.engine}
      .state=${current}
      .model=${isDrawn ? this.drawing.model : null}
      .form=${this.form()}
      .dragging=${this.store.lastChange.dragging}
      .waiting=${this.emptyStage()}
    ></nd-play>`;
  }

  /** The gallery comes with its own code; where it was left it goes on. */
  private examples() {
    if (this.gallery !== null) return this.gallery;
    void this.openGallery();
    return html`<p class="empty">${this.galleryProblem || 'Opening…'}</p>`;
  }

  private async openGallery(): Promise<void> {
    if (this.gallery !== null || this.galleryProblem) return;
    try {
      const { Gallery } = await import('../feature/gallery/gallery-view.ts');
      this.gallery ??= new Gallery();
    } catch {
      this.galleryProblem = 'The gallery could not be loaded. Reload the page to try again.';
      this.requestUpdate();
    }
  }

  /** The way of the reader's own table; where it was left it goes on. */
  private table() {
    if (this.job !== null) return html`<nd-table .job=${this.job}></nd-table>`;
    void this.openTable();
    return html`<p class="empty">${this.tableProblem || 'Opening…'}</p>`;
  }

  private async openTable(): Promise<TableJob | null> {
    if (this.job !== null || this.tableProblem) return this.job;
    try {
      const { TableJob } = await import('../feature/table/table-view.ts');
      this.job ??= new TableJob(() => this.session.bench.whenLoaded());
    } catch {
      this.tableProblem = 'This part could not be loaded. Reload the page to try again.';
      this.requestUpdate();
    }
    return this.job;
  }

  /** Stories come with their own code, when one is first opened. */
  private async openStories(): Promise<Telling | null> {
    try {
      const { Telling } = await import('../feature/stories/telling.ts');
      this.telling ??= new Telling(this);
    } catch {
      this.session.leaveStory('The stories could not be loaded. Reload the page to try again.');
    }
    return this.telling;
  }

  async example(name: string): Promise<unknown> {
    const { examples } = await import('../feature/gallery/files.ts');
    return examples[name];
  }

  /** All that is drawn in one chart. */
  get chart(): ChartModel | null {
    const { model, panels } = this.drawing;
    return panels.length === 0 ? model : null;
  }

  find(selector: string): Element | null {
    const inPlay = this.renderRoot.querySelector('nd-play')?.shadowRoot?.querySelector(selector);
    return inPlay ?? this.renderRoot.querySelector(selector);
  }

  private share(): void {
    void import('../feature/share/share-dialog.ts');
    this.isSharing = true;
  }

  private sharing() {
    const { engine } = this.session.bench;
    if (!this.isSharing || engine === null) return nothing;
    return html`<nd-share-dialog
      .state=${this.shown()}
      .engine=${engine.version}
      @close=${() => (this.isSharing = false)}
    ></nd-share-dialog>`;
  }

  private get lacksEngine(): boolean {
    return this.session.bench.engine === null && this.current.work.phase === 'failed';
  }

  /** Nothing works without it: what happened, and who can do what. */
  private withoutEngine() {
    return html`<div class="empty" role="alert">
      <h2>The engine did not start</h2>
      <p class="story">${problemOf(this.current)?.message}</p>
      <p class="story quiet">
        Nothing can be planned or run without it. Reload the page to try again; if it still fails,
        these words tell the site’s operator what to change.
      </p>
      <button class="primary" @click=${() => location.reload()}>Reload the page</button>
    </div>`;
  }

  private async pin(): Promise<void> {
    const { picture } = this.current;
    try {
      const { withPin } = (this.drawing.behind ??= await import('./pinned.ts'));
      this.keepPins((pins) => withPin(pins, picture));
    } catch {
      const text = 'The run could not be pinned. Reload the page to try again.';
      this.store.patch({ notice: { tone: 'error', text } });
    }
  }

  private keepPins(change: (pins: State['pins']) => State['pins']): void {
    this.store.patch({ pins: change(this.store.state.pins) });
  }

  /** What is behind the first screen comes after it, or when it is asked for. */
  private async openInside(): Promise<void> {
    if (this.inside !== null || this.insideProblem) return;
    try {
      const { Inside } = await import('./inside.ts');
      this.inside ??= new Inside(this);
    } catch {
      this.insideProblem = 'This part could not be loaded. Reload the page to try again.';
      this.requestUpdate();
    }
  }

  /** The lab comes with its own code, when it is first opened. */
  private lab() {
    if (!customElements.get('nd-lab')) {
      return html`<p class="empty">${this.labProblem || 'Opening the lab…'}</p>`;
    }
    const { experiment, place } = this.current;
    return html`<nd-lab
      .engine=${this.session.bench.engine}
      .place=${place.lab}
      .open=${openFacts(experiment, planNow(this.current), this.current.catalogue)}
    ></nd-lab>`;
  }

  private async openLab(): Promise<void> {
    if (customElements.get('nd-lab') || this.labProblem) return;
    try {
      await import('../feature/lab/page/lab-page.ts');
    } catch {
      this.labProblem = 'The lab could not be loaded. Reload the page to try again.';
    }
    this.requestUpdate();
  }

  /** Where nothing can run: one click with which something does. */
  fixed({ work }: Readonly<State>) {
    const fix = this.session.advice.fixForPresent(null);
    if (work.phase !== 'failed' || fix === undefined || fix === 'none') return nothing;
    return html`<nd-fix-button class="note" .fix=${fix}></nd-fix-button>`;
  }

  /** The state as it is drawn: a measure that these runs do not have gives way to one that they have. */
  shown(): Readonly<State> {
    const { current } = this;
    const { experiment, picture, view } = current;
    const drawn = picture?.experiment ?? experiment;
    const isPlayed = current.place.view === 'play' && picture !== null;
    const played = isPlayed ? scoreAmong(picture.collection.curves) : null;
    const measure = played ?? shownMeasure(view.measure, this.measures(), [drawn, experiment]);
    if (measure === view.measure) return current;
    if (this.otherView?.of !== view || this.otherView.view.measure !== measure) {
      this.otherView = { of: view, view: { ...view, measure } };
    }
    return { ...current, view: this.otherView.view };
  }

  measures(): readonly Measure[] {
    const { catalogue, experiment, picture } = this.current;
    if (catalogue === null) return measureNames;
    return measuresOf(catalogue, picture?.experiment ?? experiment);
  }

  measureHelp(measure: Measure): string {
    const { catalogue } = this.current;
    return catalogue === null ? '' : measureHelp(catalogue, measure);
  }

  /** A diagnostic that is to be drawn is asked for in the experiment. */
  private compute(measure: Measure): void {
    const diagnostics = withDiagnostic(this.current.experiment, measure);
    if (diagnostics !== null) this.store.edit('run.diagnostics', diagnostics);
  }

  /** An axis of gradients needs those of unseen solvers counted. */
  private countSolves(): void {
    const { catalogue, experiment } = this.current;
    const counted = solveMeasures.gradients;
    if (catalogue && measuresOf(catalogue, experiment).includes(counted)) this.compute(counted);
  }

  /** Before there is anything to draw: what is awaited, and how to have it. */
  emptyStage() {
    const { work } = this.current;
    const plan = planNow(this.current);
    if (this.awaitsFile) return html`<p class="quiet">Nothing runs until you open the file.</p>`;
    if (work.phase === 'failed') {
      const isTold = this.homelessText() !== null;
      return html`<p>Nothing could be run.</p>
        ${isTold ? nothing : html`<p class="story quiet">${this.problemText()}</p>`}
        ${this.fixed(this.current)}`;
    }
    if (work.phase !== 'waiting') return nothing;
    return html`<p>
        ${plan ? `${priceText(plan)} on this machine.` : `${sizeText(sizeOf(this.current))}: it starts when you click.`}
      </p>
      <button class="primary" @click=${() => this.session.bench.run()}>
        ${icons.play} Run it
      </button>`;
  }

  context(): SectionContext {
    const { audit, compare, bench, panels } = this.session;
    const { engine } = bench;
    const planned = plannedOf(this.current);
    return {
      audit,
      compare,
      panels,
      problemAt: this.placed()?.path ?? '',
      pointedAt: this.telling?.exhibit ?? '',
      engine,
      state: this.current,
      form: this.form(),
      colors: planned === null ? [] : planColors(planned.experiment, planned.plan),
    };
  }

  /** The opened link asks for its file: that it is missing need not be said again. */
  private get awaitsFile(): boolean {
    return awaitsFile(this.current) && problemOf(this.current)?.code === 'missing-data';
  }

  /** The problem, where no field on the screen tells it. */
  private homelessText(): string | null {
    if (this.awaitsFile) return null;
    const isHomeless = this.placed() === null || !this.screen.isWide;
    return isHomeless ? this.problemText() : null;
  }

  private problemText(): string | null {
    const problem = problemOf(this.current);
    if (problem === null) return null;
    return problem.field ? `${problem.field}: ${problem.message}` : problem.message;
  }

  private banner() {
    const { notice } = this.current;
    if (this.lacksEngine && this.current.place.view !== 'lab') return nothing;
    const text = notice?.text ?? this.homelessText();
    if (text === null) return nothing;
    const tone = notice?.tone ?? 'error';
    return html`<div class="banner ${tone}" role=${tone === 'error' ? 'alert' : 'status'}>
      <span>${text}</span>
      ${
        notice?.offer
          ? html`<button @click=${() => void this.session.openExample(notice.offer!.example)}>
              ${notice.offer.title}
            </button>`
          : nothing
      }
      ${
        notice?.interrupted === 'run'
          ? html`<button @click=${() => this.session.bench.run()}>Run it again</button>
              <button @click=${() => this.forget()}>No</button>`
          : html`<button class="plain icon" aria-label="Dismiss" @click=${() => this.forget()}>
              ${icons.remove}
            </button>`
      }
    </div>`;
  }

  /** What was told, and of an interrupted run, what was kept to tell it. */
  private forget(): void {
    if (this.current.notice?.interrupted !== undefined) forgetBegun();
    this.store.dismiss();
  }

  private placed() {
    const { catalogue, experiment } = this.current;
    const problem = problemOf(this.current);
    if (problem === null || catalogue === null) return null;
    return findPlace(problem, experiment, catalogue);
  }

  private form(): FormContext {
    const placed = this.placed();
    const errorAt = (path: string) => (placed?.path === path ? placed.text : '');
    return { errorAt, fit: this.session.advice };
  }

  private async obey(command: Command): Promise<void> {
    const { session } = this;
    if (command === 'run') session.bench.run();
    else if (command === 'cancel') session.bench.cancel();
    else if (command === 'pause') session.bench.togglePause();
    else if (command === 'undo') this.store.undo();
    else if (command === 'redo') this.store.redo();
    else if (command === 'share') this.share();
    else if (command === 'close-link') this.store.patch({ opened: null });
    else await this.hand(command);
  }

  private async hand(command: Command): Promise<void> {
    const { model, panels, beside, pinned } = this.drawing;
    const landscape = this.renderRoot.querySelector<LandscapeView>('nd-landscape');
    const drawn = { model, panels, beside, pinned, landscape };
    const { exportAs } = await import('./exports.ts');
    await exportAs(command, this.shown(), drawn, this.session.bench.engine);
  }

  private readonly shortcut = (heard: Event): void => {
    const event = heard as KeyboardEvent;
    this.telling?.key(event);
    const field = event.composedPath()[0];
    const typing = field instanceof HTMLInputElement && field.type !== 'range';
    const elsewhere = ['gallery', 'lab', 'table'].includes(this.current.place.view);
    if (typing || elsewhere || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z')
      return;
    event.preventDefault();
    if (event.shiftKey) this.store.redo();
    else this.store.undo();
  };

  private dragOver(event: DragEvent): void {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.dropping = true;
  }

  private drop(event: DragEvent): void {
    event.preventDefault();
    this.dropping = false;
    const file = event.dataTransfer?.files[0];
    if (!file) return;
    const { view } = this.current.place;
    if (view === 'playground' || looksLikeJson(file)) {
      if (view !== 'playground') this.session.go({ view: 'playground' }, true);
      void this.session.openFile(file);
      return;
    }
    if (view !== 'table') this.session.go({ view: 'table' }, true);
    void this.openTable().then((job) => job?.open({ name: file.name, blob: file }));
  }

  private listen<Name extends keyof PageEvents>(
    name: Name,
    act: (detail: PageEvents[Name]) => void,
  ): void {
    this.addEventListener(name, (event) => act((event as CustomEvent<PageEvents[Name]>).detail));
  }
}
