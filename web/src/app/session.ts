import type { AuditCall } from '../components/panels/audit-panel.ts';
import type { Experiment, ExperimentResult, PlanReport } from '../engine/types.ts';
import { Advisor } from '../fit/advisor.ts';
import { checkExperiment } from '../link/check.ts';
import { decodeHash, encodeHash, parseExperiment, type Refusal } from '../link/hash.ts';
import { formerScaleRange, withScaleRange } from '../link/ranges.ts';
import { placeOf, withPlace, type Place } from '../link/place.ts';
import { decodeView, withView } from '../link/view.ts';
import { Bench } from '../store/bench.ts';
import { defaultExperiment } from '../store/defaults.ts';
import { sizeOf, waitsForPlan } from '../store/gate.ts';
import { loadHistory, loadView, saveHistory, saveView } from '../store/persist.ts';
import { storedPicture } from '../store/picture.ts';
import { initialView, type DataFile, type Notice, type View } from '../store/state.ts';
import { describeFile, offeredPreset } from '../store/sources.ts';
import { fileFor } from '../store/file-for.ts';
import { Store } from '../store/store.ts';
import { looksLikeJson, tooLarge } from './files.ts';
import { presets } from './presets.ts';

const urlDelay = 250;

/** The whole playground: its bench, the page's address, and what comes in as files. */
export class Session {
  readonly bench: Bench;
  /** Whether address, title and storage of the page are this session's: not in a page of others. */
  readonly ownsPage: boolean;
  /** What would not fit, and what helps. */
  readonly advice: Advisor;
  private urlTimer: ReturnType<typeof setTimeout> | undefined;
  private ownHash = '';
  /** The opening experiment is left out of the address until something was changed. */
  private isNamed = false;
  /** The view that is kept and named already. */
  private view: View;

  /** @param bench what is on it already; none opens what the page's address holds, and keeps it there */
  constructor(bench: Bench | null) {
    this.ownsPage = bench === null;
    this.bench = bench ?? this.openAddress();
    this.view = this.store.state.view;
    this.store.addEventListener('experiment', () => this.remember());
    this.store.addEventListener('change', () => this.keepView());
    this.advice = new Advisor(this.store, {
      plan: (alternative, { file }) => this.planAlternative(alternative, file),
      isCheap: (state) => this.bench.engine !== null && !waitsForPlan(sizeOf(state)),
    });
    this.nameTab();
    if (this.ownsPage) addEventListener('hashchange', () => this.followHash());
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
    const file = fileFor(experiment, this.store.state.file);
    const data = file ? { data: file.blob } : {};
    return this.bench.engine!.audit(experiment, { ...options, ...data });
  };

  private openAddress(): Bench {
    const link = decodeHash(location.hash, checkExperiment);
    const experiment = link.kind === 'experiment' ? link.experiment : defaultExperiment;
    const store = new Store(experiment, decodeView(location.hash, experiment) ?? loadView());
    this.isNamed = link.kind === 'experiment';
    this.ownHash = location.hash;
    store.patch({ place: placeOf(location.hash) });
    if (link.kind === 'broken') store.patch({ notice: refused(link) });
    if (link.kind !== 'experiment') return new Bench(store);
    if (link.notice !== undefined) store.patch({ notice: { tone: 'info', text: link.notice } });
    const history = loadHistory(checkExperiment);
    if (history !== null) store.restoreHistory(history);
    return new Bench(store);
  }

  private planAlternative(experiment: Experiment, file: DataFile | null): Promise<PlanReport> {
    const read = fileFor(experiment, file);
    return this.bench.engine!.plan(experiment, read ? { data: read.blob } : {});
  }

  /** Goes to another place; a step leaves the present one to the browser's back. */
  go(place: Partial<Place>, isStep: boolean): void {
    const { store } = this;
    if (isStep && this.ownsPage) {
      // The entry that is left behind holds the experiment as it is now.
      this.writeAddress();
      store.patch({ place: { ...store.state.place, ...place } });
      this.nameTab();
      this.ownHash = this.hash();
      history.pushState(null, '', this.ownHash || location.pathname + location.search);
    } else {
      store.patch({ place: { ...store.state.place, ...place } });
      this.writeSoon();
    }
  }

  /** Puts the address of this experiment on the clipboard. */
  async copyLink(): Promise<void> {
    const { experiment, place, view } = this.store.state;
    const hash = withPlace(withView(encodeHash(experiment), view, experiment), place);
    const address = new URL(hash, location.href).href;
    try {
      await navigator.clipboard.writeText(address);
      this.store.patch({ notice: { tone: 'info', text: 'The link is on the clipboard.' } });
    } catch {
      history.replaceState(null, '', address);
      this.reportError('The clipboard is closed to this page; the link stands in the address bar.');
    }
  }

