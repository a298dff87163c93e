import { describe, expect, it } from 'vitest';

import { compareReplay, engineAge, type Link } from '../../../wasm/client/link/index.ts';
import { small as experiment } from '../experiments.ts';

const [one, other] = ['ab'.repeat(32), 'cd'.repeat(32)];
const link: Pick<Link, 'engine' | 'fingerprint' | 'sha256' | 'experiment'> = {
  engine: '0.2.0',
  fingerprint: one,
  sha256: null,
  experiment,
};
const onFile = {
  ...link,
  sha256: one,
  experiment: {
    ...experiment,
    data: { kind: 'file' as const, name: 'a.csv', format: 'csv' as const },
  },
};

describe('a replay', () => {
  it('with the same fingerprint is the same bit for bit', () => {
    expect(compareReplay(link, { engine: '0.2.0', fingerprint: one })).toEqual({
      verdict: 'same',
      sentence: 'Replayed bit for bit.',
      differences: [],
    });
  });

  it.each([
    ['0.1.9', /0\.1\.9, is older than the link’s, 0\.2\.0/],
    ['0.10.0', /0\.10\.0, is newer than the link’s, 0\.2\.0/],
    ['0.2.0-next', /made with engine 0\.2\.0; this one is 0\.2\.0-next/],
  ])('by engine %s says how it stands to the link’s', (engine, words) => {
    for (const fingerprint of [one, other]) {
      const { differences } = compareReplay(link, { engine, fingerprint });
      expect(differences.at(-1)).toMatch(words);
    }
  });

  it('with another fingerprint says both, and that nothing explains it where nothing does', () => {
    const report = compareReplay(link, { engine: '0.2.0', fingerprint: other });
    expect(report).toEqual({
      verdict: 'different',
      sentence: 'The replay gave different bits.',
      differences: [
        'Fingerprint cdcdcdcd… here, abababab… at the sender’s.',
        expect.stringMatching(/changed on its way/),
      ],
    });
  });

  it('on another file says so', () => {
    const replay = { engine: '0.2.0', fingerprint: other };
    const cause = (sha256: string | null) =>
      compareReplay(onFile, { ...replay, sha256 }).differences.slice(1);
    expect(cause(other)).toEqual([
      'The data file is a different one: SHA-256 cdcdcdcd… here, abababab… at the sender’s.',
    ]);
    expect(cause(null)).toEqual([expect.stringMatching(/was not checked/)]);
    expect(cause(one)).toEqual([expect.stringMatching(/changed on its way/)]);
    const unnamed = compareReplay({ ...onFile, sha256: null }, replay).differences;
    expect(unnamed.slice(1)).toEqual([expect.stringMatching(/does not say which file/)]);
  });

  it('proves nothing without both fingerprints', () => {
    const older = { ...link, engine: null, fingerprint: null };
    expect(compareReplay(older, { engine: '0.2.0', fingerprint: one })).toMatchObject({
      verdict: 'unproven',
      sentence: expect.stringMatching(/holds no fingerprint/) as string,
      differences: [expect.stringMatching(/does not say which engine/)],
    });
    expect(compareReplay(link, { engine: '0.2.0', fingerprint: null })).toMatchObject({
      verdict: 'unproven',
      sentence: expect.stringMatching(/This result has no fingerprint/) as string,
    });
    const run = { randomness: { mode: 'secure' as const } };
    const secure = { ...link, fingerprint: null, experiment: { ...experiment, run } };
    expect(compareReplay(secure, { engine: '0.2.0', fingerprint: null }).sentence).toMatch(/never the same twice/); // prettier-ignore
  });
});

it.each([
  ['1.2.3', '1.2.3', 'same'],
  ['1.2.3', '1.10.0', 'older'],
  ['2.0.0', '1.10.0', 'newer'],
  ['1.2', '1.2.1', 'older'],
  ['1.2.3', null, 'unknown'],
  ['1.2.3+a', '1.2.3', 'unknown'],
])('engine %s is to %s: %s', (here, there, age) => {
  expect(engineAge(here, there)).toBe(age);
});
