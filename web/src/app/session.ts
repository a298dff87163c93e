import type { Link } from '../../../wasm/client/link/index.ts';
import type { PageEvents } from '../components/shared/events.ts';
import type {
  Experiment,
  ExperimentResult,
  InspectStatement,
  PlanReport,
  AuditCall,
  NeighbourCall,
} from '../engine/types.ts';
import { Advisor } from '../fit/advisor.ts';
import { isOfFile, stating } from '../store/seen.ts';
import { Address, keptInHistory } from '../link/address.ts';
import { readArrival, type Arrival } from '../link/arrival.ts';
import { checkExperiment } from '../experiment/check.ts';
import { readExperimentText, type Refusal } from '../experiment/text.ts';
import { sha256Of } from '../link/file-hash.ts';
import { loadLinks } from '../link/links.ts';
import { awaitsFile } from '../link/opened.ts';
import { placeOf } from '../link/place.ts';
import { leisure } from '../host/leisure.ts';
import { Bench } from '../store/bench.ts';
import { defaultExperiment } from '../experiment/defaults.ts';
import { sizeOf, waitsForPlan } from '../store/gate.ts';
import { OpenPanels } from '../store/open-panels.ts';
import { loadBegun, loadHistory, loadView, saveView } from '../store/persist.ts';
import { isSameExperiment, storedPicture } from '../store/picture.ts';
import { initialView, type DataFile, type Notice, type View, type Place } from '../store/state.ts';
import { offeredExample } from '../store/sources.ts';
import { fileFor } from '../store/file-for.ts';
import { Store } from '../store/store.ts';
import type { Shown } from '../feature/stories/telling.ts';
import { looksLikeJson, tooLarge } from './files.ts';

/** The whole playground: its bench, the page's address, and what comes in as files. */
export class Session {
  readonly bench: Bench;
  /** Whether address, title and storage of the page are this session's: not in a page of others. */
  readonly ownsPage: boolean;
  /** What would not fit, and what helps. */
  readonly advice: Advisor;
  readonly panels: OpenPanels;
  /** Null in a page of others. */
  private readonly address: Address | null;
  /** The view that is kept and named already. */
  private view: View;

  /** @param opening what is on a bench already, or what the page's address says, and is kept there */
  constructor(opening: Bench | Arrival) {
    this.ownsPage = !(opening instanceof Bench);
    this.bench = opening instanceof Bench ? opening : opened(opening);
    this.panels = new OpenPanels(this.ownsPage);
    this.address = this.ownsPage ? this.startAddress() : null;
    void leisure().then(() => this.address?.prepare());
    // What was opened before the engine was there could not be written yet.
    void this.bench.whenLoaded().then(() => {
      if (this.address?.isNamed) this.address.writeSoon();
    });
    this.view = this.store.state.view;
    this.store.addEventListener('experiment', () => this.remember());
    this.store.addEventListener('change', () => this.keepView());
    this.advice = new Advisor(this.store, {
      plan: (alternative, { file }, onlyAtHand) =>
        this.planAlternative(alternative, file, onlyAtHand),
      isCheap: (state) => this.bench.engine !== null && !waitsForPlan(sizeOf(state)),
    });
    this.nameTab();
    if (this.ownsPage) this.heedInterruptions();
    if (this.ownsPage) addEventListener('hashchange', () => void this.followHash());
  }

  /** What a run may lose has waited for a click before, or was left by the load before this one. */
  private heedInterruptions(): void {
    const { store } = this;
    const heed = () => {
      if (store.state.work.phase !== 'waiting' && loadBegun() === null) return;
      store.removeEventListener('change', heed);
      void import('../store/interruption.ts').then(({ Interruption }) => new Interruption(store));
    };
    store.addEventListener('change', heed);
  }

  private startAddress(): Address {
    const version = () => this.bench.engine?.version ?? null;
    return new Address(this.store, version, this.store.state.experiment !== defaultExperiment);
  }

  get store(): Store {
    return this.bench.store;
  }

  /** Null until the engine is loaded. */
  get audit(): AuditCall | null {
    return this.bench.engine === null ? null : this.auditOnFile;
  }

  /** Audits an experiment with the file that the page holds. */
  private readonly auditOnFile: AuditCall = (experiment, options) => {
    return this.bench.engine!.audit(experiment, { ...options, ...this.dataOf(experiment) });
  };

  /** Null until the engine is loaded. */
  get compare(): NeighbourCall | null {
    return this.bench.engine === null ? null : this.compareOnFile;
  }

  private readonly compareOnFile: NeighbourCall = (experiment, options) =>
    this.bench.engine!.neighbours(experiment, { ...options, ...this.dataOf(experiment) });

  private dataOf(experiment: Experiment): { data?: Blob } {
    const file = fileFor(experiment, this.store.state.file);
    return file ? { data: file.blob } : {};
  }

  private planAlternative(
    experiment: Experiment,
    file: DataFile | null,
    onlyAtHand: boolean,
  ): Promise<PlanReport> {
    const read = fileFor(experiment, file);
    const data = read ? { data: read.blob } : {};
    return this.bench.engine!.plan(experiment, { ...data, onlyAtHand });
  }

