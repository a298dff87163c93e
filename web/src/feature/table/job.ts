import type {
  FitOptions,
  InspectReport,
  InspectStatement,
  Model,
  PageEngine,
} from '../../engine/types.ts';
import { isCancelled, toProblem } from '../../store/errors.ts';
import { odometer, type Shelf } from '../../store/odometer.ts';
import { sha256Of } from '../../link/file-hash.ts';
import type { DataFile } from '../../store/state.ts';
import {
  canBe,
  fitOptions,
  lacking,
  lackingPublic,
  proposedColumns,
  proposedPositive,
  proposedRole,
  proposedTarget,
  tasksOf,
  type Role,
  type TableChoice,
  type TableColumn,
} from './columns.ts';
import { unseenNames } from './names.ts';
import { spentText } from '../publish/costs.ts';
import { heldOutOf, type HeldOut } from './held-out.ts';
import { keep, keptOf, recall, withKept, type Kept } from './keeping.ts';
import {
  cut,
  firstLines,
  formOf,
  openedTable,
  pastedName,
  refusal,
  told,
  toldOf,
  tooLarge,
  tooMany,
} from './reading.ts';
import { empty, nothingYet, steps, type Step, type TableState } from './state.ts';

const phases = { loading: 'Reading the table', planning: 'Choosing a method', running: 'Training' };

/** The way of a table to a model. Fires `change`. */
export class TableJob extends EventTarget {
  state: Readonly<TableState> = empty;
  private readonly engine: () => Promise<PageEngine>;
  private readonly shelf: () => Shelf;
  private controller = new AbortController();
  /** What was said before a reload, until a file is open. */
  private kept: Kept | null;
  /** The open file as it was chosen: its name, and its hash where that could be told. */
  private source: { name: string; hash: string | null } = { name: '', hash: null };

  constructor(engine: () => Promise<PageEngine>, shelf: () => Shelf = () => sessionStorage) {
    super();
    this.engine = engine;
    this.shelf = shelf;
    this.kept = recall(shelf);
    this.state = { ...empty, awaited: this.kept?.name ?? null };
  }

  private patch(change: Partial<TableState>): void {
    const before = this.state;
    this.state = { ...before, ...change };
    const { step, choice, file } = this.state;
    if (file !== null && (choice !== before.choice || step !== before.step)) this.keep();
    this.dispatchEvent(new Event('change'));
  }

  /** The choices stay over a reload, under the file that they are of; no row does. */
  private keep(): void {
    const { step, choice } = this.state;
    const { name, hash } = this.source;
    if (hash === null) return;
    const left = step === 'table' ? 'table' : 'public';
    keep(this.shelf, { name, hash, step: left, choice: keptOf(choice) });
  }

  /** Begins anew: what was said of another file before a reload is not kept. */
  forget(): void {
    this.kept = null;
    keep(this.shelf, null);
    this.patch({ awaited: null });
  }

  /** Looks at a table, or looks again where its owner says how it is written. */
  async open(chosen: DataFile, stated: InspectStatement = {}): Promise<void> {
    const isAnew = Object.keys(stated).length === 0;
    await this.attempt(`Reading ${chosen.name} in this page`, chosen, async (signal) => {
      const large = tooLarge(chosen);
      if (large !== '') return { problem: { column: '', message: large } };
      const engine = await this.engine();
      const look = ({ blob, name }: DataFile) => engine.inspect(blob, { ...stated, name, signal });
      const hash = await sha256Of(chosen.blob);
      const { file, report, given } = await openedTable(chosen, look);
      const problem = refusal(file, report);
      if (problem !== null) return { problem };
      const unseen = await unseenNames(file, report);
      if (unseen === null) return { problem: tooMany(file, report) };
      const preview = report.isCompressed ? [] : await firstLines(file);
      if (signal.aborted) return {};
      const source = { name: chosen.name, hash };
      const said = isAnew ? this.said(source, report) : { notice: '' };
      const named = given.length === 0 ? '' : `These columns had no name of their own and got one: ${cut(given.join(', '), 200)}. `; // prettier-ignore
      if (isAnew) this.source = source;
      this.kept = null;
      const { epsilon } = this.state.choice;
      const columns = proposedColumns(report);
      const proposed = withTarget(
        { ...empty.choice, epsilon, columns, unseen },
        proposedTarget(report),
      );
      const choice = said.choice ? withKept(proposed, said.choice) : proposed;
      return {
        ...empty,
        file,
        report,
        stated,
        preview,
        ...said,
        notice: named + said.notice,
        choice,
      };
    });
  }

  /** What was said before of this very file, or of an earlier state of the open one. */
  private said({ name, hash }: TableJob['source'], report: InspectReport) {
    const { state, kept, source } = this;
    const names = JSON.stringify(report.columns?.map((column) => column.name));
    const isChanged = state.file !== null && source.name === name && names === JSON.stringify(state.choice.columns.map(({ seen }) => seen.name)); // prettier-ignore
    if (isChanged) {
      const notice = `Opened again: what you stated about the columns of ${name} stays.`;
      return { choice: keptOf(state.choice), notice };
    }
    if (kept === null) return { notice: '' };
    if (kept.hash === hash) {
      return { choice: kept.choice, step: kept.step, notice: `Everything is as you left it. You only have to train the model again.` }; // prettier-ignore
    }
    const why = kept.name === name ? `${name} is not the same file as before` : `This is not ${kept.name}`; // prettier-ignore
    return { notice: `${why}, so this starts again.` };
  }

  async paste(text: string): Promise<void> {
    if (text.trim() === '') {
      this.patch({ problem: { column: '', message: 'Nothing was pasted. Copy the cells of a table with their header, then paste.' } }); // prettier-ignore
      return;
    }
    await this.open({ name: pastedName, blob: new Blob([text]) });
  }

