import { EngineError, parseStrictJson } from '../../../wasm/client/index.ts';
import type { Experiment } from '../engine/types.ts';

/** Why a text is no experiment: a code of the engine's table, the field's path, what is wrong. */
export interface Refusal {
  code: string;
  field: string;
  message: string;
}

export type ReadText =
  { kind: 'experiment'; experiment: Experiment; value: unknown } | ({ kind: 'broken' } & Refusal);

/** Checks that a parsed value is an experiment file. */
export type CheckExperiment = (value: unknown) => { experiment: Experiment } | Refusal;

/** Reads the text of an experiment file; `value` is all that the text holds. */
export function readExperimentText(text: string, check: CheckExperiment): ReadText {
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return { kind: 'broken', ...error.body };
  }
  const checked = check(value);
  if ('experiment' in checked) return { kind: 'experiment', experiment: checked.experiment, value };
  return { kind: 'broken', ...checked };
}
