import { engineError } from '../error.ts';
import { checkSchema } from '../check-schema.ts';
import { readExperiment } from '../read-experiment.ts';
import type { ExperimentFile } from '../schema.ts';
import type { LinkDefaults } from './defaults/defaults.ts';
import { pinned } from './defaults/pin.ts';
import { v0 } from './defaults/v0.ts';
import { v1 } from './defaults/v1.ts';
import { statedOfV1, v2 } from './defaults/v2.ts';
import { v3 } from './defaults/v3.ts';
import { v4, withGeometricSchedule } from './defaults/v4.ts';
import type { Link, LinkContent, LinkView } from './link.ts';
import { isSame, isTree, patchBetween, withPatch } from './merge-patch.ts';
import { payloadSchema, type Payload } from './payload.ts';
import { viewOfWords } from './view-words.ts';

/** The version that links are made in. */
export const linkVersion = 4;
const latest: LinkDefaults = v4;

/** What links of a version mean by what they leave out. */
const versions: Readonly<Record<number, LinkDefaults>> = {
  1: { ...v1, fields: withGeometricSchedule(statedOfV1) },
  2: { ...v2, fields: withGeometricSchedule(v2.fields) },
  3: { ...v3, fields: withGeometricSchedule(v3.fields) },
  4: v4,
};

export function isLinkVersion(version: string): boolean {
  return Object.hasOwn(versions, version);
}

/**
 * Whether a link may tell the hash of the data file. Of a secure experiment it may not: whoever
 * knows all records but one could test guesses of that one by it.
 */
export function mayTellHash({ run }: Pick<ExperimentFile, 'run'>): boolean {
  return run?.randomness?.mode !== 'secure';
}

/** The payload of a link of the latest version. */
export function payloadOf({ experiment, engine, ...rest }: LinkContent): Payload {
  const { randomness, others } = withoutSeed(experiment);
  const { view = null, fingerprint = null } = rest;
  const sha256 = mayTellHash(experiment) ? (rest.sha256 ?? null) : null;
  return {
    experiment: patchBetween(withoutSeed(latest.experiment).others, others),
    ...(randomness.seed !== undefined && { seed: randomness.seed }),
    engine,
    ...(view !== null && { view: patchOfView(view) }),
    ...(sha256 !== null && { sha256 }),
    ...(fingerprint !== null && { fingerprint }),
  };
}

/**
 * What a payload of a version says.
 *
 * @throws EngineError with the engine's codes, at the field of the payload or of the experiment
 */
export function linkOfPayload(value: unknown, version = linkVersion): Link {
  const then = versions[version];
  const { experiment: patch = {}, seed, engine, view, ...rest } = checkSchema(payloadSchema, value);
  const bare = withPatch(withoutSeed(then.experiment).others, patch);
  const experiment = readWhole(seed === undefined ? bare : withSeed(bare, seed));
  const { sha256 = null, fingerprint = null } = rest;
  if (sha256 !== null && experiment.data.kind !== 'file') {
    const message = 'The link names a data file, but its experiment reads none.';
    throw engineError('conflicting-fields', 'sha256', message);
  }
  return {
    version,
    experiment: pinned(experiment, then.fields, latest.fields),
    engine,
    view: view === undefined ? null : { ...then.view, ...view },
    sha256,
    fingerprint,
    notices: [],
  };
}

/**
 * What a link of the older form `#e=...&v=...` says: its whole experiment, and its view in words.
 *
 * @throws EngineError with the engine's codes, at the field of the experiment
 */
export function linkOfWhole(value: unknown, viewWords: string | null): Link {
  const experiment = readWhole(value);
  const stated = withFormerDefaults(experiment);
  const asOfV1 = pinned(experiment, withGeometricSchedule(statedOfV1), latest.fields);
  return {
    version: 0,
    experiment: stated,
    engine: null,
    view: viewWords === null ? null : { ...v0.view, ...viewOfWords(viewWords, experiment) },
    sha256: null,
    fingerprint: null,
    notices: isSame(stated, asOfV1) ? [] : [formerRangeNotice],
  };
}

const [lower, upper] = v0.fields.preprocess['scale-columns']['to'] as [number, number];
const formerRangeNotice =
  'This link is from an earlier version of the page. Its columns are mapped to ' +
  `[${lower}, ${upper}], as they were then; the preparation now says so.`;

/** An experiment of an older link, or of a result: what it leaves open means what it meant then. */
export function withFormerDefaults<Value>(experiment: Value): Value {
  return pinned(experiment, v0.fields, latest.fields);
}

function readWhole(value: unknown): ExperimentFile {
  return readExperiment(value as ExperimentFile).experiment;
}

/** The experiment without its seed, which links state apart. */
function withoutSeed(experiment: object): {
  randomness: { seed?: number };
  others: Record<string, unknown>;
} {
  const others = experiment as Record<string, unknown>;
  const run = others['run'];
  if (!isTree(run) || !isTree(run['randomness'])) return { randomness: {}, others };
  const { seed, ...rest } = run['randomness'] as { seed?: number };
  return { randomness: { seed }, others: { ...others, run: { ...run, randomness: rest } } };
}

function withSeed(experiment: unknown, seed: number): unknown {
  return withPatch(experiment, { run: { randomness: { seed } } });
}

function patchOfView(view: LinkView): LinkView {
  const differing = Object.entries(view).filter(
    ([key, value]) => value !== undefined && !isSame(value, latest.view[key as keyof LinkView]),
  );
  return Object.fromEntries(differing);
}
