import type { AlgorithmEntry, Catalogue, Experiment } from '../engine/types.ts';
import { chooseAlgorithms } from './choose-algorithms.ts';

/** The experiment with one more algorithm, which starts with what it shares with the last one. */
export function withAlgorithm(
  experiment: Experiment,
  id: string,
  catalogue: Catalogue,
): Experiment {
  const info = catalogue.algorithms.find((known) => known.id === id);
  if (info === undefined) return experiment;
  const model = experiment.algorithms.at(-1)?.parameters ?? {};
  const shared = ['iterations', 'start', 'batchSize', 'stepScale'].filter(
    (name) =>
      name in model &&
      info.parameters.some(
        ({ name: known, choices }) =>
          known === name && (typeof model[name] !== 'string' || choices?.includes(model[name])),
      ),
  );
  const parameters = Object.fromEntries(shared.map((name) => [name, model[name]]));
  const label = freshLabel(experiment, info.title, catalogue);
  const added: AlgorithmEntry = { id, label, parameters };
  return chooseAlgorithms(experiment, [...experiment.algorithms, added], catalogue);
}

/** The experiment without some of its algorithms; sweeps of single ones follow them to their new places. */
export function withoutAlgorithms(
  experiment: Experiment,
  out: ReadonlySet<number>,
  catalogue: Catalogue,
): Experiment {
  const left = experiment.algorithms.filter((_, index) => !out.has(index));
  const { sweep, ...rest } = chooseAlgorithms(experiment, left, catalogue);
  const kept = (sweep ?? []).flatMap((axis) => {
    const place = /^algorithms\.(\d+)(.*)$/.exec(axis.path);
    if (place === null) return [axis];
    const index = Number(place[1]);
    if (out.has(index)) return [];
    const before = [...out].filter((gone) => gone < index).length;
    return [{ ...axis, path: `algorithms.${index - before}${place[2]}` }];
  });
  return kept.length > 0 ? { ...rest, sweep: kept } : rest;
}

/** Curves need different names: "DP-GD", "DP-GD 2", "DP-GD 3". */
export function freshLabel(
  { algorithms }: Experiment,
  wanted: string,
  catalogue: Catalogue,
): string {
  const taken = new Set(algorithms.map((entry) => labelOf(entry, catalogue)));
  const stem = wanted.replace(/ \d+$/, '');
  let label = wanted;
  for (let number = 2; taken.has(label); number += 1) label = `${stem} ${number}`;
  return label;
}

/** What an algorithm's curve is called. */
export function labelOf({ id, label }: AlgorithmEntry, { algorithms }: Catalogue): string {
  return label ?? algorithms.find((known) => known.id === id)?.title ?? id;
}
