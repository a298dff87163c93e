import type { Experiment, InspectReport, Model, PageEngine } from '../../engine/types.ts';
import { parseNumber } from '../../format/number.ts';
import type { DataFile } from '../../store/state.ts';
import { cellsOf, linesOf } from '../workbench/lines.ts';
import { scoreOf } from './score.ts';

/** What a model says of rows that it has not seen, and what is true. It reads the data exactly. */
export interface HeldOut {
  /** Of a class: the probability of the one that it names, of two classes that of yes; else the number. */
  said: number[];
  /** Of a class 1 where that is right, else 0. */
  true: number[];
}

/** Larger tables take too long to be looked at again. */
const most = { rows: 50_000, bytes: 50e6 };
/** The engine's own figure of the same rows, which the picture must come to. */
const tolerance = 1e-6;

type Looker = Pick<PageEngine, 'run'>;
type HoldOut = { kind: 'hold-out' };

/**
 * Compares a model with the rows that were kept from its run.
 *
 * @throws Error in words for the owner, where there is nothing to compare or it would take too long
 */
export async function heldOutOf(
  engine: Looker,
  model: Model,
  file: DataFile,
  report: InspectReport,
  signal: AbortSignal,
): Promise<HeldOut> {
  const { delimiter = ',', decimal = '.', records = 0 } = report;
  if (records > most.rows || file.blob.size > most.bytes) {
    throw new Error(`it is drawn for tables of up to ${most.rows} rows`);
  }
  const form = { delimiter, hasHeader: true };
  const { header, names, records: lines } = linesOf(await textOf(file.blob, report), form);
  const held = await heldOutRows(engine, model.experiment, lines.length, signal);
  const rows = held.map((row) => lines[row]);
  const text = [header, ...rows].map((line) => `${line}\n`).join('');
  const told = await model.predictTable(text, { delimiter, decimal, signal });
  const [, ...predicted] = linesOf(told, { delimiter: ',', hasHeader: false }).records;
  const at = names.indexOf(model.target.name);
  const truth = rows.map((line) => cellsOf(line, delimiter)[at]);
  const compared = comparison(model, predicted.map((line) => cellsOf(line, ',')), truth); // prettier-ignore
  const score = scoreOf(model)?.value;
  if (score === null || score === undefined || Math.abs(compared.score - score) > tolerance) {
    throw new Error('its rows do not come to the figure above');
  }
  return compared;
}

/**
 * Which rows a run was kept from. A seed decides it, whatever the rows hold, so the engine is asked
 * with made-up rows: each has a column of its own, whose weight stays 0 where the row is held out.
 */
async function heldOutRows(
  engine: Looker,
  { data, algorithms }: Experiment,
  count: number,
  signal: AbortSignal,
): Promise<number[]> {
  const step = data.preprocess?.find((one): one is typeof one & HoldOut => one.kind === 'hold-out');
  if (step === undefined) throw new Error('no rows were held out');
  const made: Experiment = {
    version: 1,
    data: {
      kind: 'file',
      name: 'rows.svm',
      format: 'libsvm',
      storage: 'sparse',
      preprocess: [{ kind: 'clip-rows', norm: 'l2', bound: 1 }, step],
    },
    problem: { loss: 'squared', regularizer: { kind: 'l2', strength: 1 } },
    privacy: { notion: 'none' },
    algorithms: [{ id: algorithms[0].id }],
    run: { repeats: 1, randomness: { mode: 'reproducible', seed: 1 }, trace: { points: 2 }, diagnostics: [] }, // prettier-ignore
  };
  const rows = Array.from({ length: count }, (_, row) => `1 ${row + 1}:1\n`);
  const { runs } = await engine.run(made, { data: new Blob(rows), signal });
  const weights = runs[0].nonPrivate?.solution ?? [];
  return weights.flatMap((weight, row) => (weight === 0 ? [row] : []));
}

async function textOf(blob: Blob, { isCompressed, encoding }: InspectReport): Promise<string> {
  const bytes = isCompressed ? blob.stream().pipeThrough(new DecompressionStream('gzip')) : blob;
  const buffer = await new Response(bytes).arrayBuffer();
  return new TextDecoder(encoding === 'latin1' ? 'latin1' : 'utf-8').decode(buffer);
}

/** The score is that of the model's own figure: of classes the share that is right, of numbers R2. */
function comparison(
  { task, target }: Model,
  predicted: readonly string[][],
  truth: readonly string[],
): HeldOut & { score: number } {
  if (task === 'number') {
    const { lower = -Infinity, upper = Infinity } = target;
    const clamp = (value: number) => Math.min(Math.max(value, lower), upper);
    const said = predicted.map(([value]) => Number(value));
    const values = truth.map((cell) => clamp(parseNumber(cell) ?? Number.NaN));
    return { said, true: values, score: explained(said, values) };
  }
  const isRight = predicted.map(([word], row) => Number(word === truth[row]));
  if (task === 'classes') {
    const said = predicted.map(([, ...shares]) => Math.max(...shares.map(Number)));
    return { said, true: isRight, score: mean(isRight) };
  }
  const yes = target.classes?.[1];
  const isYes = truth.map((cell) => Number(cell === yes));
  const right = predicted.map(([word], row) => Number((word === yes) === (isYes[row] === 1)));
  return { said: predicted.map(([, share]) => Number(share)), true: isYes, score: mean(right) };
}

function explained(said: readonly number[], values: readonly number[]): number {
  const middle = mean(values);
  const squares = (of: (row: number) => number) => values.reduce((sum, value, row) => sum + (value - of(row)) ** 2, 0); // prettier-ignore
  return 1 - squares((row) => said[row]) / squares(() => middle);
}

const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length; // prettier-ignore
