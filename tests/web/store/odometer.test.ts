import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';

import type { PlanReport } from '../../../web/src/engine/types.ts';
import { Odometer } from '../../../web/src/store/odometer.ts';

const plan = { cost: { runs: 1 }, total: { epsilon: 0.5, delta: 0 }, plans: [] } as unknown as PlanReport; // prettier-ignore

function shelved(stored: Record<string, unknown> = {}) {
  let text = JSON.stringify(stored);
  const shelf = { getItem: () => text, setItem: (_: string, next: string) => (text = next) };
  return new Odometer(() => shelf);
}

const file = (text: string, name = 'a.csv') => ({ name, blob: new Blob([text]) });

describe('the count of secure runs on a file', () => {
  it('takes files with the same lines for the same', async () => {
    const odometer = shelved();
    const texts = [
      'x,y\n1,2\n3,4\n',
      'x,y\n1,2\n3,4',
      'x,y\r\n1,2\r\n3,4\r\n\r\n',
      '\uFEFFx,y\n\n1,2\r3,4\n',
    ];
    for (const [i, text] of texts.entries()) {
      await odometer.count(file(text), plan);
      expect(await odometer.read(file(text).blob), text).toMatchObject({ runs: i + 1, epsilon: (i + 1) / 2 }); // prettier-ignore
    }
    expect(await odometer.read(file('x,y\n1,2\n3,5\n').blob)).toBeNull();
    expect(await odometer.read(file('x,y\n1,2\n3,\n4\n').blob)).toBeNull();
    await odometer.reset(file(texts[1]).blob);
    expect(await odometer.read(file(texts[0]).blob)).toBeNull();
  });

  it('does not depend on where a large file is cut', async () => {
    const rows = 'abc,1\r\n'.repeat(700_000);
    const odometer = shelved();
    await odometer.count(file(rows), plan);
    expect(await odometer.read(file(rows.replaceAll('\r', '')).blob)).toMatchObject({ runs: 1 });
    expect(await odometer.read(file(rows.replace('1', '2')).blob)).toBeNull();
  });

  it('adds up what two tabs count at once, and hears of the other', async () => {
    let text = '{}';
    const shelf = { getItem: () => text, setItem: (_: string, next: string) => (text = next) };
    const tabs = [new Odometer(() => shelf), new Odometer(() => shelf)];
    await Promise.all([0, 1, 0, 1].map((tab) => tabs[tab].count(file('x\n1\n'), plan)));
    expect(await tabs[0].read(file('x\n1\n').blob)).toMatchObject({ runs: 4, epsilon: 2 });
    let changes = 0;
    tabs[0].addEventListener('change', () => (changes += 1));
    tabs[0].heard({ key: 'noisy-descent.view' });
    tabs[0].heard({ key: 'noisy-descent.odometer' });
    expect(changes).toBe(1);
  });

  it('goes on from what an earlier version of the page counted', async () => {
    const text = 'x,y\n1,2\n';
    const hash = (bytes: Buffer | string) => createHash('sha256').update(bytes);
    const key = `${text.length}-${hash(hash(text).digest()).digest('hex')}`;
    const before = { name: 'old.csv', runs: 2, epsilon: 1, delta: 0, rho: 0.25, unbounded: 0 };
    const odometer = shelved({ [key]: before });
    expect(await odometer.read(file(text).blob)).toEqual(before);
    await odometer.count(file(text), plan);
    expect(await odometer.read(file(text).blob)).toEqual({ ...before, name: 'a.csv', runs: 3, epsilon: 1.5 }); // prettier-ignore
  });
});
