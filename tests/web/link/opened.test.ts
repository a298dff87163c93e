import { describe, expect, it } from 'vitest';

import { decodeLink, type Link } from '../../../wasm/client/link/index.ts';
import { awaitsFile, fingerprintOf, hasStory, openedLink } from '../../../web/src/link/opened.ts';
import { contentOf, shareOf, type Share } from '../../../web/src/link/share.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import type { ExperimentPicture } from '../../../web/src/store/picture.ts';
import type { State } from '../../../web/src/store/state.ts';
import { Store } from '../../../web/src/store/store.ts';

const proof = 'ab'.repeat(32);
const linkOf = (more: Partial<Link> = {}): Link => ({
  version: 1,
  experiment: defaultExperiment,
  engine: '0.1.0',
  view: null,
  sha256: null,
  fingerprint: null,
  notices: [],
  ...more,
});
const onFile = {
  ...defaultExperiment,
  data: { kind: 'file' as const, name: 'a.csv', format: 'csv' as const },
};

function stateWith(link: Link, more: Partial<State> = {}): State {
  const store = new Store(link.experiment);
  store.patch({ opened: { link, other: null }, ...more });
  return store.state;
}

const finished = (fingerprint: string | null, status = 'completed') =>
  ({ experiment: defaultExperiment, file: null, status: 'done', result: { fingerprint, status } }) as unknown as ExperimentPicture; // prettier-ignore

describe('an opened link', () => {
  it('speaks of its own experiment only', () => {
    const state = stateWith(linkOf({ fingerprint: proof }));
    expect(openedLink(state)).toBe(state.opened!.link);
    const { privacy, ...others } = defaultExperiment;
    expect(openedLink({ ...state, experiment: { ...others, privacy } })).not.toBeNull();
    const edited = { ...defaultExperiment, title: 'Another' };
    expect(openedLink({ ...state, experiment: edited })).toBeNull();
    expect(hasStory({ ...state, experiment: edited }, '0.1.0')).toBe(false);
  });

  it('has something to say where it promises, asks, or is of another engine', () => {
    expect(hasStory(stateWith(linkOf()), '0.1.0')).toBe(false);
    expect(hasStory(stateWith(linkOf({ engine: null })), '0.1.0')).toBe(false);
    expect(hasStory(stateWith(linkOf({ fingerprint: proof })), '0.1.0')).toBe(true);
    expect(hasStory(stateWith(linkOf()), '0.2.0')).toBe(true);
    expect(hasStory(stateWith(linkOf()), null)).toBe(false);
    expect(hasStory(stateWith(linkOf({ experiment: onFile })), '0.1.0')).toBe(true);
  });

  it('asks for its file until the page has one of its name', () => {
    const link = linkOf({ experiment: onFile, sha256: proof });
    expect(awaitsFile(stateWith(link))).toBe(true);
    const blob = new Blob(['1,2']);
    expect(awaitsFile(stateWith(link, { file: { name: 'b.csv', blob } }))).toBe(true);
    expect(awaitsFile(stateWith(link, { file: { name: 'a.csv', blob } }))).toBe(false);
    expect(awaitsFile(stateWith(linkOf()))).toBe(false);
  });
});

describe('what is shared', () => {
  it('carries the fingerprint of a whole result of this experiment, and of no other', async () => {
    const state = stateWith(linkOf(), { picture: finished(proof) });
    expect(fingerprintOf(state)).toBe(proof);
    expect(await contentOf(state, '0.1.0')).toMatchObject({ fingerprint: proof, sha256: null });
    const partial = { ...state, picture: finished(proof, 'cancelled') };
    expect(fingerprintOf(partial)).toBeNull();
    const edited = { ...state, experiment: { ...defaultExperiment, title: 'Another' } };
    expect(fingerprintOf(edited)).toBeNull();
  });

  it('hands on the promise of a link that was not run here, with its engine', async () => {
    const link = linkOf({ engine: '0.9.0', fingerprint: proof });
    const shared = await contentOf(stateWith(link), '0.1.0');
    expect(shared).toMatchObject({ engine: '0.9.0', fingerprint: proof });
    const ran = stateWith(link, { picture: finished('cd'.repeat(32)) });
    expect(await contentOf(ran, '0.1.0')).toMatchObject({ engine: '0.1.0', fingerprint: 'cd'.repeat(32) }); // prettier-ignore
  });

  it('names the data file that the page holds by its SHA-256', async () => {
    const file = { name: 'a.csv', blob: new Blob(['abc']) };
    const shared = await contentOf(stateWith(linkOf({ experiment: onFile }), { file }), '0.1.0');
    const known = 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad';
    expect(shared.sha256).toBe(known);
    const kept = await contentOf(
      stateWith(linkOf({ experiment: onFile }), { file }),
      '0.1.0',
      false,
    );
    expect(kept.sha256).toBeNull();
  });

  it('leaves the hash out where its sender wants it so, and of secure noise always', async () => {
    const file = { name: 'a.csv', blob: new Blob(['abc']) };
    const secure = { ...onFile, run: { randomness: { mode: 'secure' as const } } };
    const share = (experiment: typeof onFile, tellsHash?: boolean) =>
      shareOf(
        stateWith(linkOf({ experiment }), { file }),
        '0.1.0',
        'https://a.example/',
        tellsHash,
      );
    const hashOf = async ({ forms }: Share) => (await decodeLink(forms[0].text)).sha256;
    expect(await hashOf(await share(onFile))).not.toBeNull();
    expect(await hashOf(await share(onFile, false))).toBeNull();
    expect(await share(onFile)).toMatchObject({ mayTellHash: true });
    const hidden = await share(secure);
    expect(await hashOf(hidden)).toBeNull();
    expect(hidden.mayTellHash).toBe(false);
    expect(hidden.says.join(' ')).toContain('test guesses of that record');
  });
});
