// @vitest-environment happy-dom
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { LitElement } from 'lit';
import { describe, expect, it } from 'vitest';

import * as listed from '../../../web/src/app/features.ts';
import type { Feature } from '../../../web/src/feature/registration.ts';

const features: readonly Feature[] = Object.values(listed);

describe('the features of the page', () => {
  it('are all that have a registration', () => {
    const folder = join(import.meta.dirname, '../../../web/src/feature');
    const registered = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /^[^/]+\/registration\.ts$/.test(path),
    );
    expect(features).toHaveLength(registered.length);
  });

  it('have names and positions of their own', () => {
    expect(new Set(features.map(({ title }) => title)).size).toBe(features.length);
    const positions = features.map(({ place, order }) => `${place} ${order}`);
    expect(new Set(positions).size).toBe(features.length);
  });

  it('hand their panels what these have a property for', async () => {
    const lost: string[] = [];
    for (const { panel, takes = [], late } of features) {
      await late?.load();
      const { elementProperties } = customElements.get(panel) as typeof LitElement;
      lost.push(...takes.filter((name) => !elementProperties.has(name)));
    }
    expect(lost).toEqual([]);
  });
});
