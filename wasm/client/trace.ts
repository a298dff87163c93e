import type { PackedTrace } from './module.ts';
import { shownAxes } from './record-places.ts';
import type { ExperimentFile, Json } from './schema.ts';
import type { ExperimentResult, TraceEvent } from './types.ts';
import type { TraceColumn } from './words.ts';

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
  for (const { path, values } of shownAxes(experiment)) {
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
  { heads, values, names, paths = [], stops = [] }: PackedTrace,
  runs: RunIdentity[],
  inRho: CountsRho = () => false,
): TraceEvent[] {
  const events: TraceEvent[] = [];
  let offset = 0;
  for (let head = 0; head < heads.length;) {
    const [number, length, columns] = heads.subarray(head, (head += 3));
    const named = heads.subarray(head, (head += columns));
    const column = () => values.subarray(offset, (offset += length));
    const run = runs[number];
    const [iteration, gradientEvaluations, spent, seconds] = [column(), column(), column(), column()]; // prettier-ignore
    const cost = inRho(run)
      ? { epsilonSpent: new Float64Array(length).fill(Number.NaN), rhoSpent: spent }
      : { epsilonSpent: spent };
    const event: TraceEvent = { ...run, iteration, gradientEvaluations, ...cost, seconds };
    for (const place of named) event[names[place] as TraceColumn] = column();
    events.push(event);
  }
  for (const { chunk, coordinates, values } of paths) {
    events[chunk].iterates = pieces(values, coordinates);
  }
  for (const { chunk, stop } of stops) events[chunk].stop = stop;
  return events;
}

function pieces(values: Float64Array, size: number): Float64Array[] {
  return Array.from({ length: values.length / size }, (_, i) =>
    values.subarray(i * size, (i + 1) * size),
  );
}
