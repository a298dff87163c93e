import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Experiment } from '../../../web/src/engine/types.ts';
import { readSaved, saveState, withRecordsOf } from '../../../web/src/element/saved.ts';
import { Address } from '../../../web/src/link/address.ts';
import { shareOf } from '../../../web/src/link/share.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { Store } from '../../../web/src/store/store.ts';
import { holdsPlanted, plantedCases } from '../../wasm/planted.ts';

// Records stay in the page: neither its address nor what is shared or saved of it holds them.

const cases = plantedCases('reproducible').map(({ name, experiment }) => ({
  name,
  experiment,
}));

let entries: { state: unknown; url: string }[] = [];
beforeEach(() => {
  entries = [];
  const put = (state: unknown, _: string, url: string) => entries.push({ state, url });
  vi.stubGlobal('location', { hash: '', pathname: '/', search: '', href: 'https://a.example/' });
  vi.stubGlobal('history', { replaceState: put, pushState: put, state: null });
  vi.stubGlobal('sessionStorage', { setItem: () => undefined, getItem: () => null });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function addressOf(experiment: Experiment): Promise<string[]> {
  const address = new Address(new Store(experiment), () => '0.1.0', true);
  await vi.waitFor(() => {
    address.write();
    expect(entries).not.toHaveLength(0);
  });
  return entries.map(({ url }) => url);
}

/** What a link's fragment says. */
const saidIn = (url: string) => Buffer.from(url.split('.').at(-1) ?? '', 'base64url').toString();

describe('the records of an experiment', () => {
  it.each(cases)('never stand in the address: $name', async ({ experiment }) => {
    for (const url of await addressOf(experiment)) {
      expect(url).toBe('#inside');
      expect(holdsPlanted(saidIn(url))).toBe(false);
    }
    // A reload loses nothing: the entry of the history has it, which stays in the browser.
    expect(entries.at(-1)?.state).toEqual({ experiment });
  });

  it('leave the address to every other experiment', async () => {
    const sweep = [{ path: 'data', values: [{ kind: 'builtin', name: 'digits' }] }];
    const [url] = await addressOf({ ...defaultExperiment, sweep });
    expect(saidIn(url)).toContain('digits');
  });

  it.each(cases)('are never shared: $name', async ({ experiment }) => {
    const { state } = new Store(experiment);
    const refused = await shareOf(state, '0.1.0', 'https://a.example/').catch(String);
    expect(refused).toContain('never carries data');
    expect(holdsPlanted(JSON.stringify(refused))).toBe(false);
  });

  it.each(cases)(
    'are not in what an element saves, which it shows again: $name',
    ({ experiment }) => {
      const saved = saveState(new Store(experiment).state);
      expect(holdsPlanted(JSON.stringify(saved))).toBe(false);
      const restored = readSaved(JSON.parse(JSON.stringify(saved)));
      expect(restored.experiment.algorithms).toEqual(experiment.algorithms);
      // An element whose page has the records goes on with them.
      expect(withRecordsOf(experiment, restored.experiment)).toBe(experiment);
      expect(withRecordsOf(null, restored.experiment)).toBe(restored.experiment);
      expect(withRecordsOf({ ...experiment, title: 'other' }, restored.experiment)).toBe(
        restored.experiment,
      );
    },
  );
});
