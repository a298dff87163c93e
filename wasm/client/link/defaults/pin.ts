import { isSame, isTree } from '../merge-patch.ts';
import type { FieldDefaults } from './defaults.ts';

type Block = Record<string, unknown>;
type Fields = Readonly<Record<string, unknown>>;

/** Where defaults live: the place in an experiment, and what is taken there for absent fields. */
interface Place {
  path: RegExp;
  /**
   * @param around the block that holds this one, where it is known
   * @param calibration that of the whole experiment
   */
  fields: (
    table: FieldDefaults,
    block: Block,
    around: Block,
    calibration: unknown,
  ) => Fields | undefined;
}

const word = (value: unknown) => (typeof value === 'string' ? value : '');
const own = (table: Readonly<Record<string, Fields>>, key: unknown) =>
  Object.hasOwn(table, word(key)) ? table[word(key)] : undefined;

/** Under these of DP-GD a theorem chose the steps, also before plans did. */
const theoremsOfSteps: readonly unknown[] = ['pl', 'non-convex', 'kl'];

function parametersOf(
  table: FieldDefaults,
  block: Block,
  id: unknown,
  calibration: unknown,
): Fields | undefined {
  const fields = own(table.parameters, id);
  if (fields === undefined) return fields;
  const isOpen: Readonly<Record<string, boolean>> = {
    iterations: theoremsOfSteps.includes(block['theory']),
    // The paper's own schedule was equal, also before plans compared schedules.
    schedule: calibration === 'paper' || block['regularization'] === 'paper',
  };
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !isOpen[name]));
}

const places: readonly Place[] = [
  {
    path: /^data$/,
    fields: ({ data, synthetic }, { kind, name }) => ({
      ...own(data, kind),
      ...(kind === 'synthetic' ? own(synthetic, name) : {}),
    }),
  },
  { path: /^data\.preprocess\.\d+$/, fields: ({ preprocess }, { kind }) => own(preprocess, kind) },
  // A problem of the gallery, or a saddle problem, has a name in place of a loss, and no loss has that name.
  { path: /^problem$/, fields: ({ loss }, { loss: id, name }) => own(loss, id ?? name) },
  { path: /^problem\.regularizer$/, fields: (table, { kind }) => own(table.regularizer, kind) },
  { path: /^problem\.domain$/, fields: (table, { kind }) => own(table.domain, kind) },
  { path: /^problem\.gradientClip$/, fields: ({ gradientClip }) => gradientClip },
  { path: /^problem\.constants$/, fields: ({ constants }) => constants },
  { path: /^privacy$/, fields: ({ privacy }) => privacy },
  { path: /^algorithms\.(\d+|\*)$/, fields: ({ algorithm }) => algorithm },
  {
    path: /^algorithms\.(\d+|\*)\.parameters$/,
    fields: (table, block, { id }, calibration) => parametersOf(table, block, id, calibration),
  },
  { path: /^run$/, fields: ({ run }) => run },
  { path: /^run\.randomness$/, fields: ({ randomness }) => randomness },
  { path: /^run\.trace$/, fields: ({ trace }) => trace },
];

/** Blocks whose defaults hold where the block itself is left out. */
const impliedBlocks: readonly [path: RegExp, block: string][] = [
  [/^$/, 'run'],
  [/^run$/, 'randomness'],
  [/^run$/, 'trace'],
  [/^problem$/, 'constants'],
  [/^algorithms\.(\d+|\*)$/, 'parameters'],
];

/**
 * The experiment with every field stated that it leaves out and that meant something else under
 * `then` than it means `now`: so it goes on meaning what it meant.
 */
export function pinned<Value>(experiment: Value, then: FieldDefaults, now: FieldDefaults): Value {
  return new Pin(then, now).whole(experiment as Block) as Value;
}

class Pin {
  private readonly then: FieldDefaults;
  private readonly now: FieldDefaults;
  private calibration: unknown;

  constructor(then: FieldDefaults, now: FieldDefaults) {
    this.then = then;
    this.now = now;
  }

  whole(experiment: Block): Block {
    const { sweep, ...others } = experiment;
    const { privacy } = others;
    this.calibration = isTree(privacy) ? privacy['calibration'] : undefined;
    const stated = this.tree(others, '', {});
    if (!Array.isArray(sweep)) return { ...experiment, ...stated };
    return { ...stated, sweep: sweep.map((axis: unknown) => this.axis(axis)) };
  }

  /** A sweep may put whole blocks in a field. */
  private axis(axis: unknown): unknown {
    if (!isTree(axis) || !Array.isArray(axis['values'])) return axis;
    const at = word(axis['path']);
    return { ...axis, values: axis['values'].map((value: unknown) => this.value(value, at, {})) };
  }

  private value(value: unknown, path: string, around: Block): unknown {
    if (Array.isArray(value)) {
      return value.map((item, index) => this.value(item, `${path}.${index}`, {}));
    }
    return isTree(value) ? this.tree(value, path, around) : value;
  }

  private tree(block: Block, path: string, around: Block): Block {
    const inside = (key: string) => (path === '' ? key : `${path}.${key}`);
    const inner = Object.entries(block).map(([key, value]) => {
      return [key, this.value(value, inside(key), block)] as const;
    });
    const implied = impliedBlocks.flatMap(([where, key]) => {
      if (!where.test(path) || Object.hasOwn(block, key)) return [];
      const stated = this.implied(inside(key), block);
      return stated === null ? [] : [[key, stated] as const];
    });
    return Object.fromEntries([...inner, ...implied, ...this.changed(path, block, around)]);
  }

  /** A block that is left out is stated whole where any of its fields changed its meaning. */
  private implied(path: string, around: Block): Block | null {
    const block = this.tree({}, path, around);
    if (Object.keys(block).length === 0) return null;
    return { ...this.fieldsAt(path, this.then, block, around), ...block };
  }

  private changed(path: string, block: Block, around: Block): [string, unknown][] {
    const now = this.fieldsAt(path, this.now, block, around);
    return Object.entries(this.fieldsAt(path, this.then, block, around)).filter(
      ([key, value]) => !Object.hasOwn(block, key) && !isSame(value, now[key]),
    );
  }

  private fieldsAt(path: string, table: FieldDefaults, block: Block, around: Block): Fields {
    const place = places.find((one) => one.path.test(path));
    return place?.fields(table, block, around, this.calibration) ?? {};
  }
}
