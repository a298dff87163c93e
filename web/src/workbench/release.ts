import type { Catalogue, Experiment, ExperimentResult, PageEngine } from '../engine/types.ts';
import { jsonText } from '../export/download.ts';
import { publish, publishable } from '../publish/publish.ts';
import { statementText } from '../publish/statement-text.ts';
import { withValueAt } from '../store/paths.ts';
import type { DataFile } from '../store/state.ts';
import type { Entry } from './archive.ts';

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
  const rest = withValueAt(experiment, 'sweep', undefined);
  const algorithms = experiment.algorithms.slice(entry, entry + 1);
  return algorithms.length === 0 ? null : publishable({ ...rest, algorithms }, null, catalogue);
}

/**
 * Runs a release, draws records from what it let out, and puts its statement beside them.
 *
 * @throws NotReleasable where the engine does not certify the result; what the engine says where a
 *   run has no histogram that may be shown
 */
export async function releasedFiles(
  engine: Maker,
  experiment: Experiment,
  file: DataFile | null,
  { draw, signal }: { draw: Draw; signal: AbortSignal },
): Promise<Entry[]> {
  const result = await publish(engine, experiment, file, signal);
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
  const kept = privacy.releasable ? '' : `\nNot to be published: ${privacy.reasons.join('; ')}.\n`;
  return `${told}\n${drawn}\n${lists}\n${kept}`;
}
