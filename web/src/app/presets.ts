import type { Experiment } from '../engine/types.ts';

export interface Preset {
  name: string;
  title: string;
  group: string;
  experiment: unknown;
}

/** In the order of the list, and which files belong to each. */
const groups: readonly (readonly [title: string, isOf: (name: string) => boolean])[] = [
  ['Start', (name) => name === 'quickstart'],
  ['Figures: accelerated methods', (name) => name.startsWith('figure')],
  ['Figures: DP-ERM revisited', (name) => name.startsWith('erm-')],
  ['Examples', () => true],
];

const files = import.meta.glob<Experiment>('../../../examples/*.json', {
  eager: true,
  import: 'default',
});

/** Every experiment file of the repository's examples; the one that the page opens with comes first. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([path, experiment]) => {
    const name =
      path
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? path;
    const group = groups.find(([, isOf]) => isOf(name))![0];
    return { name, title: experiment.title ?? name, group, experiment };
  })
  .sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));

function order({ group }: Preset): number {
  return groups.findIndex(([title]) => title === group);
}
