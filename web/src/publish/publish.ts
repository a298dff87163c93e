import type {
  Catalogue,
  Experiment,
  ExperimentResult,
  PageEngine,
  PlanReport,
} from '../engine/types.ts';
import { refusedOf } from '../fit/judge.ts';
import { withoutAlgorithms } from '../store/algorithms.ts';
import type { DataFile } from '../store/state.ts';

type Publisher = Pick<PageEngine, 'run' | 'redact' | 'checkStatement'>;

/** What of the trace may be published: neither the points that algorithms hide nor losses of groups. */
function publicTrace({ run }: Experiment) {
  const trace = run?.trace;
  if (!trace?.hiddenIterates && !trace?.groupLosses) return trace;
  return { ...trace, hiddenIterates: false, groupLosses: false };
}

/**
 * The experiment that is run to be published: its private algorithms once each, with secure and
 * hardened noise, and nothing read from the data that is not paid for. Null where none is private.
 */
export function publishable(
  experiment: Experiment,
  plan: PlanReport | null,
  catalogue: Catalogue,
): Experiment | null {
  if (experiment.privacy.notion === 'none') return null;
  const known = new Map(catalogue.algorithms.map((one) => [one.id, one]));
  const out = new Set((plan ? refusedOf(plan) : []).map(({ index }) => index));
  experiment.algorithms.forEach(({ id }, index) => {
    const info = known.get(id);
    if (!info?.private || info.leaks) out.add(index);
  });
  if (out.size === experiment.algorithms.length) return null;
  const trace = publicTrace(experiment);
  return {
    ...withoutAlgorithms(experiment, out, catalogue),
    run: {
      repeats: 1,
      randomness: { mode: 'secure', release: 'hardened' },
      diagnostics: [],
      ...(trace ? { trace } : {}),
    },
  };
}

/** Why a result was not handed out: in the engine's words. */
export class NotReleasable extends Error {
  readonly reasons: readonly string[];

  constructor(reasons: readonly string[]) {
    super(`The result is not releasable: ${reasons.join('; ')}.`);
    this.reasons = reasons;
  }
}

/**
 * Runs a publishable experiment and takes out everything that is not private.
 *
 * @param file  what the experiment reads, where that is a file
 * @throws NotReleasable where the engine does not certify the result, or its own check of the
 *   statement fails
 */
export async function publish(
  engine: Publisher,
  experiment: Experiment,
  file: DataFile | null,
  signal: AbortSignal,
): Promise<ExperimentResult> {
  const options = file ? { data: file.blob, signal } : { signal };
  const result = await engine.redact(await engine.run(experiment, options));
  if (!result.privacy.releasable) throw new NotReleasable(result.privacy.reasons);
  const check = await engine.checkStatement(result);
  if (!check.consistent) throw new NotReleasable(['its statement does not add up']);
  return result;
}
