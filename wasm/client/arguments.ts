import { asEngineError, engineError, type EngineError } from './error.ts';
import { didYouMean } from './nearest.ts';
import type { Engine, EngineOptions, PlanOptions, RunOptions } from './types.ts';

// What callers hand in is checked before a worker sees it: JavaScript has no types that do it.

/** What a value must be, in words, where it is something else; null where it is right. */
type Rule = (value: unknown) => string | null;

export const asks =
  (words: string, isRight: (value: unknown) => boolean): Rule =>
  (value) =>
    isRight(value) ? null : words;

export const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null;
const has = (value: unknown, name: string, type: string) =>
  isObject(value) && typeof (value as Record<string, unknown>)[name] === type;

export const aFunction = asks('a function', (value) => typeof value === 'function');
export const aText = asks('a text', (value) => typeof value === 'string');
export const aNumber = asks('a number', (value) => typeof value === 'number');
export const aBoolean = asks('true or false', (value) => typeof value === 'boolean');

export const data = asks(
  'a text, a Blob, a stream, an array or an object',
  (value) => typeof value === 'string' || isObject(value),
);
export const signal = asks(
  'an AbortSignal',
  (value) => has(value, 'aborted', 'boolean') && has(value, 'addEventListener', 'function'),
);
/** The rules of all options of a call. */
export type RulesOf<Options> = { [Name in keyof Required<Options>]: Rule };

export const reading = { data, signal };
export const followed = { ...reading, onProgress: aFunction };

/** What the calls take by name that every page makes; seldom.ts has those of others, and some take nothing. */
export const engineRules: RulesOf<EngineOptions> = {
  workers: aNumber,
  memoryBytes: aNumber,
  odometer: aBoolean,
  variant: aText,
  baseUrl: asks('a text or a URL', (value) => typeof value === 'string' || value instanceof URL),
};
export const planRules: RulesOf<PlanOptions> = {
  ...followed,
  onlyAtHand: aBoolean,
  trialSeconds: aNumber,
};
export const runRules: RulesOf<RunOptions> = {
  ...followed,
  onTrace: aFunction,
  pause: asks('the signal of a PauseController', (value) => has(value, 'paused', 'boolean')),
  keepPartial: aBoolean,
};

/** The engine's calls, and those that have no engine yet, or a model. */
type Call = Exclude<keyof Engine, symbol> | 'createEngine' | 'predict';

/**
 * Checks what a call takes by name. A name that it does not know would be a wish that nobody hears.
 *
 * @param call of the engine, or `createEngine`
 * @param rules of its options; without any each is refused
 * @throws EngineError `unknown-field` or `invalid-type` at the option
 */
export function checkOptions(
  call: Call,
  options: unknown,
  rules: Readonly<Record<string, Rule>> = {},
): void {
  const known = new Map(Object.entries(rules));
  // A Blob or a signal in the place of the options has names of its own, and none of these.
  if (Object.prototype.toString.call(options) !== '[object Object]') {
    // What is called once for each item of a list is handed the item's place, too.
    if (known.size === 0 && typeof options === 'number') return;
    throw wrongType('options', 'an object, such as { signal }');
  }
  for (const [name, value] of Object.entries(options as object)) {
    const rule = known.get(name);
    if (!rule) throw unknownOption(call, name, [...known.keys()]);
    const expected = value === undefined ? null : rule(value);
    if (expected) throw wrongType(name, expected);
  }
}

function unknownOption(call: string, name: string, known: string[]): EngineError {
  const shown = name.slice(0, 40);
  const listed = known.length > 0 ? `It has ${known.join(', ')}.` : 'It has none.';
  const hint = didYouMean(name, known) || ` ${listed}`;
  return engineError('unknown-field', shown, `${call} has no option "${shown}".${hint}`);
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
    throw engineError('invalid-value', name, message, { cause: thrown });
  }
}

export function wrongType(field: string, expected: string): EngineError {
  return engineError('invalid-type', field, `Give ${expected}.`);
}
