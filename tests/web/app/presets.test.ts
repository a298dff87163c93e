import { readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { examples } from '../../../web/src/app/examples.ts';
import { looks } from '../../../web/src/app/preset-looks.ts';
import { presetExperiment, presets } from '../../../web/src/app/presets.ts';

describe('presets', () => {
  it('are all the examples, and each says what to look at', () => {
    const files = readdirSync(new URL('../../../examples/', import.meta.url));
    const names = files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    expect(presets.map(({ name }) => name).sort()).toEqual(names.sort());
    expect(Object.keys(looks).sort()).toEqual(names.sort());
    for (const { name, view } of presets) {
      expect(looks[name], name).toMatch(/\.$/);
      expect(view, name).toBeDefined();
    }
  });

  it('are called as their files are, and come with them', async () => {
    for (const { name, title } of presets) {
      const experiment = (await presetExperiment(name)) as { title: string };
      expect(experiment, name).toBe(examples[name]);
      expect(title, name).toBe(experiment.title);
    }
  });

  it('open by gradients where they are about gradients', () => {
    const preset = presets.find(({ title }) =>
      title.startsWith('Gap against gradient evaluations'),
    );
    expect(preset?.view.axis).toBe('gradientEvaluations');
  });
});
