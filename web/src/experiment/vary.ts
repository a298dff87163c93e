import type { Experiment, Parameter } from '../engine/types.ts';

/** A field and the values that a sweep gives it. */
export type Variation = NonNullable<Experiment['sweep']>[number];

/** What says how two experiments differ: the rows of a file and how runs are made do not. */
const varied = /^(?:privacy|algorithms|problem)\./;
const factors = [1 / 16, 1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];
const fewest = 3;

/** Up to eight values around that of a field, each twice the one before; undefined where it cannot be varied. */
export function variationOf(
  path: string,
  value: number | null,
  { type, minimum, maximum, exclusiveMinimum }: Partial<Parameter> = {},
): Variation | undefined {
  if (!varied.test(path) || value === null || !(value > 0)) return undefined;
  const isInteger = type?.startsWith('integer') ?? false;
  const numberOr = (bound: unknown, other: number) => (typeof bound === 'number' ? bound : other);
  const [least, most] = [numberOr(minimum, 0), numberOr(maximum, Infinity)];
  const above = numberOr(exclusiveMinimum, 0);
  const around = factors.map((factor) => factor * value);
  const rounded = around.map((one) => (isInteger ? Math.round(one) : Number(one.toPrecision(3))));
  const values = [...new Set(rounded)].filter((one) => one > above && one >= least && one < most);
  return values.length < fewest ? undefined : { path, values };
}
