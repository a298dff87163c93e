// What is behind the first screen; it is loaded after that, or with a link.
import { html, nothing, type ReactiveControllerHost } from 'lit';
import '../components/bars/run-bar.ts';
import '../components/bars/why-panel.ts';
import '../components/charts/chart-panel.ts';
import { formatCounted } from '../format/number.ts';
import type { WideScreen } from '../components/shared/wide-screen.ts';
import { slopesOf } from '../feature/slopes/slopes.ts';
import '../feature/summary/summary-table.ts';
import { pinnedRows } from '../feature/summary/pinned-rows.ts';
import { summaryRows } from '../feature/summary/summary.ts';
import { awaitsFile, hasStory } from '../link/opened.ts';
import { isRanked, scoreAmong } from '../results/asked-measures.ts';
import { boundWords } from '../results/bound-words.ts';
import { measureInfo, type Measure } from '../results/measures.ts';
import { layoutOf, mostCurvesIn, shownCurves } from '../results/panels.ts';
import { countRepeats } from '../results/repeats.ts';
import { sweepChoices, type VisibleCurve } from '../results/visible.ts';
import { countedFile, sizeOf } from '../store/gate.ts';
import { isPrevious, pictureTitle, type ExperimentPicture } from '../store/picture.ts';
import { awaitedReference } from '../store/reference.ts';
import { pinning } from '../store/pins.ts';
import type { State, View } from '../store/state.ts';
import { isBusy, planNow, problemOf } from '../store/work.ts';
import type { Drawing } from './drawing.ts';
import { hasLowerBounds } from './lower-bounds.ts';
import {
  inputSections,
  panelPointedAt,
  questionSection,
  storySection,
  thumbSection,
  type SectionContext,
} from './sections.ts';
import type { Session } from './session.ts';

/** What takes longer is noticed. */
const noticedMilliseconds = 150;

/** What it needs of the page around it. */
export interface InsideHost extends Pick<ReactiveControllerHost, 'requestUpdate'> {
  readonly session: Session;
  readonly screen: WideScreen;
  readonly drawing: Drawing;
  /** The state as it is drawn. */
  shown(): Readonly<State>;
  context(): SectionContext;
  measures(): readonly Measure[];
  measureHelp(measure: Measure): string;
  emptyStage(): unknown;
  fixed(state: Readonly<State>): unknown;
}

/** Data, problem, privacy and methods, the chart with its table, and the story of what it means. */
export class Inside {
  private readonly page: InsideHost;

  constructor(page: InsideHost) {
    this.page = page;
  }

  /** What was opened with a link says so, and whether it replayed. */
  private opened(current: Readonly<State>) {
    const engine = this.page.session.bench.engine?.version ?? null;
    if (!hasStory(current, engine)) return nothing;
    void import('../feature/share/link-bar.ts');
    return html`<nd-link-bar .state=${current} .engine=${engine}></nd-link-bar>`;
  }

  /** Rails on both sides of the picture, or on a phone sheets below it. */
  render() {
    const current = this.page.shown();
    return html`<div class="columns">
        ${this.page.screen.isWide ? html`<div class="rail left">${inputSections(this.page.context())}</div>` : nothing}
        <main>
          ${this.exhibit()} ${this.stage()}
          <div class="questions">${questionSection(this.page.context())}</div>
        </main>
        ${
          this.page.screen.isWide
            ? html`<div class="rail right">
                <div class="scroll">${storySection(this.page.context())}</div>
                <nd-why-panel
                  .explanation=${current.explanation}
                  .sweep=${current.experiment.sweep}
                ></nd-why-panel>
              </div>`
            : nothing
        }
      </div>
      ${this.page.screen.isWide ? nothing : thumbSection(this.page.context())}`;
  }

  /** On a phone panels are in sheets: what a story points at comes out of them. */
  private exhibit() {
    return this.page.screen.isWide ? nothing : panelPointedAt(this.page.context());
  }

  private stage() {
    const current = this.page.shown();
    const { picture } = current;
    const previous = isPrevious(current);
    const title =
      picture === null
        ? (current.experiment.title ?? 'Untitled experiment')
        : pictureTitle(picture, previous);
    return html`
      <div class="title">
        <h2 class=${previous ? 'previous' : ''}>${title}</h2>
        <nd-run-bar .work=${current.work} .size=${sizeOf(current)} .stale=${previous}></nd-run-bar>
      </div>
      ${this.opened(current)} ${this.counted(current)}
      ${picture === null ? nothing : this.page.fixed(current)}
      ${
        picture === null || this.page.drawing.model === null
          ? html`<div class="empty">${this.undrawn(current)}</div>`
          : html`<div class="picture ${previous ? 'previous' : ''}">
              ${this.figure(picture, current)}
            </div>`
      }
    `;
  }

