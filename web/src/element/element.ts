import { LitElement, css, html } from 'lit';
import { property, state } from 'lit/decorators.js';
import type {
  ElementView,
  NoisyDescentElement as Contract,
  SavedElement,
} from '../../../wasm/client/element.ts';
import type { PageEvents } from '../components/shared/events.ts';
import { borrowEngine, type Loan } from '../engine/pool.ts';
import type { Session } from '../app/session.ts';
import { Bench } from '../store/bench.ts';
import { toProblem, type Problem } from '../store/errors.ts';
import { initialView } from '../store/state.ts';
import { Store } from '../store/store.ts';
import { theme } from '../styles/theme.ts';
import { Announcer } from './announcer.ts';
import './compact-view.ts';
import { problemText } from './problem-text.ts';
import { readSaved, saveState, withRecordsOf } from './saved.ts';
import { noSource, readSource, type Opened } from './source.ts';
import { whenVisible } from './visible.ts';
import { hiddenParts, wrongWord } from './words.ts';

/** `<noisy-descent>`: reads an experiment, borrows the engine while it is in the page, and shows a view. */
export class NoisyDescent extends LitElement implements Omit<Contract, 'addEventListener'> {
  static override styles = [
    theme,
    css`
      /* Parts follow the width of their column; where that follows the element, it is 640px at most. */
      :host {
        display: flex;
        box-sizing: border-box;
        min-width: 0;
        max-width: 100%;
        min-height: 440px;
        background: var(--paper);
        container: nd-page / inline-size;
        contain-intrinsic-inline-size: 640px;
      }
      /* Nothing will be drawn: what the page itself shows has its room, if it shows anything. */
      :host([failed]) {
        --stage: 0;
        min-height: 0;
      }
      :host([hidden]) {
        display: none;
      }
      :host([view='full']) {
        display: block;
      }
      p {
        margin: 16px;
        color: var(--ink);
        font: var(--text) / 1.45 var(--font);
      }
      .error {
        color: var(--danger);
      }
    `,
  ];

  @property({ hasChanged: differs }) experiment: Contract['experiment'] = null;
  @property() src: string | null = null;
  @property() link: string | null = null;
  @property({ reflect: true, useDefault: true }) view: ElementView = 'chart';
  @property() poster: string | null = null;
  @property({ useDefault: true }) hide = '';
  @property({ reflect: true, useDefault: true }) theme: 'light' | 'dark' | 'auto' = 'auto';
  @property({ useDefault: true }) start: 'visible' | 'click' = 'visible';
  @property({ attribute: 'base-url', useDefault: true }) baseUrl = '';
  @property({ attribute: false }) data: Blob | null = null;
  /** For a page that is this element and nothing else: its address holds the experiment. */
  @property({ type: Boolean, attribute: 'owns-page' }) ownsPage = false;

