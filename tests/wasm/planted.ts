import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Experiment } from '../../wasm/client/experiment.ts';
import type { Json } from '../../wasm/client/schema.ts';

// An unmistakable number as a record, in every place where the schema of experiments takes records.

const planted = 77345.678912;
const digits = '7734567';

/** The number in any notation, alone or within a word: 77345.678912, 7.7345678e4, x773456789. */
export function holdsPlanted(text: string): boolean {
  return (text.match(/[\d.,_]+/g) ?? []).some((run) =>
    run.replace(/\D/g, '').replace(/^0+/, '').startsWith(digits),
  );
}

interface Schema {
  const?: string;
  type?: string;
  properties?: Record<string, Schema>;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
}

/** A field of a `data` block that takes lists of numbers, or lists of lists of them. */
interface Place {
  kind: string;
  field: string;
  depth: number;
}

/** How deep lists are nested around numbers; 0 where there are no such lists. */
function depthOf(schema: Schema): number {
  const inner = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].map(depthOf);
  if (schema.type !== 'array' || !schema.items) return Math.max(0, ...inner);
  const isNumber = ['number', 'integer'].includes(schema.items.type ?? '');
  const depth = depthOf(schema.items);
  return isNumber ? 1 : depth > 0 ? depth + 1 : 0;
}

/** Where the schema takes records: whatever list of numbers stands in a `data` block itself. */
export function recordPlaces(): Place[] {
  const file = join(import.meta.dirname, '../../wasm/schema.json');
  const { properties = {} } = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  return (properties['data'].oneOf ?? properties['data'].anyOf ?? []).flatMap((block) =>
    Object.entries(block.properties ?? {}).flatMap(([field, schema]) => {
      const depth = depthOf(schema);
      return depth > 0 ? [{ kind: String(block.properties?.['kind'].const), field, depth }] : [];
    }),
  );
}

const rows = [[0.1, 0.2], [0.3, -0.4], [0.5, 0.1], [-0.2, 0.3]]; // prettier-ignore
const plain: Record<string, Json> = {
  kind: 'inline',
  features: rows,
  targets: [1, -1, 1, -1],
  preprocess: [
    { kind: 'clip-rows', norm: 'l2', bound: 1 },
    { kind: 'clamp-target', lower: -1, upper: 1 },
  ],
};

/** The value with the number in it, at its first place. */
function withPlanted(value: Json): Json {
  return Array.isArray(value) ? [withPlanted(value[0]), ...value.slice(1)] : planted;
}

export interface Case {
  name: string;
  experiment: Experiment;
}

type Sweep = { path: string; values: Json[] }[];

/** One experiment for each way in which the number can stand at a place: in the block, or in a sweep. */
export function plantedCases(mode: 'secure' | 'reproducible'): Case[] {
  const base = (data: Record<string, Json>, sweep?: Sweep) =>
    ({
      version: 1,
      data,
      problem: { loss: 'squared', domain: { kind: 'l2-ball', radius: 1 } },
      privacy: { notion: 'approximate', epsilon: 1, delta: 1e-5 },
      algorithms: [{ id: 'dp-gd', parameters: { iterations: 2 } }],
      run: { randomness: { mode }, trace: { points: 2 } },
      ...(sweep && { sweep }),
    }) as unknown as Experiment;
  const builtin: Json = { kind: 'builtin', name: 'diabetes', preprocess: plain['preprocess'] };
  return recordPlaces().flatMap(({ kind, field, depth }) => {
    if (kind !== plain['kind']) throw new Error(`give a block of the kind ${kind} here`);
    const own = plain[field];
    const held = { ...plain, [field]: withPlanted(own) };
    const deeper = Array.from({ length: depth }, (_, level) => {
      const at = (step: string) =>
        ['data', field, ...Array<string>(level + 1).fill(step)].join('.');
      let value = own;
      for (let i = 0; i <= level; ++i) value = (value as Json[])[0];
      const values = [value, withPlanted(value)];
      return [
        [{ path: at('0'), values }],
        [{ path: at('*'), values }],
        [{ path: `data.${field}.${[...Array<string>(level).fill('*'), '1'].join('.')}`, values }],
      ];
    }).flat();
    const sweeps: Sweep[] = [
      [{ path: 'data', values: [held] }],
      [{ path: 'data', values: [plain, held] }],
      [{ path: 'data', values: [builtin, held] }],
      [{ path: `data.${field}`, values: [withPlanted(own)] }],
      [{ path: `data.${field}`, values: [own, withPlanted(own)] }],
      ...deeper,
      [
        { path: 'privacy.epsilon', values: [0.5, 1] },
        { path: `data.${field}`, values: [withPlanted(own)] },
      ],
      [
        { path: 'data.kind', values: ['inline'] },
        { path: `data.${field}`, values: [withPlanted(own)] },
      ],
    ];
    return [
      { name: `data.${field}`, experiment: base(held) },
      ...sweeps.map((sweep) => ({
        name: `${field}: ${sweep.map(({ path }) => path).join(' x ')}`,
        experiment: base(plain, sweep),
      })),
    ];
  });
}

/** What a JSON text holds beside what is the user's own: nonPrivate blocks, and of whole results the experiment. */
export function othersIn(text: string, own: readonly string[] = []): string {
  const kept: unknown = JSON.parse(text, (key, value: unknown) =>
    key === 'nonPrivate' || own.includes(key) ? undefined : value,
  );
  const isNotPrivate = (JSON.parse(text) as { nonPrivate?: unknown }).nonPrivate === true;
  return isNotPrivate ? '' : JSON.stringify(kept);
}
