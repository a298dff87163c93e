import { describe, expect, it } from 'vitest';

import { examples } from '../../../../web/src/feature/gallery/files.ts';
import { labText, readLab } from '../../../../web/src/feature/lab/state.ts';
import { experimentOf } from '../../../../web/src/feature/stories/telling.ts';
import { stepOf, stories, storyOf } from '../../../../web/src/feature/stories/table.ts';
import { viewOfLink, linkViewOf } from '../../../../web/src/link/view.ts';
import { free, sizeOf } from '../../../../web/src/store/gate.ts';
import { initialView } from '../../../../web/src/store/state.ts';

const steps = stories.flatMap(({ id, steps }) =>
  steps.map((step, index) => [`${id} ${index + 1}`, step] as const),
);

describe('the stories', () => {
  it('are five, with names of their own that an address can hold', () => {
    expect(stories).toHaveLength(5);
    expect(new Set(stories.map(({ id }) => id)).size).toBe(5);
    for (const { id, title, learn } of stories) {
      expect(id).toMatch(/^[a-z-]{1,60}$/);
      expect(storyOf(id)?.title).toBe(title);
      expect(learn).toMatch(/\.$/);
    }
    expect(storyOf('__proto__')).toBeUndefined();
  });

  it('have a step for every number', () => {
    const [{ steps: all }] = stories;
    for (const [asked, given] of [
      [1, 1],
      [3, 3],
      [99, all.length],
      [0, 1],
      [Number.NaN, 1],
    ]) {
      expect(stepOf(stories[0], asked)).toEqual({ step: all[given - 1], number: given });
    }
  });

  it.each(steps)('%s is valid, starts by itself, and is said in a sentence or two', (_, step) => {
    const example = examples[step.recipe.preset];
    expect(example).toBeDefined();
    const made = experimentOf(step.recipe, example);
    expect(made).toHaveProperty('experiment');
    if (!('experiment' in made)) return;
    const { runs, bytes } = sizeOf(made);
    expect(runs).toBeLessThanOrEqual(free.runs);
    expect(bytes).toBeLessThanOrEqual(free.bytes / 4);
    expect(step.text.length).toBeLessThanOrEqual(240);
    expect(step.text).toMatch(/[.?]$/);
    const view = { ...initialView, ...step.view };
    expect(viewOfLink(linkViewOf(view))).toEqual(view);
    if (step.view.layout === 'ends') expect(made.experiment.sweep?.length).toBeGreaterThan(0);
    if (step.view.measure !== undefined) {
      const asked = made.experiment.run?.diagnostics?.map((id) => id.replace(/-(\w)/g, (_all, letter: string) => letter.toUpperCase())); // prettier-ignore
      expect(asked).toContain(step.view.measure);
    }
  });

  it.each(steps.filter(([, { place }]) => place.view === 'lab'))(
    '%s sets in the lab what the lab knows',
    (_, { place: { lab } }) => {
      const [view, ...changes] = labText(readLab(lab)).split(',');
      const [asked, ...wanted] = lab.split(',');
      expect(view).toBe(asked);
      // What is its default already is left out.
      for (const change of changes) expect(wanted).toContain(change);
      const names = wanted.map((change) => change.split(':')[0]);
      for (const name of names) expect(readLab('')[asked as 'quadratic']).toHaveProperty(name.split('.')[1]); // prettier-ignore
    },
  );
});