  /** Another choice: what came of the last one, or is still to come of it, is not of this one. */
  choose(change: Partial<TableChoice>): void {
    if (this.state.busy !== null) this.cancel();
    const before = this.state.choice;
    const changed = { ...before, ...change };
    const choice = change.target !== undefined && change.target !== before.target ? withTarget(changed, change.target) : changed; // prettier-ignore
    this.patch({ choice, problem: null, notice: '', ...nothingYet });
  }

  /** A field that is left for a button must not move it: what is wrong stands until the next step is tried. */
  setColumn(name: string, change: Partial<TableColumn>): void {
    const { problem } = this.state;
    const columns = this.state.choice.columns.map((column) =>
      column.seen.name === name ? { ...column, ...change } : column,
    );
    this.choose({ columns });
    this.patch({ problem });
  }

  /** The same role for many columns, as far as each can be that; null for what was proposed. */
  setRoles(columns: readonly TableColumn[], role: Role | null): void {
    const { target } = this.state.choice;
    const names = new Set(columns.map(({ seen }) => seen.name));
    const changed = (column: TableColumn): TableColumn => {
      const { seen } = column;
      if (!names.has(seen.name) || seen.name === target) return column;
      const next = role ?? proposedRole(seen);
      return canBe(next, seen) ? { ...column, role: next } : column;
    };
    this.choose({ columns: this.state.choice.columns.map(changed) });
  }

  /** Shows more of many columns, or others. */
  look(change: Partial<Pick<TableState, 'shown' | 'find'>>): void {
    this.patch(change);
  }

  /** Goes to a step, if what it needs was said. */
  async go(step: Step): Promise<void> {
    const { choice, model } = this.state;
    if (step === 'synthetic') return this.synthesize(choice.epsilon);
    const at = steps.indexOf(step);
    const problem = (at >= 1 ? lacking(choice) : null) ?? (at >= 2 ? lackingPublic(choice) : null);
    if (problem !== null) this.patch({ problem });
    else if (at < 2 || model !== null) this.patch({ step, problem: null });
    else await this.fit();
  }

  private async fit(): Promise<void> {
    const { choice, file, report } = this.state;
    if (file === null || report === null) return;
    this.patch({ model: null, heldOut: null });
    await this.attempt(phases.loading, file, async (signal) => {
      const engine = await this.engine();
      const options: FitOptions = { ...fitOptions(choice), ...formOf(report), signal };
      const model = await engine.fit(new File([file.blob], file.name), {
        ...options,
        onProgress: ({ phase, done, total }) => {
          if (signal.aborted) return;
          this.patch({ busy: { text: phases[phase], share: total > 0 ? done / total : null } });
        },
      });
      await odometer.countTotal(file, model.privacy.total);
      const mileage = (await odometer.read(file.blob))!;
      const spent = await spentText(engine, mileage, model.experiment);
      return { model, step: 'result', mileage: { ...mileage, spent } };
    });
    const { model } = this.state;
    if (model !== null) await this.compare(model, file, report);
  }

  /** Looks at the held-out rows beside what the model says of them, once the model is there. */
  private async compare(model: Model, file: DataFile, report: InspectReport): Promise<void> {
    const { signal } = this.controller;
    let heldOut: HeldOut | string;
    try {
      heldOut = await heldOutOf(await this.engine(), model, file, report, signal);
    } catch (thrown) {
      heldOut = toProblem(thrown).message;
    }
    if (this.state.model === model) this.patch({ heldOut });
  }

  /** Tries synthetic rows at once: what is tried costs nothing, as nobody else sees it. */
  async synthesize(epsilon: number): Promise<void> {
    const { file, report } = this.state;
    if (file === null || report === null) return;
    const isSame = epsilon === this.state.choice.epsilon;
    if (!isSame) this.choose({ epsilon });
    this.patch({ step: 'synthetic', problem: null });
    // Rows that were made are paid for, so they stay.
    if (isSame && this.state.synthetic !== null) return;
    await this.attempt('Trying synthetic rows', file, async (signal) => {
      const { tryRows } = await import('./synthetic.ts');
      const { choice } = this.state;
      return { synthetic: await tryRows(await this.engine(), file, report, choice, signal) };
    });
  }

  /** Makes synthetic rows to be handed out, which costs what the plan says. */
  async makeRows(): Promise<void> {
    const { file, synthetic } = this.state;
    if (file === null || synthetic === null) return;
    await this.attempt('Making rows', file, async (signal) => {
      const { makeRows } = await import('./synthetic.ts');
      return { rows: await makeRows(await this.engine(), synthetic, file, signal) };
    });
  }

  /** Does what a button of the last step asks for; what goes wrong is told here. */
  async hand(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.patch({ problem: told(thrown) });
    }
  }

  cancel(): void {
    this.controller.abort();
    this.patch({ busy: null });
  }

  private async attempt(
    text: string,
    file: DataFile,
    work: (signal: AbortSignal) => Promise<Partial<TableState>>,
  ): Promise<void> {
    this.controller.abort();
    const controller = new AbortController();
    this.controller = controller;
    this.patch({ busy: { text, share: null }, problem: null });
    let change: Partial<TableState>;
    try {
      change = await work(controller.signal);
    } catch (thrown) {
      change = isCancelled(thrown) ? {} : { problem: await toldOf(thrown, file) };
    }
    if (!controller.signal.aborted) this.patch({ busy: null, ...change });
  }
}

function withTarget(choice: TableChoice, target: string): TableChoice {
  const seen = choice.columns.find((column) => column.seen.name === target)?.seen;
  const task = (seen && tasksOf(seen)[0]) ?? 'yes-or-no';
  return { ...choice, target, task, positive: seen ? proposedPositive(seen) : '' };
}
