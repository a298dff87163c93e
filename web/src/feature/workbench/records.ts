import type { Catalogue, ColumnBlock, DataSpec, Experiment } from '../../engine/types.ts';
import { fileFor } from '../../store/file-for.ts';
import { withValueAt } from '../../experiment/paths.ts';
import type { DataFile } from '../../store/state.ts';
import { lineFormOf, linesOf, type LineForm } from './lines.ts';
import { columnsOf } from './make.ts';

type BuiltinInfo = Catalogue['builtinData'][number];
type FileData = Extract<DataSpec, { kind: 'file' }>;

/** The last column of a built-in table, as the engine calls it. */
const targetName = 'target';

/** The records that an experiment reads, as a file's text, and the experiment that reads them there. */
export interface Records {
  experiment: Experiment;
  text: string;
  form: LineForm;
}

/** Reads a built-in table's file, of which the experiment has the name. */
export type FetchTable = (name: string) => Promise<Uint8Array>;

/** Steps that choose records, and leave what they say as it is. */
const choosingSteps = ['sample-rows', 'hold-out'];

/**
 * The experiment on a file of comma-separated values that has the records of its own: itself, or of
 * a built-in table the same columns and levels of that table's file, in both cases with all of its
 * records. Null where neither is at hand, and where steps change what the records say.
 */
export function onFile(experiment: Experiment, catalogue: Catalogue): Experiment | null {
  const data = withValueAt(experiment.data, 'preprocess', undefined);
  const steps = experiment.data.preprocess ?? [];
  if (!steps.every(({ kind }) => choosingSteps.includes(kind))) return null;
  if (data.kind === 'file') return { ...experiment, data };
  const set = builtinOf(data, catalogue);
  const columns = set && codedColumns(experiment, set);
  if (!columns || columns.length === 0) return null;
  const own: FileData = {
    kind: 'file',
    name: `${set.name}.csv`,
    format: 'csv',
    header: 'yes',
    // One of the columns is the target: a column like the others to these methods.
    target: columns.at(-1)!.name,
    columns,
  };
  // How many levels there are follows from the columns.
  const stated = ['problem.targetLevels', 'problem.levels'];
  const moved = { ...experiment, data: own };
  return stated.reduce((one, path) => withValueAt(one, path, undefined), moved);
}

/** The records of an experiment and the experiment that reads them; null where they are not at hand. */
export async function recordsOf(
  experiment: Experiment,
  file: DataFile | null,
  catalogue: Catalogue,
  fetchTable: FetchTable,
): Promise<Records | null> {
  const { data } = experiment;
  const moved = onFile(experiment, catalogue);
  if (moved === null) return null;
  if (data.kind === 'file') {
    const own = fileFor(experiment, file);
    if (own === null) return null;
    const text = await own.blob.text();
    return { experiment: moved, text, form: lineFormOf(data, text) };
  }
  const set = builtinOf(data, catalogue)!;
  const bytes = await fetchTable(set.name);
  return { experiment: moved, ...namedTable(new TextDecoder().decode(bytes), set) };
}

/** The table under the names that the catalogue has for its columns. */
function namedTable(text: string, set: BuiltinInfo): Pick<Records, 'text' | 'form'> {
  const { records } = linesOf(text, { delimiter: ',', hasHeader: false });
  // Some tables begin with a line that is no record.
  const own = records.slice(-set.samples);
  const header = namesOf(set).map((name) => `"${name.replaceAll('"', '""')}"`);
  const lines = [header.join(','), ...own].map((line) => `${line}\n`);
  return { text: lines.join(''), form: { delimiter: ',', hasHeader: true } };
}

function namesOf({ columns }: BuiltinInfo): string[] {
  return [...columns.map(({ name }) => name), targetName];
}

function builtinOf(data: DataSpec, { builtinData }: Catalogue): BuiltinInfo | undefined {
  return data.kind === 'builtin' ? builtinData.find(({ name }) => name === data.name) : undefined;
}

/** The columns by name, with the target that the problem itself takes apart by its codes 0, 1, ... */
function codedColumns({ data, problem }: Experiment, set: BuiltinInfo): ColumnBlock[] {
  const names = namesOf(set);
  const own = (columnsOf(data) ?? []).map((column) => ({
    ...column,
    name: typeof column.name === 'number' ? names[column.name] : column.name,
  }));
  const levels = Number(problem['targetLevels'] ?? 0);
  if (levels < 2 || own.some(({ name }) => name === targetName)) return own;
  const edges = Array.from({ length: levels - 1 }, (_, code) => code + 0.5);
  return [...own, { name: targetName, edges }];
}

/** What the levels of a column are called where the catalogue says what their codes mean. */
export function classNames(
  { name, edges = [] }: ColumnBlock,
  data: DataSpec,
  catalogue: Catalogue,
): string[] | null {
  const set = builtinOf(data, catalogue);
  const areCodes = edges.length > 0 && edges.every((edge, code) => edge === code + 0.5);
  if (set === undefined || name !== targetName || !areCodes) return null;
  // "diagnosis: 0 malignant, 1 benign"
  const told = new Map([...set.target.matchAll(/\b(\d+) ([a-z]+)/g)].map(([, code, word]) => [code, word])); // prettier-ignore
  const codes = Array.from({ length: edges.length + 1 }, (_, code) => String(code));
  return codes.every((code) => told.has(code)) ? codes.map((code) => told.get(code)!) : codes;
}
