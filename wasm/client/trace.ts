import type { PackedTrace } from './module.ts';
import type { ExperimentFile, Json } from './schema.ts';
import type { DiagnosticColumn, ExperimentResult, TraceEvent } from './types.ts';

/** What a run is, as its trace and its result say it. */
export type RunIdentity = Pick<TraceEvent, 'run' | 'algorithm' | 'label' | 'sweep' | 'repeat'>;

/**
 * The runs of an experiment in the engine's order: by algorithm, within it by sweep point (the
 * first axis outermost), within that by repeat.
 *
 * @param titles the catalogue's title of each algorithm, which is the label where none is given
 */
export function listRuns(
  experiment: ExperimentFile,
  titles: ReadonlyMap<string, string>,
): RunIdentity[] {
  const points = sweepPoints(experiment);
  const runs: RunIdentity[] = [];
  for (const { id, label } of experiment.algorithms) {
    for (const sweep of points) {
      for (let repeat = 0; repeat < (experiment.run?.repeats ?? 1); ++repeat) {
        const identity = { algorithm: id, label: label || (titles.get(id) ?? id), sweep, repeat };
        runs.push({ run: runs.length, ...identity });
      }
    }
  }
  return runs;
}

/** Positions of a whole result's runs in the experiment's list of runs, which counts what is refused. */
export function runNumbers({ experiment, refused = [] }: RefusingResult): number[] {
  const place = (index: number, sweep: unknown) => `${index} ${JSON.stringify(sweep)}`;
  const left = new Set(refused.map(({ index, sweep }) => place(index, sweep)));
  const repeats = experiment.run?.repeats ?? 1;
  const perAlgorithm = sweepPoints(experiment).length * repeats;
  return listRuns(experiment, new Map())
    .filter(({ run, sweep }) => !left.has(place(Math.floor(run / perAlgorithm), sweep)))
    .map(({ run }) => run);
}

type RefusingResult = Pick<ExperimentResult<ExperimentFile>, 'experiment' | 'refused'>;

function sweepPoints(experiment: ExperimentFile): Record<string, Json>[] {
  let points: Record<string, Json>[] = [{}];
  for (const { path, values } of experiment.sweep ?? []) {
    points = points.flatMap((point) => values.map((value) => ({ ...point, [path]: value })));
  }
  return points;
}

/** Whether what a run spends is rho. */
export type CountsRho = (run: RunIdentity) => boolean;

/** Runs of an experiment that asks for zCDP, or of a sweep point that does. */
export function countsRho({ privacy }: ExperimentFile): CountsRho {
  return ({ sweep }) => (sweep['privacy.notion'] ?? privacy.notion) === 'zcdp';
}

/** The events of a packed slice (its form: wasm/bindings/trace.h); the columns share one buffer. */
export function unpackTrace(
  { heads, values, names }: PackedTrace,
  runs: RunIdentity[],
  inRho: CountsRho = () => false,
): TraceEvent[] {
  const events: TraceEvent[] = [];
  let offset = 0;
  for (let head = 0; head < heads.length;) {
    const [number, length, diagnostics] = heads.subarray(head, (head += 3));
    const measured = heads.subarray(head, (head += diagnostics));
    const column = () => values.subarray(offset, (offset += length));
    const run = runs[number];
    const [iteration, gradientEvaluations, spent, seconds] = [column(), column(), column(), column()]; // prettier-ignore
    const cost = inRho(run)
      ? { epsilonSpent: new Float64Array(length).fill(Number.NaN), rhoSpent: spent }
      : { epsilonSpent: spent };
    const event: TraceEvent = { ...run, iteration, gradientEvaluations, ...cost, seconds };
    for (const place of measured) event[names[place] as DiagnosticColumn] = column();
    events.push(event);
  }
  return events;
}
