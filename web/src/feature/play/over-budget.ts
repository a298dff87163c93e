// How the drawn measure depends on the budget: the same experiment at eight of them.
import type { ReactiveControllerHost } from 'lit';
import { buildModel } from '../../curves/layouts.ts';
import type { ChartModel } from '../../curves/model.ts';
import type { Experiment, PageEngine } from '../../engine/types.ts';
import { collectionOf, type RunCollection } from '../../results/collection.ts';
import { fileFor } from '../../store/file-for.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { withValueAt } from '../../experiment/paths.ts';
import { sizeOf, waitsForPlan, waitsForRun } from '../../store/gate.ts';
import type { DataFile, State } from '../../store/state.ts';
import { planNow } from '../../store/work.ts';

const budgets = [0.03, 0.1, 0.3, 0.6, 1, 2, 4, 10];
const mostRepeats = 10;

/** The field that the slider moves; null where there is none, or a sweep sets it. */
export function budgetPath({ privacy, sweep }: Experiment): string | null {
  if (privacy.notion === 'none') return null;
  const path = privacy.notion === 'zcdp' ? 'privacy.rho' : 'privacy.epsilon';
  return sweep?.some((axis) => axis.path === path) ? null : path;
}

/**
 * The same where varying it may start by itself: not where each run is a release that counts on a
 * file, nor where even one budget waits for a click.
 */
export function variedPath(state: Readonly<State>): string | null {
  const plan = planNow(state);
  const isSecure = state.experiment.run?.randomness?.mode === 'secure';
  const isCostly = waitsForPlan(sizeOf(state)) || (plan !== null && waitsForRun(state, plan));
  return isSecure || isCostly ? null : budgetPath(state.experiment);
}

/** Runs the sweep when it is first looked at, and again when anything but the budget has changed. */
export class OverBudget {
  private readonly inquiry: Inquiry<{ about: string; collection: RunCollection }>;
  /** Counts the files that were read: two of them may look alike. */
  private readonly files: DataFile[] = [];
  /** Built anew when something that it is made of has changed. */
  private model: ChartModel | null = null;
  private key: unknown[] = [];

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.inquiry = new Inquiry(host);
  }

  get problem(): string {
    return this.inquiry.problem;
  }

  /** The curves, with a mark at the present budget; null until the first answer is there. */
  look(engine: PageEngine | null, state: Readonly<State>): ChartModel | null {
    const { experiment, view } = state;
    const path = variedPath(state);
    if (engine === null || path === null) return null;
    const repeats = Math.min(experiment.run?.repeats ?? 1, mostRepeats);
    const sweep = [{ path, values: budgets }];
    const swept = { ...experiment, sweep, run: { ...experiment.run, repeats } };
    const budget = experiment.privacy[path === 'privacy.rho' ? 'rho' : 'epsilon'];
    const file = fileFor(experiment, state.file);
    if (file !== null && !this.files.includes(file)) this.files.push(file);
    const at = file === null ? -1 : this.files.indexOf(file);
    const about = JSON.stringify([withValueAt(swept, path, null), at]);
    this.inquiry.ask(about, async () => {
      const result = await engine.run(swept, file ? { data: file.blob } : {});
      return { about, collection: collectionOf(result) };
    });
    const { answer } = this.inquiry;
    // What was asked before is of another experiment.
    if (answer?.about !== about) return null;
    const key = [answer, view, budget];
    if (this.model === null || key.some((part, index) => part !== this.key[index])) {
      const model = buildModel(answer.collection, null, null, {
        ...view,
        layout: 'ends',
        sweep: {},
      });
      this.model = budget === undefined ? model : { ...model, mark: budget };
      this.key = key;
    }
    return this.model;
  }
}
