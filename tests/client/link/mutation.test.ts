// Links as a stranger may have changed them: at random, from a seed.
import { readFileSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import { EngineError } from '../../../wasm/client/error.ts';
import {
  decodeLink,
  encodeLink,
  encodePlainLink,
  type Link,
} from '../../../wasm/client/link/index.ts';
import type { ExperimentFile } from '../../../wasm/client/schema.ts';
import { Chance } from './chance.ts';

const engine = '0.1.0';
const experiments = ['quickstart', 'figure-3', 'covertype-file'].map((name) => {
  const file = new URL(`../../../examples/${name}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, 'utf8')) as ExperimentFile;
});
const view = { measure: 'accuracy', hidden: ['DP-GD'], sweep: { 'privacy.epsilon': null } };
const originals = experiments.map((experiment) => encodePlainLink({ experiment, engine, view }));

const base64url = (bytes: string | Uint8Array) => Buffer.from(bytes).toString('base64url');
const payloadOf = (link: string) => Buffer.from(link.split('.')[2], 'base64url').toString('utf8');

/** A payload in any of the forms that are read. */
const packings = [
  (text: string) => `#v1.plain.${base64url(text)}`,
  (text: string) => `#v1.deflate.${base64url(deflateRawSync(text))}`,
  (text: string) => `#e=${base64url(text)}`,
];
const payloads = [...originals.map(payloadOf), ...experiments.map((one) => JSON.stringify(one))];

/** Changes the characters of a link, as a bad copy does. */
function miscopied(chance: Chance): string {
  return chance.edited(chance.of(originals), '#&.=-_%+vAz09\u00e9');
}

/** Packs a text well that is no good itself. */
function misspelt(chance: Chance): string {
  return chance.of(packings)(
    chance.edited(chance.of(payloads), '{}[]",:.-+eE01\\tfn \u0000\u{1f600}'),
  );
}

/** Packs good JSON that says something else. */
function misled(chance: Chance): string {
  const tree: unknown = JSON.parse(chance.of(payloads));
  for (let left = chance.below(3); left >= 0; left -= 1) chance.bend(tree);
  return chance.of(packings)(JSON.stringify(tree));
}

/** A packing with damaged bytes. */
function rotten(chance: Chance): string {
  const bytes = deflateRawSync(chance.of(payloads));
  for (let left = chance.below(3); left >= 0; left -= 1) {
    bytes[chance.below(bytes.length)] ^= 1 << chance.below(8);
  }
  return `#v1.deflate.${base64url(bytes)}`;
}

/** What is read of a link; null where it is refused in the reader's own words. */
async function read(link: string): Promise<Link | null> {
  try {
    return await decodeLink(link);
  } catch (error) {
    if (!(error instanceof EngineError)) throw new Error(link, { cause: error });
    expect(error.message, link).not.toBe('');
    return null;
  }
}

/** What a link says, for another one. */
const said = ({ experiment, view: seen, sha256, fingerprint }: Link) =>
  ({ experiment, view: seen, sha256, fingerprint }) as const;

describe('a link that was changed at random', () => {
  it.each([
    ['in its characters', miscopied, 1000],
    ['in the text that it packs', misspelt, 800],
    ['in what it says', misled, 1000],
    ['in its packed bytes', rotten, 300],
  ])('%s is refused, or says the same when it is written again', async (_, mutate, count) => {
    const chance = new Chance(2024);
    let taken = 0;
    for (let index = 0; index < count; index += 1) {
      const link = mutate(chance);
      const found = await read(link);
      if (found === null) continue;
      taken += 1;
      const content = { ...said(found), engine: found.engine ?? engine };
      const again = index % 20 === 0 ? await encodeLink(content) : encodePlainLink(content);
      expect(said(await decodeLink(again)), link).toEqual(said(found));
    }
    expect(taken).toBeGreaterThan(0);
    expect(taken).toBeLessThan(count);
  });
});
