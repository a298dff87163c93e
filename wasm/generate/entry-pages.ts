// A page of the documentation for each entry of the catalogue: what it is, what it comes from, what it takes, and a live example.
import type { Catalogue } from '../client/types.ts';
import type { Formulas } from './formulas.ts';
import { codes, entryKinds, escape, note, page, parameterTable, table } from './reference.ts';

/** An experiment of the folder `examples`. */
export interface Example {
  file: string;
  experiment: {
    title?: string;
    data: { kind: string; name?: string; samples?: number };
    problem: { loss?: string; name?: string };
    algorithms: readonly { id: string }[];
    run?: { diagnostics?: readonly string[] };
    sweep?: readonly unknown[];
  };
}

type Uses = (experiment: Example['experiment'], id: string) => boolean;

/** Whether an experiment uses an entry, by the folder of the entry's page. */
const usesOf: Readonly<Record<string, Uses>> = {
  method: ({ algorithms }, id) => algorithms.some((one) => one.id === id),
  loss: ({ problem }, id) => problem.loss === id,
  gallery: ({ problem }, id) => problem.name === id,
  saddle: ({ problem }, id) => problem.name === id,
  generator: ({ data }, id) => data.kind === 'synthetic' && data.name === id,
  diagnostic: ({ run }, id) => run?.diagnostics?.includes(id) ?? false,
};

/**
 * All pages, by their path below `reference`.
 *
 * @param formulas  what entries compute, by the folder of their pages
 */
export function entryPages(
  catalogue: Catalogue,
  examples: readonly Example[],
  formulas: ReadonlyMap<string, Formulas>,
): [string, string][] {
  const computes = (folder: string, id: string) => [
    folder === 'generator' ? '## What it draws' : '## What it computes',
    formulas.get(folder)!.get(id)!,
  ];
  const methods = catalogue.algorithms.map((one): [string, string] => [
    `method/${one.id}.md`,
    page(`Method ${one.id}`, [
      `**${escape(one.title)}.** ${escape(one.summary)}`,
      factsOf(one),
      ...computes('method', one.id),
      ...takes(one.parameters),
      ...usedIn('method', one.id, examples),
      back('catalogue.md', 'All methods'),
    ]),
  ]);
  const others = entryKinds(catalogue).flatMap(({ word, folder, entries }) =>
    entries.map((one): [string, string] => [
      `${folder}/${one.id}.md`,
      page(`${word} ${one.id}`, [
        `**${escape(one.title)}.** ${escape(one.description)}`,
        ...aboutEntry(one),
        ...computes(folder, one.id),
        ...takes('parameters' in one ? one.parameters : undefined),
        ...usedIn(folder, one.id, examples),
        back('problem-catalogue.md', 'All problems and data'),
      ]),
    ]),
  );
  return [...methods, ...others];
}

type Method = Catalogue['algorithms'][number];

function factsOf(method: Method): string {
  const facts: [string, string][] = [
    ['paper', escape(method.paper)],
    ['theorem', escape(method.theorem)],
    ['problems', escape(method.problems)],
    ['needs', method.needs.map(escape).join(', ')],
    ['notions', codes(method.notions)],
    ['neighbours', codes(method.neighbours)],
    ['noise', codes(method.mechanisms)],
    ['guarantee', escape(method.guarantee)],
    ['diagnostics', linked('diagnostic', method.diagnostics)],
  ];
  return table(
    ['about', 'is'],
    facts.filter(([, text]) => text !== ''),
  );
}

const linked = (folder: string, ids: readonly string[] = []) =>
  ids.map((id) => `[${id}](../${folder}/${id}.md)`).join(', ');

/** What entries of a kind say beside their description. */
function aboutEntry(entry: object): string[] {
  const rows: [string, string][] = [];
  if ('targets' in entry) rows.push(['targets', escape(String(entry.targets))]);
  if ('convex' in entry) rows.push(['convex', entry.convex === true ? 'yes' : 'no']);
  if ('needsGradientClip' in entry && entry.needsGradientClip === true)
    rows.push(['gradients', 'unbounded: they must be clipped']);
  if ('unit' in entry && typeof entry.unit === 'string' && entry.unit !== '')
    rows.push(['unit', escape(entry.unit)]);
  const { populations } = entry as { populations?: readonly string[] };
  if (populations && populations.length > 0)
    rows.push(['exact populations', linked('generator', populations)]);
  return rows.length > 0 ? [table(['about', 'is'], rows)] : [];
}

const takes = (parameters: Method['parameters'] = []) =>
  parameters.length > 0 ? ['## Parameters', parameterTable(parameters)] : [];

/** The shortest example as a live one, and the names of the others. */
function usedIn(folder: string, id: string, examples: readonly Example[]): string[] {
  const found = examples
    .filter(({ experiment }) => experiment.data.kind !== 'file' && usesOf[folder](experiment, id))
    .sort((a, b) => costOf(a) - costOf(b));
  if (found.length === 0) return [];
  const [{ file, experiment }, ...rest] = found;
  const title = escape(experiment.title ?? file);
  const others = rest.map((one) => `\`${one.file}\``).join(', ');
  return [
    '## Example',
    `[${title}](../../../../examples/${file} "live")`,
    `This is \`examples/${file}\`.${others && ` Others that use it: ${others}.`}`,
  ];
}

/** Sweeps are long, and so are many methods on many records. */
const costOf = ({ experiment: { algorithms, data, sweep = [] } }: Example) =>
  algorithms.length + 10 * sweep.length + (data.samples ?? 0) / 10_000;

const back = (path: string, words: string) => `[${words}](../${path}). ${note}`;
