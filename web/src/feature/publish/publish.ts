import type {
  Catalogue,
  Experiment,
  ExperimentResult,
  PageEngine,
  PlanReport,
} from '../../engine/types.ts';
import { refusedOf } from '../../fit/judge.ts';
import { withValueAt } from '../../experiment/paths.ts';
import type { DataFile } from '../../store/state.ts';

type Publisher = Pick<PageEngine, 'run' | 'redact' | 'checkStatement'>;

/** What of the trace may be published: neither the points that algorithms hide nor losses of groups. */
function publicTrace({ run }: Experiment) {
  const trace = run?.trace;
  if (!trace?.hiddenIterates && !trace?.groupLosses) return trace;
  return { ...trace, hiddenIterates: false, groupLosses: false };
}

/** The places of the methods whose results may be published: private ones that are not refused. */
export function publishableMethods(
  experiment: Experiment,
  plan: PlanReport | null,
  catalogue: Catalogue,
): number[] {
  if (experiment.privacy.notion === 'none') return [];
  const known = new Map(catalogue.algorithms.map((one) => [one.id, one]));
  const out = new Set((plan ? refusedOf(plan) : []).map(({ index }) => index));
  return experiment.algorithms.flatMap(({ id }, index) => {
    const info = known.get(id);
    return info?.private && !info.leaks && !out.has(index) ? [index] : [];
  });
}

/**
 * The experiment that is run to be published: one method, once, at the budget of the form, with
 * secure and hardened noise, and nothing read from the data that is not paid for. Each more run
 * would cost as much again.
 */
export function publishable(experiment: Experiment, method: number): Experiment {
  const trace = publicTrace(experiment);
  return {
    ...withValueAt(experiment, 'sweep', undefined),
    algorithms: [experiment.algorithms[method]],
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
  if (check.consistent !== true) throw new NotReleasable([check.sentence]);
  return result;
}
