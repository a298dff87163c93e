import type { Experiment } from '../engine/types.ts';
import { defaultExperiment } from '../store/defaults.ts';

export interface Preset {
  name: string;
  title: string;
  group: string;
  experiment: unknown;
}

const files = import.meta.glob<Experiment>('../../../examples/*.json', {
  eager: true,
  import: 'default',
});

/** The opening experiment and every experiment file of the repository's examples. */
export const presets: readonly Preset[] = [
  {
    name: 'opening',
    title: 'Opening experiment',
    group: 'Start',
    experiment: defaultExperiment,
  },
  ...Object.entries(files)
    .map(([path, experiment]) => {
      const name = path
        .split('/')
        .at(-1)!
        .replace(/\.json$/, '');
      return { name, title: experiment.title ?? name, group: 'Figures and examples', experiment };
    })
    .sort((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true })),
];
