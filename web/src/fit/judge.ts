import type { Experiment, PlanReport } from '../engine/types.ts';
import { toProblem, type Problem } from '../store/errors.ts';

/** An algorithm that cannot run as things stand, and why. */
export interface Refusal {
  /** Its place among the experiment's algorithms. */
  index: number;
  label: string;
  problem: Problem;
}

/** What the engine says of an experiment that it was asked to plan. */
export interface Verdict {
  /** Why nothing of it can run; null where something can. */
  problem: Problem | null;
  /** The algorithms that cannot run while others can. */
  refused: readonly Refusal[];
}

/** Errors that say nothing of the experiment. */
const accidents = new Set(['cancelled', 'worker-died', 'internal', 'out-of-memory']);

/** Verdicts that are kept: menus are judged again at every edit, and most edits are undone or repeated. */
const mostKept = 4000;

/**
 * Asks the engine itself whether experiments can be planned, and keeps what it said: nothing that
 * is told about an option is written down a second time.
 */
export class Judge {
  private readonly plan: (experiment: Experiment) => Promise<PlanReport | null>;
  private readonly kept = new Map<string, Promise<Verdict>>();

  /** @param plan answers null where nothing can be said for now: then nothing is said against it */
  constructor(plan: (experiment: Experiment) => Promise<PlanReport | null>) {
    this.plan = plan;
  }

  verdict(experiment: Experiment): Promise<Verdict> {
    const judged = judgedPart(experiment);
    const key = JSON.stringify(judged);
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    if (this.kept.size >= mostKept) this.kept.clear();
    const verdict = this.ask(judged);
    this.kept.set(key, verdict);
    // What was an accident may be asked again.
    verdict.catch(() => this.kept.delete(key));
    return verdict;
  }

  private async ask(experiment: Experiment): Promise<Verdict> {
    try {
      const plan = await this.plan(experiment);
      return { problem: null, refused: plan === null ? [] : refusedOf(plan) };
    } catch (error) {
      const problem = toProblem(error);
      if (accidents.has(problem.code)) throw error;
      return { problem, refused: [] };
    }
  }
}

/** The algorithms that a plan leaves out, each once, however many points of a sweep leave it out. */
export function refusedOf(plan: PlanReport): Refusal[] {
  const refusals = new Map<number, Refusal>();
  // A plan of an engine that knows no refusals has no list of them.
  const listed = 'refused' in plan ? plan.refused : [];
  for (const { index, label, error } of listed) {
    if (!refusals.has(index)) refusals.set(index, { index, label, problem: toProblem(error) });
  }
  return [...refusals.values()];
}

/** What decides whether an experiment fits: repeats and titles do not, and of a sweep one point does. */
function judgedPart(experiment: Experiment): Experiment {
  const { sweep, run } = experiment;
  const first = sweep?.map(({ path, values }) => ({ path, values: values.slice(0, 1) }));
  return {
    ...experiment,
    title: '',
    ...(first ? { sweep: first } : {}),
    ...(run ? { run: { ...run, repeats: 1 } } : {}),
  };
}
