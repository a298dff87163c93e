import { EngineError, parseStrictJson } from '../../../wasm/client/index.ts';
import type { Experiment } from '../engine/types.ts';
import { decodeText, encodeText } from './base64url.ts';
import { formerScaleRange, leavesRangeOpen, scaleRange, withScaleRange } from './ranges.ts';

/** Longest link that is read: an experiment is small, and a link is untrusted input. */
export const maximumLinkLength = 200_000;
const maximumDepth = 24;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a text is no experiment: a code of the engine's table, the field's path, what is wrong. */
export interface Refusal {
  code: string;
  field: string;
  message: string;
}

export type LinkResult =
  | { kind: 'none' }
  | { kind: 'experiment'; experiment: Experiment; notice?: string }
  | ({ kind: 'broken' } & Refusal);

/** Checks that a parsed value is an experiment file. */
export type CheckExperiment = (value: unknown) => { experiment: Experiment } | Refusal;

/**
 * The URL fragment that holds an experiment: `#e=` and the base64url of its JSON text, with nothing
 * left open whose default has changed.
 */
export function encodeHash(experiment: Experiment): string {
  return `#e=${encodeText(JSON.stringify(withScaleRange(experiment, scaleRange)))}`;
}

/** Reads a URL fragment. Everything that is not exactly an experiment is `broken`, with the reason. */
export function decodeHash(hash: string, check: CheckExperiment): LinkResult {
  const encoded = new URLSearchParams(hash.replace(/^#/, '').replaceAll('+', '%2B')).get('e');
  if (encoded === null) return { kind: 'none' };
  if (encoded.length > maximumLinkLength) {
    return broken(
      'limit-exceeded',
      `The link is ${encoded.length} characters long; at most ${maximumLinkLength} are read.`,
    );
  }
  const text = decodeText(encoded);
  if (text === null) {
    return broken(
      'invalid-json',
      'The link is damaged: its text is not base64url. It may have been cut when it was copied.',
    );
  }
  return migrated(parseExperiment(text, check));
}

/** A link of an earlier page keeps its meaning, and says so. */
function migrated(link: LinkResult): LinkResult {
  if (link.kind !== 'experiment' || !leavesRangeOpen(link.experiment)) return link;
  const [lower, upper] = formerScaleRange;
  return {
    kind: 'experiment',
    experiment: withScaleRange(link.experiment, formerScaleRange),
    notice:
      'This link is from an earlier version of the page. Its columns are mapped to ' +
      `[${lower}, ${upper}], as they were then; the preparation now says so.`,
  };
}

/** Reads the text of an experiment file with the same care as a link. */
export function parseExperiment(text: string, check: CheckExperiment): LinkResult {
  let value: unknown;
  try {
    value = parseStrictJson(text);
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    return broken(error.code, error.message);
  }
  const danger = findDanger(value, '', 0);
  if (danger !== null) return danger;
  const checked = check(value);
  if ('experiment' in checked) return { kind: 'experiment', experiment: checked.experiment };
  return { kind: 'broken', ...checked };
}

function broken(code: string, message: string, field = ''): LinkResult {
  return { kind: 'broken', code, field, message };
}

function findDanger(value: unknown, path: string, depth: number): LinkResult | null {
  if (typeof value !== 'object' || value === null) return null;
  if (depth > maximumDepth) {
    return broken('limit-exceeded', 'The experiment is nested too deeply.', path);
  }
  for (const [key, inner] of Object.entries(value)) {
    const inside = path === '' ? key : `${path}.${key}`;
    if (forbiddenKeys.has(key)) {
      return broken('unknown-field', `The field name "${key}" is not allowed.`, inside);
    }
    const found = findDanger(inner, inside, depth + 1);
    if (found !== null) return found;
  }
  return null;
}
