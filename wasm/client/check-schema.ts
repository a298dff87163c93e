import * as v from 'valibot';

import { engineError, type EngineError } from './error.ts';
import { didYouMean } from './nearest.ts';
import type { ErrorCode } from './words.ts';

/**
 * The object as its schema has it.
 *
 * @throws EngineError with the engine's codes, at the dotted path of the first field that is wrong;
 *   a message of the schema that begins with a code and a bar chooses its code
 */
export function checkSchema<Schema extends v.GenericSchema>(
  schema: Schema,
  tree: unknown,
): v.InferOutput<Schema> {
  if (Array.isArray(tree)) throw engineError('invalid-type', '', 'Expected Object, not Array.');
  try {
    const result = v.safeParse(schema, tree, { abortEarly: true });
    if (result.success) return result.output;
    throw translate(result.issues[0], schema);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw engineError('limit-exceeded', '', 'The values are nested too deeply.');
  }
}

function translate(issue: v.BaseIssue<unknown>, schema: v.GenericSchema): EngineError {
  const path = issue.path ?? [];
  const names = namesAt(schema as Described, path);
  const keys = path.map(({ key }) => String(key));
  const isStrange = (key: string) => names.length > 0 && !names.includes(key);
  const parent = path.at(-1)?.input;
  // What is missing may be there under another name, which is said first, as the engine does.
  const strange = Object.keys(isObject(parent) ? parent : {}).find(isStrange);
  if (strange !== undefined && (issue.input === undefined || isUnknownField(issue))) {
    const field = [...keys.slice(0, -1), strange].join('.');
    return engineError('unknown-field', field, noSuchField + didYouMean(strange, names));
  }
  const [code, message] = explain(issue);
  return engineError(code, keys.join('.'), message);
}

const noSuchField = 'The format has no such field here.';

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function isUnknownField({ type, expected }: v.BaseIssue<unknown>): boolean {
  return type === 'strict_object' && expected === 'never';
}

function explain(issue: v.BaseIssue<unknown>): [code: ErrorCode, message: string] {
  if (isUnknownField(issue)) return ['unknown-field', noSuchField];
  if (issue.input === undefined) return ['missing-field', `Give ${issue.expected ?? 'a value'}.`];
  const coded = /^([a-z-]+)\|(.*)$/.exec(issue.message);
  if (coded) {
    // The schema writes codes of the engine.
    const [code, message] = coded.slice(1) as [ErrorCode, string];
    // A budget of the wrong type is not a wrong budget; null stands for NaN and infinity.
    const isWrongType = issue.kind === 'schema' && typeof issue.input !== 'number';
    return [isWrongType && issue.input !== null ? 'invalid-type' : code, message];
  }
  if (issue.kind === 'validation') return ['invalid-value', issue.message];
  const isWord = issue.type === 'picklist' || issue.type === 'variant';
  if (isWord && typeof issue.input === 'string') {
    const words = Array.from(issue.expected?.matchAll(/"([^"]*)"/g) ?? [], ([, word]) => word);
    const shown = `"${issue.input.slice(0, 40)}" is not one of ${issue.expected}.`;
    return ['invalid-value', shown + didYouMean(issue.input, words)];
  }
  return ['invalid-type', `Expected ${issue.expected}, not ${issue.received}.`];
}

/** The parts of schemas that have fields of their own or lead to some. */
interface Described {
  entries?: Record<string, Described>;
  item?: Described;
  wrapped?: Described;
  options?: readonly (Described | string)[];
  key?: string;
}

/** What the object at the path may have for fields, where one of them is wrong. */
function namesAt(schema: Described, path: readonly v.IssuePathItem[]): string[] {
  if (path.length === 0) return [];
  if (schema.wrapped) return namesAt(schema.wrapped, path);
  const [step, ...rest] = path;
  if (schema.options) {
    const parts = schema.options.filter((option) => typeof option !== 'string');
    const fitting = parts.filter((part) => !schema.key || isOf(part, schema.key, step.input));
    return fitting.flatMap((part) => namesAt(part, path));
  }
  if (schema.item) return namesAt(schema.item, rest);
  if (rest.length === 0) return Object.keys(schema.entries ?? {});
  const next = schema.entries?.[String(step.key)];
  return next ? namesAt(next, rest) : [];
}

/** Whether an object has the kind of this part of a variant. */
function isOf({ entries }: Described, key: string, value: unknown): boolean {
  const word = (value as Record<string, unknown>)[key];
  const kind = entries?.[key] as { literal?: unknown; options?: unknown[] } | undefined;
  return kind?.literal === word || (kind?.options?.includes(word) ?? false);
}
