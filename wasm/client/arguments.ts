import { EngineError, asEngineError, engineError } from './error.ts';

// What callers hand in is checked before a worker sees it: JavaScript has no types that do it.

/** What a value must be, in words, where it is something else; null where it is right. */
type Rule = (value: unknown) => string | null;

const asks =
  (words: string, isRight: (value: unknown) => boolean): Rule =>
  (value) =>
    isRight(value) ? null : words;

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const has = (value: unknown, name: string, type: string) =>
  isObject(value) && typeof (value as Record<string, unknown>)[name] === type;

const aFunction = asks('a function', (value) => typeof value === 'function');
const aText = asks('a text', (value) => typeof value === 'string');
const aNumber = asks('a number', (value) => typeof value === 'number');
const aBoolean = asks('true or false', (value) => typeof value === 'boolean');

const rules: Record<string, Rule> = {
  data: asks(
    'a Blob, an ArrayBuffer, a Uint8Array or a ReadableStream of bytes',
    (value) =>
      value instanceof Blob ||
      value instanceof ArrayBuffer ||
      value instanceof Uint8Array ||
      value instanceof ReadableStream,
  ),
  signal: asks(
    'an AbortSignal',
    (value) => has(value, 'aborted', 'boolean') && has(value, 'addEventListener', 'function'),
  ),
  pause: asks('the signal of a PauseController', (value) => has(value, 'paused', 'boolean')),
  onTrace: aFunction,
  onProgress: aFunction,
  keepPartial: aBoolean,
  onlyAtHand: aBoolean,
  algorithm: aText,
  planted: aText,
  runs: aNumber,
  confidence: aNumber,
  seed: aNumber,
  run: aNumber,
  records: aNumber,
  codes: aBoolean,
  solver: aText,
  tolerance: aNumber,
  gradients: aNumber,
  primalRegularization: aNumber,
  dualRegularization: aNumber,
  name: aText,
  step: aFunction,
  stepSeconds: aNumber,
  solveSeconds: aNumber,
  workers: aNumber,
  memoryBytes: aNumber,
  variant: aText,
  baseUrl: asks('a text or a URL', (value) => typeof value === 'string' || value instanceof URL),
};

/**
 * Checks the options that are there by their names.
 *
 * @throws EngineError `invalid-type` at the option
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) throw wrongType('options', 'an object');
  for (const [name, value] of Object.entries(options)) {
    const expected = value === undefined ? null : (rules[name] as Rule | undefined)?.(value);
    if (expected) throw wrongType(name, expected);
  }
}

/**
 * The text of what an engine reads as JSON: a text as it is, an object written.
 *
 * @param field its name for errors
 * @param replacer as JSON.stringify has it
 * @throws EngineError `invalid-type` when it is neither, or cannot be written
 */
export function jsonText(
  value: unknown,
  field: string,
  replacer?: (key: string, inner: unknown) => unknown,
): string {
  if (typeof value === 'string') return value;
  if (!isObject(value)) throw wrongType(field, 'an object or its JSON text');
  let text: unknown;
  try {
    text = JSON.stringify(value, replacer);
  } catch (error) {
    throw wrongType(field, `what JSON can hold (${asEngineError(error).message})`);
  }
  if (typeof text !== 'string') throw wrongType(field, 'what JSON can hold');
  return text;
}

/**
 * Calls what the caller handed in.
 *
 * @throws EngineError `invalid-value` at its name, with what it threw as the cause
 */
export function callBack<Event>(
  name: string,
  callback: ((event: Event) => void) | undefined,
  event: Event,
): void {
  try {
    callback?.(event);
  } catch (thrown) {
    const message = `${name} threw: ${thrown instanceof Error ? thrown.message : String(thrown)}`;
    throw new EngineError({ code: 'invalid-value', field: name, message }, { cause: thrown });
  }
}

function wrongType(field: string, expected: string): EngineError {
  return engineError('invalid-type', field, `Give ${expected}.`);
}