  /**
   * Opens a preset as it is meant to be seen, and says what to look at. Where the page holds a file
   * that the preset is about, its data are that file.
   */
  openPreset(name: string): void {
    const preset = presets.find((one) => one.name === name);
    if (preset === undefined) return;
    const checked = checkExperiment(preset.experiment);
    if ('experiment' in checked) {
      this.store.setView({ ...initialView, ...preset.view });
      this.load(onFile(checked.experiment, this.store.state.file));
      this.store.patch({ notice: { tone: 'info', text: preset.look } });
    } else this.reportError(`${preset.title}: ${checked.message}`, checked.code);
  }

  /** A dropped or chosen file: data, an experiment, or a result with its curves. */
  async openFile(file: File): Promise<void> {
    if (looksLikeJson(file)) {
      await this.openJson(file);
      return;
    }
    const { store } = this;
    const { experiment } = store.state;
    const offer = offeredPreset(file);
    store.patch({ notice: offer && { tone: 'info', text: offer.text, offer } });
    store.setFile({ name: file.name, blob: file }, describeFile(experiment, file));
  }

  private async openJson(file: File): Promise<void> {
    const refusal = tooLarge(file);
    if (refusal !== null) {
      this.reportError(refusal, 'file-too-large');
      return;
    }
    const text = await file.text();
    const parsed = parseExperiment(text, (value) => checkExperiment(experimentOf(value)));
    if (parsed.kind === 'broken') {
      this.reportError(`${file.name} was not opened. ${inField(parsed)}`, parsed.code);
    }
    if (parsed.kind !== 'experiment') return;
    this.load(parsed.experiment, JSON.parse(text) as Partial<ExperimentResult>);
  }

  /** Another experiment: what was drawn goes, and the curves of its own result, if any, come. */
  private load(experiment: Experiment, result: Partial<ExperimentResult> = {}): void {
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
    const title = place.view === 'lab' ? 'Lab' : experiment.title;
    document.title = title ? `${title} – Noisy Descent` : 'Noisy Descent';
  }

  /** What is looked at is kept for the next visit, and stands in the address. */
  private keepView(): void {
    const { view } = this.store.state;
    if (view === this.view) return;
    this.view = view;
    if (!this.ownsPage) return;
    saveView(view);
    this.isNamed = true;
    this.writeSoon();
  }

  private remember(): void {
    this.isNamed = true;
    this.nameTab();
    this.writeSoon();
  }

  private writeSoon(): void {
    if (!this.ownsPage) return;
    clearTimeout(this.urlTimer);
    this.urlTimer = setTimeout(() => this.writeAddress(), urlDelay);
  }

  private writeAddress(): void {
    clearTimeout(this.urlTimer);
    const hash = this.hash();
    if (hash === this.ownHash) return;
    this.ownHash = hash;
    history.replaceState(null, '', hash || location.pathname + location.search);
    saveHistory(this.store.historySnapshot);
  }

  private hash(): string {
    const { experiment, place, view } = this.store.state;
    const named = this.isNamed ? withView(encodeHash(experiment), view, experiment) : '';
    return withPlace(named, place);
  }

  private followHash(): void {
    if (location.hash === this.ownHash) return;
    clearTimeout(this.urlTimer);
    this.ownHash = location.hash;
    this.followPlace(placeOf(location.hash));
    const link = decodeHash(location.hash, checkExperiment);
    if (link.kind === 'experiment') {
      this.follow(link.experiment, decodeView(this.ownHash, link.experiment));
      this.tell(link.notice);
    } else if (link.kind === 'broken') this.store.patch({ notice: refused(link) });
  }

  /** What was set in the lab is kept while the reader is in the playground. */
  private followPlace({ view, lab }: Place): void {
    const { place } = this.store.state;
    this.store.patch({ place: { view, lab: view === 'lab' ? lab : place.lab } });
    this.nameTab();
  }

  /** A step through the history that changes the place only leaves the picture alone. */
  private follow(experiment: Experiment, view: View | null): void {
    if (view !== null) this.store.setView(view);
    if (JSON.stringify(experiment) === JSON.stringify(this.store.state.experiment)) return;
    this.load(experiment);
  }

  private tell(text: string | undefined): void {
    if (text !== undefined) this.store.patch({ notice: { tone: 'info', text } });
  }

  private reportError(text: string, code = ''): void {
    this.store.patch({ notice: { tone: 'error', text, code } });
  }
}

/** What is told of a link that was not opened. */
function refused(link: Refusal): Notice {
  const text = `The link was not opened. ${inField(link)} This is the opening experiment.`;
  return { tone: 'error', text, code: link.code };
}

/** The experiment on the open file, where both are of the same data set. */
function onFile(experiment: Experiment, file: DataFile | null): Experiment {
  const { data } = experiment;
  const isOf = data.kind === 'file' && file !== null && offeredPreset(file) !== null;
  return isOf ? { ...experiment, data: { ...data, name: file.name } } : experiment;
}

function inField({ message, field }: Refusal): string {
  return field ? `At ${field}: ${message}` : message;
}

function experimentOf(value: unknown): unknown {
  const isResult =
    typeof value === 'object' && value !== null && 'runs' in value && 'experiment' in value;
  return isResult ? withScaleRange(value.experiment, formerScaleRange) : value;
}
