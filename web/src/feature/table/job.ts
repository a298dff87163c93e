import type {
  FitOptions,
  InspectReport,
  InspectStatement,
  Model,
  PageEngine,
} from '../../engine/types.ts';
import { isCancelled, toProblem } from '../../store/errors.ts';
import { odometer, type Mileage } from '../../store/odometer.ts';
import type { DataFile } from '../../store/state.ts';
import {
  fitOptions,
  lacking,
  lackingPublic,
  proposedColumns,
  proposedPositive,
  proposedTarget,
  tasksOf,
  type TableChoice,
  type TableColumn,
} from './columns.ts';
import { csvOf } from './formats.ts';

export const steps = ['table', 'public', 'result', 'release'] as const;
export type Step = (typeof steps)[number];

/** What is wrong; `inside` is a file that what is behind the first screen reads all the same. */
export interface Trouble {
  column: string;
  message: string;
  inside?: DataFile;
}

/** What the owner of a table says of it, and what came of it; a step that was left is as it was. */
export interface TableState {
  step: Step;
  file: DataFile | null;
  report: InspectReport | null;
  /** What was said of how the file is written. */
  stated: InspectStatement;
  /** Its first lines. */
  preview: readonly string[];
  choice: TableChoice;
  /** What goes on; null for nothing. */
  busy: { text: string; share: number | null } | null;
  /** What is wrong, and of which column if of one. */
  problem: Trouble | null;
  /** Of the choice that is shown; null where it has changed since. */
  model: Model | null;
  /** What the secure runs on this file have cost in this browser. */
  mileage: Mileage | null;
}

const empty: TableState = {
  step: 'table',
  file: null,
  report: null,
  stated: {},
  preview: [],
  choice: {
    columns: [],
    target: '',
    task: 'yes-or-no',
    positive: '',
    isFromFile: false,
    epsilon: 1,
  },
  busy: null,
  problem: null,
  model: null,
  mileage: null,
};

const previewLines = 10;
const previewBytes = 20_000;
/** Larger tables take too long to be looked at as a whole in a page. */
const mostBytes = 300e6;
const phases = { loading: 'Reading the table', planning: 'Choosing a method', running: 'Training' };

/** The way of a table to a model. Fires `change`. */
export class TableJob extends EventTarget {
  state: Readonly<TableState> = empty;
  private readonly engine: () => Promise<PageEngine>;
  private controller = new AbortController();

  constructor(engine: () => Promise<PageEngine>) {
    super();
    this.engine = engine;
  }

  private patch(change: Partial<TableState>): void {
    this.state = { ...this.state, ...change };
    this.dispatchEvent(new Event('change'));
  }

  /** Looks at a table, or looks again where its owner says how it is written. */
  async open(given: DataFile, stated: InspectStatement = {}): Promise<void> {
    const { choice } = this.state;
    await this.attempt(`Reading ${given.name} in this page`, async (signal) => {
      if (given.blob.size > mostBytes) throw new Error(tooLarge(given));
      const engine = await this.engine();
      const look = ({ blob, name }: DataFile) => engine.inspect(blob, { ...stated, name, signal });
      let file = await csvOf(given);
      let report = await look(file);
      if (report.header === false && !report.isCompressed) {
        file = withHeader(file, report);
        report = await look(file);
      }
      const problem = refusal(file, report);
      if (problem !== null) return { problem };
      const text = await file.blob.slice(0, previewBytes).text();
      const preview = report.isCompressed ? [] : text.split(/\r\n|\n|\r/).slice(0, previewLines);
      const target = proposedTarget(report);
      const columns = proposedColumns(report);
      return {
        ...empty,
        file,
        report,
        stated,
        preview,
        choice: withTarget({ ...choice, columns, isFromFile: false }, target),
      };
    });
  }

  async paste(text: string): Promise<void> {
    if (text.trim() === '') {
      this.patch({ problem: { column: '', message: 'Nothing was pasted. Copy the cells of a table with their header, then paste.' } }); // prettier-ignore
      return;
    }
    await this.open({ name: 'pasted.csv', blob: new Blob([text]) });
  }

