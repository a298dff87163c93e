import { outcomeOf } from '../../../../wasm/client/index.ts';
import type { Experiment, ExperimentResult, PageEngine } from '../../engine/types.ts';
import { withValueAt } from '../../experiment/paths.ts';

/** With fewer runs the mean over them stands for little: both estimates are far off. */
export const advisedRuns = 50;

/** One algorithm's weak gap, as the engine brackets it. Exact, so not private. */
export interface WeakGapRow {
  label: string;
  /** How many of the runs released something. */
  runs: number;
  plugIn: { lower: number; upper: number };
  split: number;
  interval: { lower: number; upper: number };
  strong: { lower: number; upper: number };
}

/** So many runs of each algorithm, each on data of its own and with noise of its own. */
export function freshRuns(experiment: Experiment, runs: number): Experiment {
  const seeds = Array.from({ length: runs }, (_, index) => index + 1);
  return {
    ...withValueAt(experiment, 'sweep', undefined),
    run: {
      repeats: 1,
      randomness: { mode: 'reproducible', seed: 1 },
      trace: { points: 2 },
      diagnostics: [],
    },
    sweep: [{ path: 'data.seed', values: seeds }],
  };
}

/** What each algorithm released, run by run. */
export function releasedBy({ runs }: ExperimentResult): Map<string, number[][]> {
  const points = new Map<string, number[][]>();
  for (const run of runs) {
    const { solution, status } = outcomeOf(run);
    if (status !== 'completed' || !solution) continue;
    points.set(run.label, [...(points.get(run.label) ?? []), solution]);
  }
  return points;
}

/** Runs every algorithm so often, and estimates its weak gap on the population. */
export async function askWeakGaps(
  engine: Pick<PageEngine, 'run' | 'landscape'>,
  experiment: Experiment,
  runs: number,
  signal: AbortSignal,
): Promise<WeakGapRow[]> {
  const released = releasedBy(await engine.run(freshRuns(experiment, runs), { signal }));
  const fixed = withValueAt(experiment, 'sweep', undefined);
  const rows: WeakGapRow[] = [];
  for (const [label, points] of released) {
    const { weakGap } = await engine.landscape(fixed, { weakGap: { points } }, { signal });
    if (weakGap) rows.push({ ...weakGap, label });
  }
  return rows;
}

/** Why an estimate is to be taken with care; '' where it is not. */
export function careText(runs: number): string {
  if (runs >= advisedRuns) return '';
  return `With fewer than ${advisedRuns} runs the estimates lie far apart and the interval says little: the weak gap is about means over data and noise.`;
}
