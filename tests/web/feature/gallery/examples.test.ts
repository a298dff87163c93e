import { readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../../../web/src/engine/types.ts';
import { examples } from '../../../../web/src/feature/gallery/files.ts';
import { found } from '../../../../web/src/feature/gallery/gallery-view.ts';
import { allExamples, groups } from '../../../../web/src/feature/gallery/groups.ts';
import { openExample } from '../../../../web/src/feature/gallery/open.ts';
import { storedPicture, storedRuns } from '../../../../web/src/feature/gallery/stored.ts';
import { sourceHash } from '../../../../web/pictures.ts';

const names = allExamples.map(({ name }) => name);

describe('the gallery', () => {
  it('has a card for each of the examples, with a claim and what to look at', () => {
    const files = readdirSync(new URL('../../../../examples/', import.meta.url));
    const expected = files
      .filter((name) => name.endsWith('.json'))
      .map((name) => name.slice(0, -5));
    expect([...names].sort()).toEqual(expected.sort());
    expect(names[0]).toBe('quickstart');
    for (const { name, claim, look } of allExamples) {
      expect(claim, name).toMatch(/\.$/);
      expect(look, name).toMatch(/\.$/);
    }
  });

  it('opens each as its file says, by gradients where it is about gradients', () => {
    for (const name of names) {
      const { title } = examples[name] as Experiment;
      expect(openExample(name).experiment.title, name).toBe(title);
    }
    expect(openExample('erm-trade-off').view.axis).toBe('gradientEvaluations');
  });

  it('finds by figure, theorem, method and paper, whatever the order of the words', () => {
    const shown = (words: string) =>
      found(groups, words).flatMap(({ examples: some }) => some.map(({ name }) => name));
    expect(shown('')).toEqual(names);
    expect(shown('figure 3')).toContain('figure-3');
    expect(shown('4.9 COROLLARY')).toEqual(['solver-concavity']);
    expect(shown('Katyusha')).toContain('solver-race');
    expect(shown('Kuru')).toEqual(names.filter((name) => name.startsWith('figure')));
    expect(shown('what does epsilon cost')).toContain('quickstart');
    expect(shown('no such words')).toEqual([]);
  });
});

describe('a stored picture', () => {
  it.each(allExamples)('of $name is there, and of the example as it is', (example) => {
    const { name, file } = example;
    const experiment = examples[name] as Experiment;
    const { of, repeats, seconds, title } = storedRuns[name];
    expect(title).toBe(experiment.title);
    expect(of, 'run `npm run pictures`').toBe(sourceHash(experiment, example));
    const stored = storedPicture(name);
    if (file !== undefined) {
      expect(experiment.data).toMatchObject({ kind: 'file', name: file.name });
      expect(stored).toBeNull();
      return;
    }
    expect(experiment.data.kind).not.toBe('file');
    expect(repeats).toBeGreaterThan(0);
    expect(repeats).toBeLessThanOrEqual(experiment.run?.repeats ?? 1);
    expect(seconds).toBeGreaterThan(0);
    const { series, yRange } = stored!.card.picture;
    expect(series.length).toBeGreaterThan(0);
    expect(yRange).not.toBeNull();
    for (const { label, x, median } of series) expect(x, label).toHaveLength(median.length);
    // A logarithmic axis shows nothing of a gap that is 0 throughout.
    const isDrawn = series.map(({ median }) => median.some((value) => value !== null));
    expect(isDrawn).toContain(true);
  });
});
