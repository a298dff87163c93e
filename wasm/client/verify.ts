import { engineError } from './error.ts';
import type { ExperimentResult, VerifyReport } from './types.ts';

/**
 * Reads a result whose runs can be replayed.
 *
 * @throws EngineError `not-reproducible` when it has no fingerprint to compare with
 */
export function readResult(source: ExperimentResult | string): ExperimentResult {
  const result = typeof source === 'string' ? parse(source) : source;
  if (result.experiment.run?.randomness?.mode === 'secure' || !result.fingerprint) {
    const message = 'The result has no fingerprint: secure randomness cannot be repeated.';
    throw engineError('not-reproducible', 'fingerprint', message);
  }
  return result;
}

function parse(text: string): ExperimentResult {
  let tree: unknown;
  try {
    tree = JSON.parse(text);
  } catch (error) {
    throw engineError('invalid-json', '', error instanceof Error ? error.message : String(error));
  }
  if (!tree || typeof tree !== 'object' || !('experiment' in tree)) {
    throw engineError('missing-field', 'experiment', 'This is not a result file.');
  }
  return tree as ExperimentResult;
}

/** Compares the bits of a replay with those of the record. */
export function compareReplay(recorded: ExperimentResult, replay: ExperimentResult): VerifyReport {
  const differing: number[] = [];
  replay.runs.forEach((run, position) => {
    if (run.fingerprint !== recorded.runs[position]?.fingerprint) differing.push(position);
  });
  const expected = recorded.fingerprint ?? '';
  const actual = replay.fingerprint ?? '';
  return { matches: expected === actual, expected, actual, differing };
}
