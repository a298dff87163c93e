// Every field that a frozen result, plan, report or answer has stands in the engine's tables of records, and is of the type that
// they say.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';

import { readTables } from '../../wasm/generate/generate.ts';
import { recordSchema } from '../../wasm/generate/records.ts';
import { frozen } from './record.ts';

const tables = readTables();
const outputs = [...frozen()].map(([name, text]) => ({
  name,
  out: (JSON.parse(text) as { out: unknown }).out,
}));
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** The schema of what was frozen: without times, and with a hash in place of a long list. */
function asFrozen(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.filter((one) => one !== 'seconds').map(asFrozen);
  if (!isRecord(schema)) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, one]) => [key, asFrozen(one)]));
  return schema.type === 'array' ? { anyOf: [inner, { type: 'string' }] } : inner;
}

const acceptsAs = (root: string) =>
  new Ajv2020({ allowUnionTypes: true }).compile(
    asFrozen(recordSchema(tables, root, root)) as Record<string, unknown>,
  );

describe.each([
  ['ExperimentResult', 'runs'],
  ['PlanReport', 'plans'],
])('%s', (root, member) => {
  const accepts = acceptsAs(root);
  const records = outputs.filter(({ out }) => isRecord(out) && member in out && !('verdict' in out));

  it('has no field that no table knows', () => {
    expect(records.length).toBeGreaterThan(50);
    for (const { name, out } of records) {
      accepts(out);
      expect(accepts.errors, name).toBeNull();
    }
  });

  it('is refused with another field, however deep', () => {
    const { out } = structuredClone(records[0]) as { out: Record<string, [{ privacy: object }]> };
    expect(accepts(out)).toBe(true);
    Object.assign(out[member][0].privacy, { planted: 1 });
    expect(accepts(out)).toBe(false);
  });
});

describe('answers to questions about the theory', () => {
  const questions = [...new Set(tables.flatMap(({ query }) => query ?? []))];

  it.each(questions)('%s has the fields of its table and no other', (query) => {
    const answers = outputs.filter(({ out }) => isRecord(out) && out.query === query);
    expect(answers.length).toBeGreaterThan(0);
    const kinds = tables.filter((table) => table.query === query).map(({ name }) => acceptsAs(name));
    for (const { name, out } of answers) {
      expect(kinds.filter((accepts) => accepts(out)).length, `${name} ${JSON.stringify(kinds[0]?.errors)}`).toBe(1);
      expect(kinds.some((accepts) => accepts({ ...(out as object), planted: 1 }))).toBe(false);
    }
  });
});

describe('AuditReport', () => {
  it('has the fields of its table and no other', () => {
    const accepts = acceptsAs('AuditReport');
    const reports = outputs.filter(({ out }) => isRecord(out) && 'verdict' in out);
    expect(reports.length).toBeGreaterThan(5);
    for (const { name, out } of reports) {
      accepts(out);
      expect(accepts.errors, name).toBeNull();
      expect(accepts({ ...(out as object), planted2: 1 })).toBe(false);
    }
  });
});
