// The records of plans and results, as the engine's tables describe them: types for the client, and a JSON Schema of results.
const heading = `// Written by \`npm run generate\` from the engine's tables of records. Change the engine, not this file.
`;

/** One table of the engine (engine/record/table.h). */
export interface RecordTable {
  name: string;
  meaning?: string;
  /** The question about the theory that the record answers. */
  query?: string;
  /** Another table whose fields it has too, each of which may lack. */
  base?: string;
  /** Type of the fields that are listed elsewhere. */
  others?: string;
  fields: RecordField[];
}

interface RecordField {
  name: string;
  optional?: true;
  /** As TypeScript says it; of a record what follows its name, or `{}` for records by name. */
  type?: string;
  record?: string;
  words?: string[];
  meaning?: string;
}

function typeOf({ type = '', record = '', words = [] }: RecordField): string {
  if (type === '{}') return `Record<string, ${record}>`;
  return record + type + words.map((word) => `'${word}'`).join(' | ');
}

const comment = (text: string | undefined, indent = '') =>
  text ? `${indent}/** ${text.replaceAll('*/', '* /')} */\n` : '';

function typesOf(tables: RecordTable[], all: RecordTable[]): string[] {
  return tables.map((table) => {
    const parents = [baseOf(table, all), table.others].filter(Boolean);
    const generic = table.fields.some(({ type }) => type === 'File');
    const query = table.query ? `  query: '${table.query}';\n` : '';
    const lines = table.fields.map(
      (field) =>
        `${comment(field.meaning, '  ')}  ${field.name}${field.optional ? '?' : ''}: ${typeOf(field)};\n`,
    );
    return (
      `${comment(table.meaning)}export interface ${table.name}${generic ? '<File = Experiment>' : ''}` +
      `${parents.length > 0 ? ` extends ${parents.join(', ')}` : ''} {\n${query}${lines.join('')}}\n`
    );
  });
}

/** The records of files and of what is told of them. */
export function recordTypes(tables: RecordTable[]): string {
  const known = `import type { Experiment } from './experiment.ts';
import type { DataBlock } from './schema.ts';
import type { DiagnosticColumn, NumberColumns, PlantedDefect } from './types.ts';
import type { DomainId } from './words.ts';
`;
  const answers = answerTables(tables);
  const records = tables.filter((table) => !answers.includes(table));
  return [heading, known, ...typesOf(records, tables)].join('\n');
}

const answerTables = (tables: RecordTable[]) => {
  const found = new Set<string>();
  for (const { name, query } of tables) if (query) reachable(tables, name, found);
  return tables.filter(({ name }) => found.has(name));
};

/** The answers to questions about the theory. */
export function theoryTypes(tables: RecordTable[]): string {
  const names = new Map<string, string[]>();
  for (const { name, query } of tables)
    if (query) names.set(query, [...(names.get(query) ?? []), name]);
  const lines = [...names].map(([query, records]) => `  '${query}': ${records.join(' | ')};\n`);
  return [
    heading,
    `import type {
  ErmBoundsQuery,
  GaussianWidthQuery,
  QuadraticLabQuery,
  TheoryQueries,
} from './queries.ts';

// Answers to questions about the theory: rates, bounds, certificates, noise and its division, from
// numbers alone. What is asked is in queries.ts; a number that is not finite is null.
`,
    ...typesOf(answerTables(tables), tables),
    `export type CertifiedMethod = CertifiedComparison['method'];
export type ErmMethod = ErmBoundsQuery['method'];
export type LmiCertificate = TheoryAnswers['lmi-certificate'];
export type QuadraticMethod = QuadraticLabQuery['method'];
export type WidthSet = GaussianWidthQuery['set'];

/** One question about the theory. */
export type TheoryQuery<Name extends keyof TheoryQueries = keyof TheoryQueries> =
  TheoryQueries[Name];

/** The answer to each question, by its name. */
export interface TheoryAnswers {\n${lines.join('')}}

/** The answer to a query. */
export type TheoryAnswer<Query extends TheoryQuery> = TheoryAnswers[Query['query']];
`,
  ].join('\n');
}

/** The fields of the base that the table does not say again. */
function baseOf({ base, fields }: RecordTable, tables: RecordTable[]): string {
  if (base === undefined) return '';
  const inherited = find(tables, base).fields;
  const again = fields.filter(({ name }) => inherited.some((field) => field.name === name));
  if (again.length === 0) return `Partial<${base}>`;
  return `Partial<Omit<${base}, ${again.map(({ name }) => `'${name}'`).join(' | ')}>>`;
}

function find(tables: RecordTable[], name: string): RecordTable {
  const table = tables.find((one) => one.name === name);
  if (!table) throw new Error(`no table of records is called ${name}`);
  return table;
}

/** A JSON Schema of the record of this name. */
export function recordSchema(tables: RecordTable[], root: string, title: string): object {
  const definitions = reachable(tables, root).map((table): [string, object] => [
    table.name,
    tableSchema(table, tables),
  ]);
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title,
    $ref: `#/$defs/${root}`,
    $defs: Object.fromEntries(definitions),
  };
}

/** The table of this name and those of the records inside. */
function reachable(tables: RecordTable[], root: string, found = new Set<string>()): RecordTable[] {
  found.add(root);
  const { base, fields } = find(tables, root);
  for (const name of [base, ...fields.map(({ record }) => record)]) {
    if (name !== undefined && !found.has(name)) reachable(tables, name, found);
  }
  return tables.filter(({ name }) => found.has(name));
}

/** The fields of a table, after those of its bases. */
function allFields({ base, fields }: RecordTable, tables: RecordTable[]): RecordTable['fields'] {
  return [...(base === undefined ? [] : allFields(find(tables, base), tables)), ...fields];
}

function tableSchema(table: RecordTable, tables: RecordTable[]): object {
  const properties = allFields(table, tables).map((field): [string, object] => [
    field.name,
    { ...schemaOf(typeOf(field), tables), ...(field.meaning && { description: field.meaning }) },
  ]);
  const query = table.query === undefined ? {} : { query: { const: table.query } };
  const required = table.fields.filter(({ optional }) => !optional).map(({ name }) => name);
  return {
    type: 'object',
    ...(table.meaning && { description: table.meaning }),
    properties: { ...query, ...Object.fromEntries(properties) },
    required: [...Object.keys(query), ...required],
    additionalProperties: table.others !== undefined,
  };
}

/** The schema of a type as TypeScript says it, of those that tables use. */
function schemaOf(type: string, tables: RecordTable[]): object {
  const parts = type.split(/ \| (?![^(<]*[)>])/);
  if (parts.length > 1) return { anyOf: parts.map((part) => schemaOf(part, tables)) };
  if (type.endsWith('[]')) {
    return { type: 'array', items: schemaOf(type.slice(0, -2), tables) };
  }
  if (type.startsWith('(')) return schemaOf(type.slice(1, -1), tables);
  if (type.startsWith("'")) return { const: type.slice(1, -1) };
  if (tables.some(({ name }) => name === type)) return { $ref: `#/$defs/${type}` };
  if (type === 'true' || type === 'false') return { const: type === 'true' };
  if (/^(number|string|boolean|null)$/.test(type)) return { type };
  if (type === 'DomainId') return { type: 'string' };
  const named = tables.find(({ name }) => type === `Record<string, ${name}>`)?.name;
  return { type: 'object', ...(named && { additionalProperties: schemaOf(named, tables) }) };
}
