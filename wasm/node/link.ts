import { createHash } from 'node:crypto';

import { engineError } from '../client/error.ts';
import {
  decodeLink,
  encodeLink,
  linkLimits,
  mayTellHash,
  withFormerDefaults,
  type LinkContent,
} from '../client/link/index.ts';
import type { CommandLine } from '../client/module.ts';
import { readExperiment } from '../client/read-experiment.ts';
import type { ExperimentFile } from '../client/schema.ts';
import { parseStrictJson } from '../client/strict-json.ts';
import { mostResultBytes, openData, readText, writeText } from './files.ts';
import type { Instance } from './instance.ts';

/** The command `link`: makes one of an experiment or a result, or says what one holds. */
export async function link(line: CommandLine, { host }: Instance): Promise<void> {
  if (line.wantsDecoded) {
    const address = line.input === '-' ? readText('-', linkLimits.length).trim() : line.input;
    await writeText(line.out, host.readable(JSON.stringify(await decodeLink(address))));
    return;
  }
  const content = contentOf(readText(line.input, mostResultBytes), host.version);
  const made = await encodeLink({ ...content, sha256: hashOf(line, content) });
  await writeText(line.out, addressOf(line, made));
}

/** Of a result its own engine and fingerprint; an experiment was not run yet. */
function contentOf(text: string, engine: string): LinkContent {
  const value = parseStrictJson(text);
  const experiment = (stated: unknown) => readExperiment(stated as ExperimentFile).experiment;
  if (!isResult(value)) return { experiment: experiment(value), engine };
  return {
    experiment: withFormerDefaults(experiment(value.experiment)),
    engine: String(value.engine),
    // What was interrupted is not what a replay gives.
    fingerprint:
      value.status === 'completed' ? ((value.fingerprint ?? null) as string | null) : null,
  };
}

interface ResultLike {
  experiment: unknown;
  engine?: unknown;
  status?: unknown;
  fingerprint?: unknown;
}

function isResult(value: unknown): value is ResultLike {
  return typeof value === 'object' && value !== null && 'runs' in value && 'experiment' in value;
}

function hashOf({ data }: CommandLine, { experiment }: LinkContent): string | null {
  if (data === null) return null;
  if (experiment.data.kind !== 'file') {
    const message = 'the experiment does not take its data from a file';
    throw engineError('invalid-command', '--data', message);
  }
  if (mayTellHash(experiment)) return sha256Of(data);
  const message =
    'the noise is secret, and by the hash of the file whoever knows all records but one could ' +
    'test guesses of that one: leave --data out';
  throw engineError('invalid-command', '--data', message);
}

/** SHA-256 of a file's bytes, as hexadecimal digits. */
function sha256Of(file: string): string {
  const hash = createHash('sha256');
  for (const piece of openData(file).pieces()) hash.update(piece);
  return hash.digest('hex');
}

function addressOf({ site }: CommandLine, made: string): string {
  if (site === null) return made;
  if (URL.canParse(site)) return new URL(made, site).href;
  throw engineError('invalid-command', '--site', `is "${site}"; give an address with its https://`);
}
