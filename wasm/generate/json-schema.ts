// The experiment file as a JSON Schema: its shape from the client's own schema, its words from the catalogue.
import { toJsonSchema } from '@valibot/to-json-schema';

import { experimentSchema } from '../client/schema.ts';
import type { AlgorithmEntry, Catalogue, ParameterEntry } from '../client/types.ts';
import { lossParameters } from './words.ts';

export interface JsonSchema {
  [key: string]: unknown;
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

const title = 'Noisy Descent experiment';

export function experimentJsonSchema(catalogue: Catalogue): JsonSchema {
  const schema = toJsonSchema(experimentSchema, {
    errorMode: 'throw',
    // Every number that JSON can write is. What a problem must have is added below.
    ignoreActions: ['finite', 'check'],
  }) as JsonSchema;
  const algorithm = at(schema, 'algorithms').items!;
  at(schema, 'algorithms').items = { oneOf: catalogue.algorithms.map(named(algorithm)) };
  const problem = at(schema, 'problem');
  restrict(at(problem, 'loss'), catalogue.losses);
  restrict(at(problem, 'name'), [...catalogue.gallery, ...catalogue.saddles]);
  problem.anyOf = [{ required: ['loss'] }, { required: ['kind', 'name'] }];
  // Put last, whether or not the client's schema, which is generated too, knows them already.
  for (const one of lossParameters(catalogue)) {
    const { [one.name]: known, ...others } = problem.properties!;
    problem.properties = { ...others, [one.name]: { ...known, ...ofParameter(one) } };
  }
  restrict(at(problem, 'regularizer', 'kind'), catalogue.regularizers);
  restrict(at(problem, 'domain', 'kind'), catalogue.domains);
  restrict(at(schema, 'run', 'diagnostics').items!, catalogue.diagnostics);
  for (const [kind, entries] of Object.entries({
    synthetic: catalogue.syntheticData,
    builtin: catalogue.builtinData,
  })) {
    const ids = entries.map(({ name, ...rest }) => ({ id: name, description: '', ...rest }));
    restrict(at(dataOf(schema, kind), 'name'), ids);
  }
  return { ...inlined(schema), title };
}

/** The schema with definitions in the places that refer to them, but for one that holds itself. */
function inlined(schema: JsonSchema): JsonSchema {
  const definitions = (schema['$defs'] ?? {}) as Record<string, JsonSchema>;
  const nameOf = (value: unknown) => /^#\/\$defs\/(.+)$/.exec(String(value))?.[1] ?? '';
  const holdsItself = (name: string) =>
    JSON.stringify(definitions[name]).includes(`"#/$defs/${name}"`);
  const put = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(put);
    if (typeof value !== 'object' || value === null) return value;
    const name = '$ref' in value ? nameOf(value.$ref) : '';
    if (name !== '' && !holdsItself(name)) return put(definitions[name]);
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, put(inner)]));
  };
  const kept = Object.fromEntries(
    Object.entries(definitions).filter(([name]) => holdsItself(name)),
  );
  return { ...(put({ ...schema, $defs: undefined }) as JsonSchema), $defs: kept };
}

/** A property of a property ... of an object's schema. */
function at(schema: JsonSchema, ...names: string[]): JsonSchema {
  return names.reduce((inner, name) => {
    const next = inner.properties?.[name];
    if (!next) throw new Error(`the schema has no ${names.join('.')}`);
    return next;
  }, schema);
}

function dataOf(schema: JsonSchema, kind: string): JsonSchema {
  const { anyOf = [], oneOf = anyOf } = at(schema, 'data');
  const found = oneOf.find((one) => one.properties?.kind.const === kind);
  if (!found) throw new Error(`the schema has no data of kind ${kind}`);
  return found;
}

/** Of all texts, those that the catalogue lists. */
function restrict(schema: JsonSchema, entries: { id: string; description: string }[]): void {
  delete schema.maxLength;
  schema.enum = entries.map(({ id }) => id);
}

/** An algorithm's own block: its id, and no parameters but its own. */
function named(block: JsonSchema) {
  return ({ id, summary, parameters }: AlgorithmEntry): JsonSchema => ({
    ...block,
    description: summary,
    properties: {
      ...block.properties,
      id: { const: id },
      parameters: {
        type: 'object',
        additionalProperties: false,
        properties: Object.fromEntries(parameters.map((one) => [one.name, ofParameter(one)])),
      },
    },
  });
}

function ofParameter(parameter: ParameterEntry): JsonSchema {
  const { description, choices, default: usual, type, open } = parameter;
  const kinds: JsonSchema[] = [];
  if (type === 'boolean') kinds.push({ type: 'boolean' });
  if (type.startsWith('integer') || type.startsWith('number')) kinds.push(ofNumber(parameter));
  if (type === 'number-or-vector') kinds.push({ type: 'array', items: ofNumber(parameter) });
  if (choices) kinds.push({ enum: choices });
  if (open) kinds.push({ type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' });
  const shape = kinds.length === 1 ? kinds[0] : { anyOf: kinds };
  return { ...shape, description, ...(usual !== undefined && { default: usual }) };
}

function ofNumber({ type, minimum, maximum, exclusiveMinimum }: ParameterEntry): JsonSchema {
  return {
    type: type.startsWith('integer') ? 'integer' : 'number',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(exclusiveMinimum !== undefined && { exclusiveMinimum }),
  };
}