  /** Another choice: what came of the last one, or is still to come of it, is not of this one. */
  choose(change: Partial<TableChoice>): void {
    if (this.state.busy !== null) this.cancel();
    const before = this.state.choice;
    const changed = { ...before, ...change };
    const choice = change.target !== undefined && change.target !== before.target ? withTarget(changed, change.target) : changed; // prettier-ignore
    this.patch({ choice, problem: null, model: null });
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

  /** Goes to a step, if what it needs was said. */
  async go(step: Step): Promise<void> {
    const { choice, model } = this.state;
    const at = steps.indexOf(step);
    const problem = (at >= 1 ? lacking(choice) : null) ?? (at >= 2 ? lackingPublic(choice) : null);
    if (problem !== null) this.patch({ problem });
    else if (at < 2 || model !== null) this.patch({ step, problem: null });
    else await this.fit();
  }

  private async fit(): Promise<void> {
    const { choice, file, report } = this.state;
    if (file === null || report === null) return;
    this.patch({ model: null });
    await this.attempt(phases.loading, async (signal) => {
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
      return { model, step: 'result', mileage: await odometer.read(file.blob) };
    });
  }

  /** Does what a button of the last step asks for; what goes wrong is told here. */
  async hand(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (thrown) {
      this.patch({ problem: this.told(thrown) });
    }
  }

  cancel(): void {
    this.controller.abort();
    this.patch({ busy: null });
  }

  private async attempt(
    text: string,
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
      change = isCancelled(thrown) ? {} : { problem: this.told(thrown) };
    }
    if (!controller.signal.aborted) this.patch({ busy: null, ...change });
  }

  /** What failed, at the column that it is about. */
  private told(thrown: unknown): Trouble {
    const { field, message } = toProblem(thrown);
    const column = /^columns\.(.*?)(?:\.(?:lower|upper|words|missing|other|role))?$/.exec(
      field,
    )?.[1];
    const place = /^line \d/.test(field) ? `${field}: ` : '';
    return { column: column ?? '', message: place + message };
  }
}

function withTarget(choice: TableChoice, target: string): TableChoice {
  const seen = choice.columns.find((column) => column.seen.name === target)?.seen;
  const task = (seen && tasksOf(seen)[0]) ?? 'yes-or-no';
  return { ...choice, target, task, positive: seen ? proposedPositive(seen) : '' };
}

/** How the file is written, as the report found it. */
function formOf({ delimiter, decimal, encoding }: InspectReport): Partial<FitOptions> {
  return {
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(decimal === undefined ? {} : { decimal }),
    ...(encoding === 'latin1' ? { encoding } : {}),
  };
}

/** A table whose first line is a row gets a line of names. */
function withHeader({ name, blob }: DataFile, report: InspectReport): DataFile {
  const { delimiter = ',', columnCount = 0 } = report;
  const mark = delimiter === 'blanks' ? ' ' : delimiter;
  const names = Array.from({ length: columnCount }, (_, index) => `column${index + 1}`);
  return { name, blob: new Blob([names.join(mark), '\n', blob]) };
}

/** Why a file gets no further, and what helps; null where it does. */
function refusal(file: DataFile, report: InspectReport): Trouble | null {
  const { name } = file;
  const refused = (message: string, inside?: DataFile): Trouble => ({ column: '', message, ...(inside ? { inside } : {}) }); // prettier-ignore
  const { columns, records = 0 } = report;
  if (report.format === 'libsvm')
    return refused(`${name} is a LIBSVM file, which names no columns.`, file);
  if (columns === undefined)
    return refused(`${name} was not opened. ${report.problem ?? 'It is no table.'}`);
  if (report.header === false)
    return refused(`The first line of ${name} holds values: write the names of the columns above it.`, file); // prettier-ignore
  if (records < 2)
    return refused(`${name} has ${records} rows below its header: a model needs more.`);
  if (columns.length < 2)
    return refused(`${name} has one column, and one is predicted from others. Is another character between the cells?`, file); // prettier-ignore
  return null;
}

const tooLarge = ({ name, blob }: DataFile) =>
  `${name} has ${Math.round(blob.size / 1e6)} MB, and the page reads tables of up to ${mostBytes / 1e6} MB. The command line reads larger ones: noisy-descent fit.`;