  @state() private bench: Bench | null = null;
  /** The playground around the bench, once it was asked for. */
  @state() private session: Session | null = null;
  /** What is wrong with the element's source, or with loading its code. */
  @state() private failure: Problem | null = null;
  @state() private loan: Loan | null = null;
  /** What is wrong with the words in its attributes: while it is, nothing starts. */
  private wrong: Problem | null = null;
  /** Seen, or asked to run: from then on it works whenever it can. */
  private isAwake = false;
  private reading: AbortController | null = null;
  private readonly announcer = new Announcer(this);
  private unwatch: () => void = () => undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    this.unwatch = whenVisible(this, () => {
      if (this.start !== 'visible') return;
      this.isAwake = true;
      this.work();
    });
    this.work();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.unwatch();
    // A page that moves an element takes it out and puts it back at once.
    queueMicrotask(() => {
      if (!this.isConnected) this.rest();
    });
  }

  override willUpdate(changed: Map<string, unknown>): void {
    // The whole playground opens without a source, too.
    const wrong = wrongWord(this) ?? (this.isBare && this.view !== 'full' ? noSource : null);
    if (wrong !== null && wrong.message !== this.wrong?.message) this.announcer.say('error', wrong);
    this.wrong = wrong;
    if (sourceNames.some((name) => changed.has(name))) void this.read();
    if (changed.has('data')) this.supply();
    if (this.view === 'full' && this.session === null && this.problem === null) void this.furnish();
    this.work();
    const { picture, work } = this.bench?.store.state ?? {};
    const isFailed = this.problem !== null || work?.phase === 'failed';
    // Without a picture it keeps no room for one.
    this.toggleAttribute('failed', isFailed && !picture);
  }

  override render() {
    if (this.view === 'full') return this.full();
    const { bench } = this;
    return html`<nd-compact-view
      exportparts="frame, title, controls, epsilon, measure, chart, legend, poster, privacy, error"
      .view=${this.view}
      .state=${bench?.store.state ?? null}
      .hide=${hiddenParts(this.hide)}
      .poster=${this.poster ?? ''}
      .problem=${this.problem}
      .started=${this.loan !== null}
      .dragging=${bench?.store.lastChange.dragging ?? false}
      @nd-edit=${this.edit}
      @nd-view=${({ detail }: CustomEvent<PageEvents['nd-view']>) => bench?.store.setView(detail)}
      @nd-command=${this.obey}
      @nd-drawn=${() => bench?.chartDrawn()}
      ><slot></slot
    ></nd-compact-view>`;
  }

  override updated(changed: Map<string, unknown>): void {
    // What is painted, as against styled, is painted anew.
    if (changed.has('theme')) this.bench?.store.setView({});
  }

  run(): void {
    if (this.bench === null) return;
    this.isAwake = true;
    const { engine, store } = this.bench;
    if (engine === null && store.state.work.phase === 'failed') this.rest();
    if (this.loan === null) this.work(true);
    else this.bench.run();
  }

  cancel(): void {
    this.bench?.cancel();
  }

  async drawPoster(): Promise<string | null> {
    const { bench } = this;
    if (bench === null) return null;
    const { drawPoster } = await import('./poster.ts');
    return drawPoster(bench.store.state);
  }

  save(): SavedElement | null {
    return this.bench === null ? null : saveState(this.bench.store.state);
  }

  restore(saved: unknown): void {
    const { experiment, view, picture } = readSaved(saved);
    this.reading?.abort();
    this.failure = null;
    const present = this.bench?.store.state.experiment ?? null;
    this.take({ experiment: withRecordsOf(present, experiment), view });
    this.announcer.leaveOut(picture?.result ?? null);
    this.bench!.store.patch({ picture });
  }

  private full() {
    if (this.problem !== null) return problemText(this.problem);
    if (this.session === null) return html`<slot></slot>`;
    return html`<noisy-descent-app .session=${this.session}></noisy-descent-app>`;
  }

  private get problem(): Problem | null {
    return this.wrong ?? this.failure;
  }

  /** Without an experiment, and without a place where one could come from. */
  private get isBare(): boolean {
    return this.bench === null && sourceNames.every((name) => this[name] === null);
  }

  /** Reads the source that is named; what was there before stays until it is read. */
  private async read(): Promise<void> {
    this.reading?.abort();
    const reading = new AbortController();
    this.reading = reading;
    try {
      const opened = await readSource(this, reading.signal);
      if (reading.signal.aborted) return;
      this.failure = null;
      if (opened !== null) this.take(opened);
    } catch (error) {
      if (!reading.signal.aborted) this.refuse(toProblem(error));
    }
  }

  /** Loads the playground and puts it around the bench. */
  private async furnish(): Promise<void> {
    try {
      const { Session, defaultExperiment, readArrival } = await import('./full.ts');
      const arrival = this.ownsPage ? await readArrival(location.hash) : null;
      if (this.session !== null) return;
      if (arrival !== null) this.session = new Session(arrival);
      // Without an experiment it opens as the page does; one that is being read comes later.
      else if (this.isBare) this.take({ experiment: defaultExperiment, view: null });
      else if (this.bench !== null) this.session = new Session(this.bench);
      if (this.session !== null && this.bench === null) this.adopt(this.session.bench);
    } catch (error) {
      this.refuse(toProblem(error));
    }
  }

  private take({ experiment, view, opened = null }: Opened): void {
    if (this.bench === null) {
      this.adopt(new Bench(new Store(experiment, view ?? initialView)));
    } else {
      if (view !== null) this.bench.store.setView(view);
      this.bench.store.replace(experiment);
    }
    this.bench!.store.patch({ opened });
    this.supply();
  }

  private adopt(bench: Bench): void {
    this.bench = bench;
    bench.store.addEventListener('change', () => {
      this.requestUpdate();
      this.announcer.tell(bench.store.state);
    });
    this.work();
  }

  /** Hands over the bytes that an experiment on a file reads. */
  private supply(): void {
    const { bench, data } = this;
    if (bench === null || data === null) return;
    const { experiment } = bench.store.state;
    const name = experiment.data.kind === 'file' ? experiment.data.name : 'data';
    bench.store.setFile({ name, blob: data }, experiment);
  }

  /** Borrows the engine, when there is something to do and somebody to see it. */
  private work(isForced = false): void {
    const { bench, loan } = this;
    const isReady = bench !== null && loan === null && this.wrong === null;
    if (!isReady || !this.isAwake || !this.isConnected) return;
    const mine = borrowEngine(this.baseUrl);
    this.loan = mine;
    void bench.start(() => mine.engine, isForced);
  }

  /** Gives up what runs, and gives the engine back. */
  private rest(): void {
    this.bench?.stop();
    this.loan?.release();
    this.loan = null;
  }

  private refuse(problem: Problem): void {
    this.failure = problem;
    this.announcer.say('error', problem);
  }

  private edit({ detail }: CustomEvent<PageEvents['nd-edit']>): void {
    this.bench?.store.edit(detail.path, detail.value, detail.dragging);
  }

  private obey({ detail: { command } }: CustomEvent<PageEvents['nd-command']>): void {
    if (command === 'run') this.run();
    else if (command === 'cancel') this.cancel();
    else if (command === 'pause') this.bench?.togglePause();
  }
}

const sourceNames = ['experiment', 'src', 'link'] as const;

/** Frameworks write the same experiment again and again. */
function differs(value: unknown, before: unknown): boolean {
  return JSON.stringify(value) !== JSON.stringify(before);
}