  /** Before anything is drawn: the stored picture of an example that is too dear to run unasked, or the file that is awaited. */
  private undrawn(current: Readonly<State>) {
    const { work } = current;
    const lacksFile = problemOf(current)?.code === 'missing-data';
    const waits = work.phase === 'waiting';
    const isSlow = isBusy(work) && performance.now() - work.progress.since > noticedMilliseconds;
    if (lacksFile || waits || isSlow) void import('../feature/gallery/stored-stage.ts');
    return html`${lacksFile && !awaitsFile(current) ? nothing : this.page.emptyStage()}
      <nd-stored-stage
        .experiment=${current.experiment}
        .asksFor=${lacksFile ? (awaitsFile(current) ? 'known' : 'file') : null}
        .waits=${waits}
      ></nd-stored-stage>`;
  }

  /** What secure runs on an own file have cost, said before the next one starts. */
  private counted(current: Readonly<State>) {
    const file = countedFile(current);
    if (file === null) return nothing;
    if (!customElements.get('nd-odometer')) {
      void import('../feature/publish/odometer.ts').then(() => this.page.requestUpdate());
      return nothing;
    }
    return html`<nd-odometer
      class="note"
      .file=${file}
      .plan=${planNow(current)}
      ?follows=${this.page.session.bench.counts(file)}
    ></nd-odometer>`;
  }

  /** Chart and table: views of one picture and of nothing else. */
  private figure(picture: ExperimentPicture, current: Readonly<State>) {
    const { view } = current;
    const { currency } = this.page.drawing.model!;
    const { collection, experiment, plan, result, status } = picture;
    const layout = layoutOf(experiment, view.layout);
    const curves = shownCurves(collection, view.sweep, layout);
    const among = scoreAmong(curves.map(({ curve }) => curve));
    const score = among === view.measure ? null : among;
    const rankedBy =
      this.page.drawing.beside === null ? view.measure : this.page.drawing.beside.measure;
    const isWhole = status === 'done' && isRanked(rankedBy, experiment);
    const told = { measure: view.measure, score, rankedBy };
    const rows = [
      ...summaryRows(curves, plan, { ...told, isWhole, result }),
      ...pinnedRows(this.page.drawing.pinned, told, { sweep: view.sweep, layout }),
    ];
    return html`${view.layout === 'landscape' ? this.landscape(picture, curves) : this.chart(picture, current)}
      <nd-summary-table
        .measure=${view.measure}
        .currency=${currency}
        .score=${score}
        .rankedBy=${rankedBy}
        .rows=${rows}
        .repeats=${countRepeats(collection)}
        .status=${status}
      ></nd-summary-table>
      ${this.slopes(picture, view)}`;
  }

  /** How fast the ends move with what is swept; its code comes with the first sweep over a number. */
  private slopes({ collection, experiment, plan, status }: ExperimentPicture, view: View) {
    if ((experiment.sweep ?? []).length === 0 || status !== 'done') return nothing;
    const slopes = slopesOf(collection, plan, view);
    if (slopes === null) return nothing;
    void import('../feature/slopes/slopes-table.ts');
    return html`<nd-slopes-table
      .slopes=${slopes}
      .measure=${measureInfo(view.measure).title}
    ></nd-slopes-table>`;
  }

  private chart(picture: ExperimentPicture, current: Readonly<State>) {
    const { view, work } = current;
    const { drawing } = this.page;
    const model = drawing.model!;
    const { experiment, status } = picture;
    const layout = layoutOf(experiment, view.layout);
    const isStreaming = status === 'running' && ['running', 'paused'].includes(work.phase);
    return html`<nd-chart-panel
      .model=${model}
      .beside=${drawing.beside}
      .besideMeasure=${drawing.besideMeasure}
      .panels=${drawing.panels}
      .layout=${layout}
      .view=${view}
      .streaming=${isStreaming}
      .dragging=${this.page.session.store.lastChange.dragging}
      .sweep=${sweepChoices(experiment, view.sweep, mostCurvesIn(layout))}
      .endsTitle=${drawing.endsTitle(picture, view)}
      .awaited=${picture.reference === null ? awaitedReference(experiment, current.catalogue) : ''}
      .measures=${this.page.measures()}
      .help=${this.page.measureHelp(model.measure)}
      .promise=${boundWords(picture.plan, this.page.shown().catalogue)}
      .pinned=${drawing.pinned}
      .pinning=${pinning(current.pins, picture)}
      .hasFloors=${drawing.planHas('noiseFloor', picture, view)}
      .hasBounds=${drawing.planHas('bound', picture, view) || hasLowerBounds(current)}
    ></nd-chart-panel>`;
  }

  /** The landscape comes with its own code, when it is first looked at. */
  private landscape(picture: ExperimentPicture, curves: readonly VisibleCurve[]) {
    void import('../feature/landscape/landscape-view.ts');
    const { catalogue, view } = this.page.shown();
    const { length } = this.page.drawing.pinned;
    return html`<nd-landscape
        .engine=${this.page.session.bench.engine}
        .catalogue=${catalogue}
        .picture=${picture}
        .curves=${curves}
        .model=${this.page.drawing.model}
        .view=${view}
        .measures=${this.page.measures()}
        .sweep=${sweepChoices(picture.experiment, view.sweep)}
      ></nd-landscape>
      ${
        length === 0
          ? nothing
          : html`<p class="note small">
              The landscape shows only the current run, without the
              ${formatCounted(length, 'pinned run')}.
            </p>`
      }`;
  }
}
