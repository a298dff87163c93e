import { readFileSync, readdirSync } from 'node:fs';
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';

import {
  decodeLink,
  encodeLink,
  encodePlainLink,
  hasLink,
  linkLimits,
} from '../../../wasm/client/link/index.ts';
import type { ExperimentFile, Json } from '../../../wasm/client/schema.ts';
import { failure as refusal } from '../failure.ts';

const examples = new URL('../../../examples/', import.meta.url);
const example = (file: string) =>
  JSON.parse(readFileSync(new URL(file, examples), 'utf8')) as ExperimentFile;
const files = readdirSync(examples).filter((file) => file.endsWith('.json'));
const opening = example('quickstart.json');
const engine = '0.1.0';

const packed = (text: string) => `#v4.deflate.${deflateRawSync(text).toString('base64url')}`;
const plain = (text: string) => `#v4.plain.${Buffer.from(text).toString('base64url')}`;
const saying = (payload: object) => plain(JSON.stringify({ engine, ...payload }));
const textOf = (link: string) =>
  Buffer.from(link.replace(/^#v4\.plain\./, ''), 'base64url').toString('utf8');

describe('a link', () => {
  it.each(files)('carries %s in either codec', async (file) => {
    const experiment = example(file);
    for (const link of [
      encodePlainLink({ experiment, engine }),
      await encodeLink({ experiment, engine }),
    ]) {
      expect(link).toMatch(/^#v4\.(plain|deflate)\.[\w-]+$/);
      expect((await decodeLink(link)).experiment).toEqual(experiment);
    }
  });

  it('is short where little differs from what the page opens with, and packed where much does', async () => {
    const experiment = { ...opening, privacy: { notion: 'pure' as const, epsilon: 2 } };
    expect((await encodeLink({ experiment: opening, engine })).length).toBeLessThan(80);
    expect((await encodeLink({ experiment, engine })).length).toBeLessThan(200);
    const figure = example('figure-3.json');
    const long = encodePlainLink({ experiment: figure, engine });
    expect((await encodeLink({ experiment: figure, engine })).length).toBeLessThan(long.length / 2);
  });

  it('of an earlier version means what it meant: the experiment that the page opened with then', async () => {
    const bare = Buffer.from(JSON.stringify({ engine })).toString('base64url');
    const { data, run } = opening;
    const now = { ...opening, run: { ...run, randomness: { mode: 'reproducible' } } };
    const before = {
      ...now,
      data: { ...data, preprocess: data.preprocess!.filter(({ kind }) => kind !== 'hold-out') },
      run: {
        ...now.run,
        diagnostics: run!.diagnostics!.filter((id) => !id.startsWith('held-out')),
      },
    };
    expect((await decodeLink(`#v2.plain.${bare}`)).experiment).toEqual(before);
    expect((await decodeLink(`#v4.plain.${bare}`)).experiment).toEqual(now);
  });

  it('says view, file and fingerprint, and its seed even where it is the usual one', async () => {
    const experiment = example('covertype-file.json');
    const view = { measure: 'accuracy', hidden: ['DP-GD'], sweep: { 'privacy.epsilon': null } };
    const [sha256, fingerprint] = ['12'.repeat(32), 'ab'.repeat(32)];
    const link = encodePlainLink({ experiment, engine, view, sha256, fingerprint });
    expect(JSON.parse(textOf(link))).toMatchObject({ view, sha256, fingerprint, engine, seed: 1 });
    expect(await decodeLink(link)).toMatchObject({ view, sha256, fingerprint, engine, version: 4 });
  });

  it('leaves the view to the reader where it says nothing of it, and is not the opening one', async () => {
    const link = (content: object) => encodePlainLink({ experiment: opening, engine, ...content });
    expect((await decodeLink(link({}))).view).toBeNull();
    expect((await decodeLink(link({ view: {} }))).view).toMatchObject({ axis: 'iteration' });
  });

  it('never carries records', async () => {
    const data = { kind: 'inline' as const, features: [[0.125], [0.25]], targets: [1, -1] };
    const content = { experiment: { ...opening, data }, engine };
    expect(await refusal(encodeLink(content))).toMatchObject({ code: 'invalid-value', field: 'data.kind' }); // prettier-ignore
  });

  it('never carries records in a sweep, whatever its path', async () => {
    const data = { kind: 'inline' as const, features: [[0.125], [0.25]], targets: [1, -1] };
    const inline = { ...opening, data };
    for (const [experiment, axis] of [
      [opening, { path: 'data', values: [opening.data, data] }],
      [inline, { path: 'data.features', values: [[[0.125]]] }],
      [inline, { path: 'data.features.1', values: [[0.125]] }],
      [inline, { path: 'data.targets.*', values: [0.125] }],
      [opening, { path: 'data', values: [{ kind: 'rows', rows: [0.125] }, [0.125]] }],
    ] as [ExperimentFile, { path: string; values: Json[] }][]) {
      const content = { experiment: { ...experiment, sweep: [axis] }, engine };
      expect(await refusal(encodeLink(content)), axis.path).toMatchObject({
        code: 'invalid-value',
      });
      expect(() => encodePlainLink(content), axis.path).toThrow(/never carries data/);
    }
    const blocks = { path: 'data', values: [opening.data, { kind: 'builtin', name: 'digits' }] };
    const sizes = { path: 'data.features', values: [2, 3] };
    for (const axis of [blocks, sizes] as { path: string; values: Json[] }[]) {
      const experiment = { ...opening, sweep: [axis] } as ExperimentFile;
      expect((await decodeLink(encodePlainLink({ experiment, engine }))).experiment).toEqual(
        experiment,
      );
    }
  });

  it('tells the hash of the data file only where the noise is no secret', async () => {
    const experiment = example('covertype-file.json');
    const sha256 = '12'.repeat(32);
    const secure = { ...experiment, run: { randomness: { mode: 'secure' as const } } };
    expect((await decodeLink(encodePlainLink({ experiment, engine, sha256 }))).sha256).toBe(sha256);
    expect((await decodeLink(encodePlainLink({ experiment, engine }))).sha256).toBeNull();
    expect(
      (await decodeLink(encodePlainLink({ experiment: secure, engine, sha256 }))).sha256,
    ).toBeNull();
    // Links that were made before go on to name their file.
    const patch = { ...secure, run: { ...secure.run, trace: null, diagnostics: null } };
    const old = await decodeLink(saying({ experiment: patch, sha256 }));
    expect(old.sha256).toBe(sha256);
    expect(old.experiment.run?.randomness?.mode).toBe('secure');
  });

  it('is found in an address, and in nothing else', () => {
    for (const yes of [
      '#v1.plain.x',
      'https://a.example/b/#v1',
      '#v',
      '#e=',
      'v12.x',
      '#x=1&e=a',
    ]) {
      expect(hasLink(yes), yes).toBe(true);
    }
    for (const no of ['', '#', '#top', '#lab=horizon', 'https://a.example/v1.plain', '#vary']) {
      expect(hasLink(no), no).toBe(false);
    }
  });

  it('is read from a whole address, with the place in the page behind it', async () => {
    const link = encodePlainLink({ experiment: opening, engine });
    const address = new URL(`https://a.example/b/${link}&lab=horizon,x:1`);
    expect((await decodeLink(address)).experiment).toEqual(opening);
    expect((await decodeLink(address.href)).experiment).toEqual(opening);
  });
});

describe('a link that was cut', () => {
  it.each(['plain', 'deflate'])('anywhere, in codec %s, is refused as damaged', async (codec) => {
    const text = JSON.stringify({
      engine,
      seed: 1,
      experiment: { title: 'a title of some length' },
    });
    const link = codec === 'plain' ? plain(text) : packed(text);
    await expect(decodeLink(link)).resolves.toBeDefined();
    for (let end = 0; end < link.length; end += 1) {
      const failure = await refusal(decodeLink(link.slice(0, end)));
      expect(failure, link.slice(0, end)).toMatchObject({ code: 'invalid-link' });
      expect(failure.message).toMatch(/copy it again/);
    }
  });

  it('anywhere, of the older form, is refused as damaged', async () => {
    const link = `#e=${Buffer.from(JSON.stringify(opening)).toString('base64url')}`;
    await expect(decodeLink(link)).resolves.toBeDefined();
    for (let end = 0; end < link.length; end += 1) {
      const failure = await refusal(decodeLink(link.slice(0, end)));
      expect(failure, link.slice(0, end)).toMatchObject({ code: 'invalid-link' });
    }
  });
});

describe('a link that is no good', () => {
  const deep = '['.repeat(200) + ']'.repeat(200);

  it.each<[string, string, string, string, RegExp]>([
    [
      'of a later version',
      '#v5.plain.e30',
      'unsupported-version',
      'link',
      /has version 5.*newer release/,
    ],
    ['of no version', '#v01.plain.e30', 'unsupported-version', 'link', /has version 01/],
    [
      'of an unknown codec',
      '#v1.zip.e30',
      'invalid-link',
      'codec',
      /"zip" is none of plain and deflate/,
    ],
    ['of a codec that objects inherit', '#v1.constructor.e30', 'invalid-link', 'codec', /none of/],
    ['without base64url', '#v1.plain.%%%', 'invalid-link', 'payload', /not base64url/],
    ['without UTF-8', '#v1.plain._____w', 'invalid-link', 'payload', /not UTF-8/],
    ['without JSON', plain('{'), 'invalid-link', 'payload', /not JSON/],
    [
      'with two values for one key',
      plain('{"seed":1,"seed":2}'),
      'invalid-link',
      'payload',
      /"seed" appears twice/,
    ],
    ['that is a list', plain('[]'), 'invalid-type', '', /Expected Object/],
    ['without its engine', plain('{}'), 'missing-field', 'engine', /Give/],
    ['with an unknown field', saying({ script: 'x' }), 'unknown-field', 'script', /no such field/],
    [
      'with a damaged fingerprint',
      saying({ fingerprint: 'abc' }),
      'invalid-value',
      'fingerprint',
      /64 hexadecimal/,
    ],
    [
      'with a damaged hash',
      saying({ sha256: 'AB'.repeat(32) }),
      'invalid-value',
      'sha256',
      /64 hexadecimal/,
    ],
    [
      'with a hash of no file',
      saying({ sha256: 'ab'.repeat(32) }),
      'conflicting-fields',
      'sha256',
      /reads none/,
    ],
    ['with a seed of no number', saying({ seed: -1 }), 'invalid-value', 'seed', /./],
    [
      'with an unknown view',
      saying({ view: { scale: 'square' } }),
      'invalid-value',
      'view.scale',
      /"square"/,
    ],
    [
      'with a wrong field',
      saying({ experiment: { privacy: { epsilon: -1 } } }),
      'invalid-budget',
      'privacy.epsilon',
      /positive/,
    ],
    [
      'with a later experiment',
      saying({ experiment: { version: 2 } }),
      'unsupported-version',
      'version',
      /version 2/,
    ],
    [
      'nested deeply',
      plain(`{"engine":"0.1.0","experiment":{"sweep":${deep}}}`),
      'limit-exceeded',
      /* its path */ `experiment.sweep${'.0'.repeat(23)}`,
      /24 deep/,
    ],
    [
      'with a prototype',
      plain('{"engine":"0.1.0","__proto__":{"polluted":1}}'),
      'unknown-field',
      '__proto__',
      /not allowed/,
    ],
    [
      'with a prototype inside',
      packed('{"experiment":{"run":{"constructor":{"prototype":{"polluted":1}}}}}'),
      'unknown-field',
      'experiment.run.constructor',
      /not allowed/,
    ],
  ])('%s', async (_, link, code, field, words) => {
    const failure = await refusal(decodeLink(link));
    expect(failure).toMatchObject({ code, field });
    expect(failure.message).toMatch(words);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('of a megabyte is refused by its length', async () => {
    const start = performance.now();
    for (const link of [`#v1.plain.${'A'.repeat(2 ** 20)}`, `#e=${'A'.repeat(2 ** 20)}`]) {
      expect(await refusal(decodeLink(link))).toMatchObject({ code: 'limit-exceeded', field: 'link' }); // prettier-ignore
    }
    expect(performance.now() - start).toBeLessThan(1000);
  });

  it('is not made either: what is too large to be read is refused where it is written', async () => {
    const start = Array.from({ length: 30_000 }, (_, index) => Math.sin(index));
    const algorithms = [{ id: 'dp-gd', parameters: { start } }];
    const failure = await refusal(encodeLink({ experiment: { ...opening, algorithms }, engine }));
    expect(failure).toMatchObject({ code: 'limit-exceeded', field: 'link' });
    expect(failure.message).toContain(`at most ${linkLimits.length} are read`);
  });
});
