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
import type { Entry } from './archive.ts';

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
  const lists = 'The lists of words, the edges of the bins and the number of records were stated as public facts; the promise does not cover them.'; // prettier-ignore
  const kept = privacy.releasable ? '' : `\nWhat the engine says against publishing: ${privacy.reasons.join('; ')}.\n`; // prettier-ignore
  return `${told}\n${drawn}\n${lists}\n${kept}`;
}
