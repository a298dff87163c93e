import type { Experiment } from '../engine/types.ts';

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

/** Every experiment file of the repository's examples; the one that the page opens with comes first. */
export const presets: readonly Preset[] = Object.entries(files)
  .map(([path, experiment]) => {
    const name =
      path
        .split('/')
        .at(-1)
        ?.replace(/\.json$/, '') ?? path;
    const isOpening = name === 'quickstart';
    const group = isOpening
      ? 'Start'
      : name.startsWith('figure')
        ? 'Figures of the paper'
        : 'Examples';
    return { name, title: experiment.title ?? name, group, experiment };
  })
  .sort((a, b) => order(a) - order(b) || a.name.localeCompare(b.name, 'en', { numeric: true }));

function order({ group }: Preset): number {
  return ['Start', 'Figures of the paper', 'Examples'].indexOf(group);
}
