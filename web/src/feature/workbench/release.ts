import type {
  Catalogue,
  Experiment,
  ExperimentResult,
  PageEngine,
  PlanReport,
} from '../../engine/types.ts';
import { jsonText } from '../../export/download.ts';
import { NotReleasable, publishable, publishableMethods } from '../publish/publish.ts';
import { statementText } from '../../privacy/statement-text.ts';
import { toProblem } from '../../store/errors.ts';
import { withValueAt } from '../../experiment/paths.ts';
import type { DataFile } from '../../store/state.ts';

/** A file of an archive. */
export interface Entry {
  name: string;
  text: string;
}

const signatures = { local: 0x04034b50, central: 0x02014b50, end: 0x06054b50 } as const;
const version = 20;
/** Names and contents are UTF-8. */
const utf8Flag = 0x0800;
/** 1 January 1980, the first day that the format knows: the same files give the same bytes. */
const firstDay = 0x0021;

/** A ZIP archive of texts, not compressed: what belongs together is handed out as one file. */
export function archiveOf(entries: readonly Entry[]): Blob {
  const encoder = new TextEncoder();
  const bodies: Uint8Array<ArrayBuffer>[] = [];
  const directory: Uint8Array<ArrayBuffer>[] = [];
  let offset = 0;
  for (const { name, text } of entries) {
    const [title, body] = [encoder.encode(name), encoder.encode(text)];
    const facts = [version, utf8Flag, 0, 0, firstDay];
    const sizes = [crcOf(body), body.length, body.length];
    const local = record([[4, signatures.local], ...shorts(facts), ...longs(sizes), [2, title.length], [2, 0]]); // prettier-ignore
    directory.push(
      record([[4, signatures.central], [2, version], ...shorts(facts), ...longs(sizes), [2, title.length], ...shorts([0, 0, 0, 0]), ...longs([0, offset])]), // prettier-ignore
      title,
    );
    bodies.push(local, title, body);
    offset += local.length + title.length + body.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const count = entries.length;
  const end = record([[4, signatures.end], ...shorts([0, 0, count, count]), ...longs([size, offset]), [2, 0]]); // prettier-ignore
  return new Blob([...bodies, ...directory, end], { type: 'application/zip' });
}

/** A width in bytes, 2 or 4, and what is written into it. */
type Field = readonly [2 | 4, number];

const shorts = (values: readonly number[]) => values.map((value): Field => [2, value]);
const longs = (values: readonly number[]) => values.map((value): Field => [4, value]);

/** Numbers one after the other, least byte first. */
function record(fields: readonly Field[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(fields.reduce((sum, [width]) => sum + width, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const [width, value] of fields) {
    if (width === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += width;
  }
  return bytes;
}

const crcTable = Uint32Array.from({ length: 256 }, (_, start) => {
  let rest = start;
  for (let bit = 0; bit < 8; bit += 1) rest = rest & 1 ? (rest >>> 1) ^ 0xedb88320 : rest >>> 1;
  return rest;
});

/** The CRC-32 of bytes. */
function crcOf(bytes: Uint8Array): number {
  let rest = 0xffffffff;
  for (const byte of bytes) rest = crcTable[(rest ^ byte) & 0xff] ^ (rest >>> 8);
  return (rest ^ 0xffffffff) >>> 0;
}

const releasePath = 'run.randomness.release';

type PlanOptions = Parameters<PageEngine['plan']>[1];
type Maker = Pick<PageEngine, 'run' | 'redact' | 'checkStatement' | 'synthesize'>;

/** What is drawn from a histogram. */
export interface Draw {
  /** N, how many records; by default as many as the data have. */
  records?: number;
  /** Of the draws, which cost no privacy. */
  seed: number;
}

/** The experiment that one method makes a histogram with, to be handed out: it runs once, at the budget of the form. */
export function releaseOf(
  experiment: Experiment,
  entry: number,
  catalogue: Catalogue,
): Experiment | null {
  const mayBe = publishableMethods(experiment, null, catalogue).includes(entry);
  return mayBe ? publishable(experiment, entry) : null;
}

/** A release, and what it will cost. */
export interface PlannedRelease {
  experiment: Experiment;
  plan: PlanReport;
}

/**
 * Plans a release with noise that is hardened against floating-point arithmetic; where none is
 * proven for the method, with secure noise that is not.
 */
export async function plannedRelease(
  engine: Pick<PageEngine, 'plan'>,
  experiment: Experiment,
  options: PlanOptions,
): Promise<PlannedRelease> {
  try {
    return { experiment, plan: await engine.plan(experiment, options) };
  } catch (error) {
    if (toProblem(error).field !== releasePath) throw error;
    const floating = withValueAt(experiment, releasePath, 'floating');
    return { experiment: floating, plan: await engine.plan(floating, options) };
  }
}

/** Whether the noise is that of real numbers, which a computer rounds. */
export function isFloating({ run }: Experiment): boolean {
  return run?.randomness?.release === 'floating';
}

/**
 * Runs a release, draws records from what it let out, and puts its statement beside them.
 *
 * @throws NotReleasable where a run is not certified, where there is another reason against
 *   publishing than noise that was knowingly not hardened, or where the engine's own check of the
 *   statement fails; what the engine says where a run has no histogram that may be shown
 */
export async function releasedFiles(
  engine: Maker,
  experiment: Experiment,
  file: DataFile | null,
  { draw, signal }: { draw: Draw; signal: AbortSignal },
): Promise<Entry[]> {
  const options = file ? { data: file.blob, signal } : { signal };
  const result = await engine.redact(await engine.run(experiment, options));
  const { releasable, reasons } = result.privacy;
  const isProven = result.runs.every(({ status, privacy }) => status === 'completed' && privacy.certified); // prettier-ignore
  const isKnown = isFloating(experiment) && reasons.length === 1;
  if (!isProven || !(releasable || isKnown)) throw new NotReleasable(reasons);
  const check = await engine.checkStatement(result);
  if (check.consistent !== true) throw new NotReleasable([check.sentence]);
  return filesOf(engine, result, 0, draw);
}

/** The records drawn from a run of a result, the statement, and the result that it can be checked with. */
export async function filesOf(
  engine: Pick<PageEngine, 'synthesize'>,
  result: ExperimentResult,
  run: number,
  draw: Draw,
): Promise<Entry[]> {
  const csv = await engine.synthesize(result, { run, ...draw });
  return [
    { name: 'synthetic.csv', text: csv },
    { name: 'statement.txt', text: wordsOf(result, draw) },
    { name: 'result.json', text: jsonText(result) },
  ];
}

function wordsOf({ privacy }: ExperimentResult, { seed }: Draw): string {
  const told = privacy.statement ? statementText(privacy.statement) : 'No statement.\n';
  const drawn = `The records in synthetic.csv are independent draws from the released histogram (seed ${seed}). Drawing them, as many as you like, costs no more privacy.`; // prettier-ignore
  const lists = 'The lists of words, the edges of the bins and the number of records were stated as public facts; the guarantee does not cover them.'; // prettier-ignore
  const kept = privacy.releasable ? '' : `\nWhat the engine says against publishing: ${privacy.reasons.join('; ')}.\n`; // prettier-ignore
  return `${told}\n${drawn}\n${lists}\n${kept}`;
}
