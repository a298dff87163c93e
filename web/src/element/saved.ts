import { readExperiment, withoutRecords } from '../../../wasm/client/index.ts';
import type { SavedElement } from '../../../wasm/client/element.ts';
import type { Experiment, ExperimentResult } from '../engine/types.ts';
import { isSameExperiment, storedPicture, type ExperimentPicture } from '../store/picture.ts';
import { readView, type State, type View } from '../store/state.ts';
import { readAt, refusal } from './refusal.ts';

/** What an element keeps of its state, as plain JSON: no records, which the host has. */
export function saveState({ experiment, picture, view }: Readonly<State>): SavedElement {
  const { result = null } = picture ?? {};
  return {
    version: 1,
    experiment: withoutRecords(experiment),
    view: { ...view },
    result: result && { ...result, experiment: withoutRecords(result.experiment) },
  };
}

/** A saved experiment with the records of the present one, where it is the same without them. */
export function withRecordsOf(present: Experiment | null, saved: Experiment): Experiment {
  if (present === null) return saved;
  return isSameExperiment(withoutRecords(present), saved) ? present : saved;
}

export interface Restored {
  experiment: Experiment;
  view: View;
  picture: ExperimentPicture | null;
}

/**
 * Reads what was saved, from wherever it comes.
 *
 * @throws EngineError naming the field that is wrong
 */
export function readSaved(saved: unknown): Restored {
  const { version, experiment, view, result } = asObject(saved, '');
  if (version !== 1) {
    throw refusal('unsupported-version', 'version', 'This element restores version 1.');
  }
  const { experiment: checked } = within('experiment', () =>
    readExperiment(experiment as Experiment),
  );
  const looks = asObject(view ?? {}, 'view');
  const sweep = asObject(looks['sweep'] ?? {}, 'view.sweep') as View['sweep'];
  const faded = (Array.isArray(looks['faded']) ? looks['faded'] : []).map(String);
  const picture = (result ?? null) === null ? null : within('result', () => pictureOf(result));
  return { experiment: checked, view: { ...readView(looks), sweep, faded }, picture };
}

function pictureOf(result: unknown): ExperimentPicture {
  const read = asObject(result, '') as unknown as ExperimentResult;
  const { experiment } = within('experiment', () => readExperiment(read.experiment));
  try {
    return storedPicture({ ...read, experiment }, null);
  } catch {
    throw refusal('invalid-value', '', 'The curves of this result could not be read.');
  }
}

function asObject(value: unknown, field: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    return value as Record<string, unknown>;
  }
  throw refusal('invalid-type', field, 'Give an object, as save() made it.');
}

/** What is wrong inside is told at its place in what was saved. */
function within<Value>(place: string, read: () => Value): Value {
  return readAt((field) => [place, field].filter(Boolean).join('.'), read);
}
