import type { ExperimentFile, Json, SweepAxis } from './schema.ts';
import { recordFields } from './words.ts';

// Where an experiment can hold records. The fields come from the engine's own tables (words.ts); the
// engine does the same in engine/experiment/file/record_places.h, and a test compares the two.

type Placed = Pick<ExperimentFile, 'data' | 'sweep'>;

const mark = 'records';
const fields = new Set(Object.values(recordFields).flat());

/** Whether a block of this kind may hold records: one of an unknown kind may, too. */
function kindMayHold(kind: unknown): boolean {
  const known = typeof kind === 'string' && Object.hasOwn(recordFields, kind);
  return !known || recordFields[kind].length > 0;
}

function isBlock(value: unknown): value is Record<string, Json> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Whether a sweep's path leads to records, or into them, where the data have some. */
function leadsToRecords(path: string): boolean {
  const [block, field] = path.split('.');
  return block === 'data' && fields.has(field);
}

/** Whether a `data` block of this experiment, or of a value of its sweep, may hold records. */
function holder({ sweep = [] }: Placed): (block: unknown) => boolean {
  const isSwept = sweep.some(
    ({ path, values }) => path === 'data.kind' && values.some((kind) => kindMayHold(kind)),
  );
  return (block) => isSwept || kindMayHold(isBlock(block) ? block['kind'] : null);
}

/** The axes of the sweep with marks in place of records, as runs and plans say their place in it. */
export function shownAxes(experiment: Placed): SweepAxis[] {
  const { data, sweep = [] } = experiment;
  const mayHold = holder(experiment);
  const blocks = sweep.filter(({ path }) => path === 'data').flatMap(({ values }) => values);
  if (![data, ...blocks].some(mayHold)) return sweep;
  return sweep.map(({ path, values }) => ({
    path,
    values: values.map((value, k) => {
      const own = `${mark} ${k + 1} of ${values.length}`;
      if (leadsToRecords(path)) return own;
      return path === 'data' && mayHold(value) ? markedBlock(value, own) : value;
    }),
  }));
}

function markedBlock(block: Json, own: string): Json {
  if (!isBlock(block)) return block === null ? null : own;
  const marked = Object.entries(block).map(([key, value]) => [key, fields.has(key) ? own : value]);
  return Object.fromEntries(marked) as Json;
}

/** The field at which the experiment holds records; null where it holds none. */
export function recordsPlace(experiment: Placed): string | null {
  if (holder(experiment)(experiment.data)) return 'data.kind';
  const shown = shownAxes(experiment);
  const isHeld = ({ values }: SweepAxis, axis: number) =>
    values.some((value, k) => JSON.stringify(value) !== JSON.stringify(shown[axis].values[k]));
  const axis = (experiment.sweep ?? []).findIndex(isHeld);
  return axis < 0 ? null : `sweep.${axis}.values`;
}

/** The experiment with marks in place of its records: it can be read and shown, and not run. */
export function withoutRecords<Experiment extends Placed>(experiment: Experiment): Experiment {
  if (recordsPlace(experiment) === null) return experiment;
  const data = holder(experiment)(experiment.data)
    ? markedBlock(experiment.data, mark)
    : experiment.data;
  return { ...experiment, data, ...(experiment.sweep && { sweep: shownAxes(experiment) }) };
}

/** The values of a sweep's point as the experiment itself has them, marks undone. */
export function ownValues(
  experiment: Placed,
  point: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const shown = shownAxes(experiment);
  const own = (path: string, value: unknown): unknown => {
    const axis = shown.findIndex((one) => one.path === path);
    if (axis < 0) return value;
    const text = JSON.stringify(value);
    const k = shown[axis].values.findIndex((one) => JSON.stringify(one) === text);
    return k < 0 ? value : experiment.sweep![axis].values[k];
  };
  return Object.fromEntries(Object.entries(point).map(([path, value]) => [path, own(path, value)]));
}