  /** Goes to another place; a step leaves the present one to the browser's back. */
  go(place: Partial<Place>, isStep: boolean): void {
    const { address, store } = this;
    const change = () => {
      store.patch({ place: { ...store.state.place, ...place } });
      this.nameTab();
    };
    // From the gallery other experiments are opened: the entry that is left names its own.
    if (isStep && address !== null && place.view === 'gallery') void address.stepTo(change);
    else if (isStep && address !== null) address.step(change);
    else {
      change();
      address?.writeSoon();
    }
  }

  /**
   * Opens an example as it is meant to be seen, and says what to look at; the browser's back returns
   * to where the reader was. Where the page holds a file that it is about, its data are that file.
   */
  async openExample(name: string): Promise<void> {
    const examples = await import('../feature/gallery/open.ts').catch(() => null);
    if (examples === null) {
      this.reportError('The example could not be loaded. Reload the page to try again.');
      return;
    }
    const { experiment, look, view } = examples.openExample(name);
    const show = () => {
      const { file, place } = this.store.state;
      this.store.patch({ place: { ...place, view: 'playground' } });
      this.store.setView({ ...initialView, ...view });
      this.load(onFile(experiment, file));
      this.store.patch({ notice: { tone: 'info', text: look } });
    };
    if (this.address === null) show();
    else await this.address.stepTo(show);
  }

  /**
   * Shows a step of a story; the first of one leaves what was open to the browser's back, and the
   * others take its place. What is drawn stays until its successor is there.
   */
  async tell({ experiment, view, place }: Shown, isFirst: boolean): Promise<void> {
    const show = () => {
      const { store } = this;
      store.patch({ notice: null, place });
      store.setView({ ...initialView, ...view });
      if (!isSameExperiment(experiment, store.state.experiment)) store.replace(experiment);
      this.nameTab();
    };
    if (isFirst && this.address !== null) {
      await this.address.stepTo(show);
      return;
    }
    show();
    this.address?.writeSoon();
  }

  /** Leaves the story and nothing else. */
  leaveStory(why: string): void {
    if (why !== '') this.reportError(why);
    this.go({ story: undefined }, false);
  }

  /** What a run was made of, to be looked into. */
  lookInside(experiment: Experiment, file: DataFile): void {
    this.go({ view: 'playground' }, true);
    this.store.patch({ notice: null, seen: null });
    this.store.setFile(file, experiment);
  }

  /** A dropped or chosen file: data, an experiment, or a result with its curves. */
  async openFile(file: File): Promise<void> {
    if (looksLikeJson(file)) {
      await this.openJson(file);
      return;
    }
    const { store } = this;
    if (awaitsFile(store.state)) {
      await this.openLinkFile(file, false);
      return;
    }
    await this.lookInto({ name: file.name, blob: file }, {});
  }

  /** Changes a field; of a file that was looked at, what follows from the field is proposed anew. */
  edit({ path, value, dragging }: PageEvents['nd-edit']): void {
    const { experiment, file, seen } = this.store.state;
    const isSeen = seen !== null && seen.file === file && fileFor(experiment, file) !== null;
    if (isSeen && isOfFile(path)) void this.lookInto(file, stating(seen.stated, path, value));
    else this.store.edit(path, value, dragging);
  }

  private async lookInto(file: DataFile, stated: InspectStatement): Promise<void> {
    const module = await import('../feature/data/look.ts').catch(() => null);
    if (module !== null) await module.lookInto(this.bench, file, stated);
    else this.reportError(`${file.name} was not opened: reload the page to try again.`);
  }

  /**
   * The file that the opened link's experiment reads, under the name that it has there. One that is
   * not the sender's is asked about first.
   */
  async openLinkFile(blob: File, isSure: boolean): Promise<void> {
    const { store } = this;
    const { opened } = store.state;
    if (opened === null) return;
    const { sha256: wanted, experiment } = opened.link;
    const sha256 = wanted === null || isSure ? null : await sha256Of(blob);
    // The reader may have gone elsewhere while it was read.
    if (store.state.opened !== opened || !awaitsFile(store.state)) return;
    const isOther = sha256 !== null && sha256 !== wanted;
    store.patch({ opened: { ...opened, other: isOther ? { file: blob, sha256 } : null } });
    if (isOther || experiment.data.kind !== 'file') return;
    store.setFile({ name: experiment.data.name, blob }, experiment);
  }

  /** The file that the present experiment reads, whatever it is called on the reader's machine. */
  async openAwaitedFile(blob: File): Promise<void> {
    const { experiment } = this.store.state;
    if (awaitsFile(this.store.state)) await this.openLinkFile(blob, false);
    else if (experiment.data.kind === 'file')
      this.store.setFile({ name: experiment.data.name, blob }, experiment);
  }

  private async openJson(file: File): Promise<void> {
    const refusal = tooLarge(file);
    if (refusal !== null) {
      this.reportError(refusal, 'file-too-large');
      return;
    }
    const text = await file.text();
    const { withFormerDefaults } = await loadLinks();
    const parsed = readExperimentText(text, (value) =>
      checkExperiment(isResult(value) ? withFormerDefaults(value.experiment) : value),
    );
    if (parsed.kind === 'experiment') {
      this.load(parsed.experiment, parsed.value as Partial<ExperimentResult>);
    } else this.reportError(`${file.name} was not opened. ${inField(parsed)}`, parsed.code);
  }

