import type { Catalogue, ColumnBlock, DataSpec, Experiment, InspectReport, PageEngine } from '../../engine/types.ts'; // prettier-ignore
import { odometer } from '../../store/odometer.ts';
import type { DataFile } from '../../store/state.ts';
import { spentText } from '../publish/costs.ts';
import type { Entry } from '../workbench/release.ts';
import { blocksOf, draftOf, equalWidths, levelsOf, seenOf, withRole, type Draft } from '../workbench/columns.ts'; // prettier-ignore
import { errorRows } from '../workbench/errors.ts';
import { makingSyntheticData, withColumns } from '../workbench/make.ts';
import { plannedRelease, releaseOf, releasedFiles, type PlannedRelease } from '../workbench/release.ts'; // prettier-ignore
import { filledFromFile, type TableChoice, type TableColumn } from './columns.ts';
import { formOf } from './reading.ts';

/** What a trial showed, for the owner's eyes, and what rows to be handed out will cost. */
export interface SyntheticTrial {
  release: PlannedRelease;
  columns: ColumnBlock[];
  /** Names of columns that no room was left for. */
  left: string[];
  /** Its first lines, of a run whose noise can be repeated. */
  preview: string[];
  /** How far tables of two columns are off, in the mean; and those of a table that knows nothing. */
  error: number;
  uniform: number;
}

type Maker = Pick<PageEngine, 'catalogue' | 'run' | 'plan' | 'redact' | 'checkStatement' | 'synthesize'>; // prettier-ignore

/** Larger histograms are not made at once. */
const mostCells = 2 ** 14;
const intervals = 4;
const previewRows = 8;
const empty = 'missing';

/** The columns as levels: words, and intervals of numbers; those that fit, what is predicted first. */
function levelled(choice: TableChoice) {
  const isTarget = ({ seen }: TableColumn) => seen.name === choice.target;
  const used = choice.columns.filter((column) => isTarget(column) || column.role !== 'ignore');
  const order = [...used.filter(isTarget), ...used.filter((column) => !isTarget(column))];
  const [blocks, left]: [ColumnBlock[], string[]] = [[], []];
  let cells = 1;
  for (const column of order) {
    const draft = draftFor(column, isTarget(column) ? choice.task : null);
    const block = levelsOf(draft) < 2 ? undefined : blocksOf([draft]).at(0);
    if (block === undefined || cells * levelsOf(draft) > mostCells) left.push(column.seen.name);
    else {
      cells *= levelsOf(draft);
      blocks.push(column.seen.missing > 0 ? withMissing(block) : block);
    }
  }
  // In the order of the file.
  const place = ({ name }: ColumnBlock) => used.findIndex(({ seen }) => seen.name === name);
  return { blocks: blocks.sort((one, other) => place(one) - place(other)), left };
}

/** Stated words and ranges, else those of the file: words that enough rows have, ends that are rounded. */
function draftFor(column: TableColumn, task: TableChoice['task'] | null): Draft {
  const { seen, words, lower, upper } = column;
  const bare = draftOf(seen.name, seenOf(seen), undefined, false);
  const isNumber = task === null ? column.role === 'number' : task === 'number';
  if (!isNumber) {
    const stated = words.length > 0 && task === null ? words : filledFromFile({ ...column, role: 'category' }).words; // prettier-ignore
    const isRest = seen.hasMoreWords || (seen.words ?? []).length > stated.length || words.length > 0; // prettier-ignore
    return { ...bare, role: 'words', words: [...stated], hasOther: isRest || seen.missing > 0 };
  }
  const range = lower !== null && upper !== null ? column : filledFromFile({ ...column, role: 'number' }); // prettier-ignore
  const edges = equalWidths(range.lower!, range.upper!, intervals);
  return { ...withRole(bare, 'bins'), edges };
}

/** Empty cells are one more word; of numbers they count into the interval in the middle. */
function withMissing(block: ColumnBlock): ColumnBlock {
  if (block.words) return { ...block, words: [...block.words, empty], missing: empty };
  const { edges = [] } = block;
  return { ...block, missing: edges[Math.floor(edges.length / 2)] };
}

/** The experiment that makes rows like those of the table. */
function experimentOf(
  file: DataFile,
  report: InspectReport,
  choice: TableChoice,
  catalogue: Catalogue,
) {
  // prettier-ignore
  const { blocks, left } = levelled(choice);
  if (blocks.length < 2) {
    throw new Error('Synthetic rows need at least two columns that have a few words or are numbers.'); // prettier-ignore
  }
  const { records = 0, delimiter } = report;
  const form = { ...formOf(report), ...(delimiter === ',' ? { delimiter: undefined } : {}) };
  const bare = { kind: 'file', name: file.name, format: 'csv', ...form } as DataSpec;
  const data = withColumns(bare, blocks, { target: choice.target });
  const delta = Math.min(1e-5, 1 / (10 * Math.max(1, records)));
  const base: Experiment = {
    version: 1,
    data,
    problem: { loss: 'logistic' },
    privacy: { notion: 'approximate', epsilon: choice.epsilon, delta },
    algorithms: [],
  };
  return { experiment: makingSyntheticData(base, data, catalogue), blocks, left };
}

/** Makes rows at once, in noise that can be repeated: for the owner to look at. */
export async function tryRows(
  engine: Maker,
  file: DataFile,
  report: InspectReport,
  choice: TableChoice,
  signal: AbortSignal,
): Promise<SyntheticTrial> {
  const catalogue = await engine.catalogue();
  const { experiment, blocks, left } = experimentOf(file, report, choice, catalogue);
  const data = { data: file.blob, signal };
  const planned = releaseOf(experiment, 0, catalogue);
  if (planned === null) throw new Error('No method here makes rows that you may publish.');
  const release = await plannedRelease(engine, planned, data);
  const trial: Experiment = { ...experiment, algorithms: experiment.algorithms.slice(0, 1), run: { ...experiment.run, repeats: 1 } }; // prettier-ignore
  const result = await engine.run(trial, data);
  const csv = await engine.synthesize(result, { run: 0, records: previewRows, seed: 1 });
  const [row] = errorRows(trial, result);
  return {
    release,
    columns: blocks,
    left,
    preview: csv.trimEnd().split('\n'),
    error: row.methods[0].mean[2] ?? Number.NaN,
    uniform: row.uniform.mean[2] ?? Number.NaN,
  };
}

/** Rows to be handed out, with their statement, as many as the table has; and what this file has cost by then. */
export async function makeRows(
  engine: Maker & Pick<PageEngine, 'account'>,
  { release }: SyntheticTrial,
  file: DataFile,
  signal: AbortSignal,
): Promise<{ files: Entry[]; spent: string }> {
  const { plan, experiment } = release;
  // Before it starts: what is cancelled has been paid as well.
  await odometer.count(file, plan);
  const files = await releasedFiles(engine, experiment, file, { draw: { seed: 1 }, signal });
  const counted = (await odometer.read(file.blob))!;
  return { files, spent: await spentText(engine, counted, experiment) };
}
