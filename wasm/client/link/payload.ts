import * as v from 'valibot';

import { limits } from '../limits.ts';

// The JSON value that a link of version 1 holds, as a strict schema: unknown fields are errors.

const text = v.pipe(v.string(), v.maxLength(limits.titleLength));
const sha256 = v.pipe(
  v.string(),
  v.regex(/^[0-9a-f]{64}$/, 'Give 64 hexadecimal digits: the link was changed or damaged.'),
);
const position = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.sweepValues));

const view = v.strictObject({
  axis: v.optional(text),
  measure: v.optional(text),
  scale: v.optional(v.picklist(['log', 'linear'])),
  bounds: v.optional(v.boolean()),
  floors: v.optional(v.boolean()),
  beside: v.optional(v.boolean()),
  layout: v.optional(v.nullable(text)),
  sweep: v.optional(v.record(text, v.nullable(position))),
  hidden: v.optional(v.pipe(v.array(text), v.maxLength(1000))),
});

export const payloadSchema = v.strictObject({
  /** A merge patch (RFC 7396) from the version's experiment to this one. */
  experiment: v.optional(v.record(v.string(), v.unknown())),
  /** Of the reproducible noise: always said. */
  seed: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(limits.seed))),
  engine: v.pipe(v.string(), v.regex(/^\d+(\.\d+){0,3}([-+][\w.+-]{1,40})?$/, 'Give a version.')),
  view: v.optional(view),
  sha256: v.optional(sha256),
  fingerprint: v.optional(sha256),
});

export type Payload = v.InferOutput<typeof payloadSchema>;
