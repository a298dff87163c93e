import * as v from 'valibot';

import { engineError, type EngineError } from './error.ts';

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
    throw translate(result.issues[0]);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw engineError('limit-exceeded', '', 'The values are nested too deeply.');
  }
}

function translate(issue: v.BaseIssue<unknown>): EngineError {
  const field = v.getDotPath(issue) ?? '';
  const [code, message] = explain(issue);
  return engineError(code, field, message);
}

function explain(issue: v.BaseIssue<unknown>): [code: string, message: string] {
  if (issue.type === 'strict_object' && issue.expected === 'never') {
    return ['unknown-field', 'The format has no such field here.'];
  }
  if (issue.input === undefined) return ['missing-field', `Give ${issue.expected ?? 'a value'}.`];
  const coded = /^([a-z-]+)\|(.*)$/.exec(issue.message);
  if (coded) {
    const [, code, message] = coded;
    // A budget of the wrong type is not a wrong budget; null stands for NaN and infinity.
    const isWrongType = issue.kind === 'schema' && typeof issue.input !== 'number';
    return [isWrongType && issue.input !== null ? 'invalid-type' : code, message];
  }
  if (issue.kind === 'validation') return ['invalid-value', issue.message];
  const isWord = issue.type === 'picklist' || issue.type === 'variant';
  if (isWord && typeof issue.input === 'string') {
    return ['invalid-value', `"${issue.input.slice(0, 40)}" is not one of ${issue.expected}.`];
  }
  return ['invalid-type', `Expected ${issue.expected}, not ${issue.received}.`];
}