  /** Another experiment: what was drawn goes, and the curves of its own result, if any, come. */
  private load(experiment: Experiment, result: Partial<ExperimentResult> = {}): void {
    this.bench.forget();
    this.store.patch({ notice: null, picture: null });
    if (Array.isArray(result.runs))
      this.showStored({ ...(result as ExperimentResult), experiment });
    this.store.replace(experiment);
  }

  private showStored(result: ExperimentResult): void {
    try {
      const picture = storedPicture(result, this.store.state.file);
      const notice = { tone: 'info', text: 'The file’s result is shown.' } as const;
      this.store.patch({ picture, notice });
    } catch {
      this.reportError('The curves of this result could not be read; its experiment was loaded.');
    }
  }

  private nameTab(): void {
    if (!this.ownsPage) return;
    const { experiment, place } = this.store.state;
    const titles = {
      lab: 'Lab',
      table: 'Your table',
      gallery: 'Gallery',
      play: experiment.title,
      playground: experiment.title,
    };
    const title = titles[place.view];
    document.title = title ? `${title} – Noisy Descent` : 'Noisy Descent';
  }

  /** What is looked at is kept for the next visit, and stands in the address. */
  private keepView(): void {
    const { view } = this.store.state;
    if (view === this.view) return;
    this.view = view;
    if (this.address === null) return;
    saveView(view);
    this.remember();
  }

  private remember(): void {
    this.nameTab();
    if (this.address === null) return;
    this.address.isNamed = true;
    this.address.writeSoon();
  }

  private async followHash(): Promise<void> {
    if (!this.address!.takeOther()) return;
    const { hash } = location;
    this.followPlace(placeOf(hash));
    const arrival = await readArrival(hash);
    if (location.hash !== hash) return;
    if (arrival.kind === 'link') this.follow(arrival);
    else if (arrival.kind === 'broken') {
      this.store.patch({ notice: refused(arrival, 'The open experiment is unchanged.') });
    }
  }

  /** What was set in the lab is kept while the reader is in the playground. */
  private followPlace({ view, lab, story }: Place): void {
    const { place } = this.store.state;
    this.store.patch({ place: { view, lab: view === 'lab' ? lab : place.lab, story } });
    this.nameTab();
  }

  /** A step through the history that changes the place only leaves the picture alone. */
  private follow({ link, view }: Extract<Arrival, { kind: 'link' }>): void {
    const { store } = this;
    if (view !== null) store.setView(view);
    if (!isSameExperiment(link.experiment, store.state.experiment)) this.load(link.experiment);
    store.patch({ opened: { link, other: null }, ...notices(link) });
  }

  private reportError(text: string, code = ''): void {
    this.store.patch({ notice: { tone: 'error', text, code } });
  }
}

/** What the page's address says, on a bench. */
function opened(arrival: Arrival): Bench {
  const experiment = experimentAt(arrival);
  const view = arrival.kind === 'link' ? arrival.view : null;
  const store = new Store(experiment ?? defaultExperiment, view ?? loadView());
  store.patch({ place: placeOf(location.hash) });
  if (arrival.kind === 'broken') {
    store.patch({ notice: refused(arrival, 'This is the opening experiment.') });
  }
  if (arrival.kind === 'link') {
    store.patch({ opened: { link: arrival.link, other: null }, ...notices(arrival.link) });
  }
  const history = experiment && loadHistory(checkExperiment);
  if (history !== null) store.restoreHistory(history);
  return new Bench(store);
}

/** The experiment of a link, or what no link holds and the browser's history kept; else null. */
function experimentAt(arrival: Arrival): Experiment | null {
  if (arrival.kind === 'link') return arrival.link.experiment;
  const kept = arrival.kind === 'none' ? keptInHistory() : null;
  const checked = kept === null ? null : checkExperiment(kept);
  return checked !== null && 'experiment' in checked ? checked.experiment : null;
}

function notices({ notices: told }: Link): { notice?: Notice } {
  return told.length === 0 ? {} : { notice: { tone: 'info', text: told.join(' ') } };
}

/** What is told of a link that was not opened. */
function refused(link: Refusal, instead: string): Notice {
  const text = `The link was not opened. ${inField(link)} ${instead}`;
  return { tone: 'error', text, code: link.code };
}

/** The experiment on the open file, where both are of the same data set. */
function onFile(experiment: Experiment, file: DataFile | null): Experiment {
  const { data } = experiment;
  const isOf = data.kind === 'file' && file !== null && offeredExample(file) !== null;
  return isOf ? { ...experiment, data: { ...data, name: file.name } } : experiment;
}

function inField({ message, field }: Refusal): string {
  return field ? `At ${field}: ${message}` : message;
}

function isResult(value: unknown): value is { experiment: unknown } {
  return typeof value === 'object' && value !== null && 'runs' in value && 'experiment' in value;
}
