// Pages of the documentation that hold what the program knows: its options, its error codes, its catalogue.
import type { Catalogue } from '../client/types.ts';

type Algorithm = Catalogue['algorithms'][number];
type Parameter = Algorithm['parameters'][number];

export const note =
  'This page is written by `npm run generate` from what the program says of itself.';

/** Text whose marks are letters to Markdown. */
export const escape = (text: string) => text.replace(/[\\|*_<$`[\]]/g, '\\$&');

const cells = (values: readonly string[]) => `| ${values.join(' | ')} |`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [cells(head), cells(head.map(() => '---')), ...rows.map(cells)].join('\n');
}

/** One page: its title, and parts with an empty line between them. */
export const page = (title: string, parts: readonly string[]) =>
  `# ${title}\n\n${parts.join('\n\n')}\n`;

/** `noisy-descent COMMAND --help` for every command that `--help` lists. */
export function optionsPage(help: (...words: string[]) => string): string {
  const all = help();
  const commands = [...all.matchAll(/^ {2}([a-z][a-z-]*) /gm)].map(([, name]) => name);
  const block = (text: string) => `\`\`\`text\n${text.trimEnd()}\n\`\`\``;
  return page('Options of the command line', [
    note,
    block(all),
    ...commands.flatMap((command) => [`## ${command}`, block(help(command))]),
  ]);
}

export function errorsPage({ errors }: Catalogue): string {
  const rows = errors.map(({ code, meaning }) => [`\`${code}\``, escape(meaning)]);
  return page('Error codes', [
    'Every failure has a code, the field that it is about, and a sentence that says what to do. Codes are part of the contract of files and of the command line: none is renamed, and none is used again for something else.',
    note,
    table(['code', 'means'], rows),
  ]);
}

export function cataloguePage(catalogue: Catalogue): string {
  const rows = (isPrivate: boolean) =>
    catalogue.algorithms
      .filter((one) => one.private === isPrivate)
      .map((one) => [linkTo('method', one.id), escape(one.title), escape(one.summary)]);
  const head = ['method', 'name', 'is'];
  return page('Catalogue of methods', [
    `${note} \`noisy-descent catalogue\` prints all of it as JSON. Each method has a page with its theorem, its parameters and a live example. [Methods](methods.md) describes them in words; [Catalogue of problems and data](problem-catalogue.md) has losses, domains, data and diagnostics.`,
    '## Private methods',
    table(head, rows(true)),
    '## Methods without privacy and for audits',
    table(head, rows(false)),
  ]);
}

const linkTo = (folder: string, id: string) => `[${id}](${folder}/${id}.md)`;

export const codes = (words: readonly string[]) => words.map((word) => `\`${word}\``).join(', ');

/** A table of parameters with their bounds, and where the papers have them. */
export function parameterTable(parameters: readonly Parameter[]): string {
  const rows = parameters.map((one) => [
    `\`${one.name}\``,
    rangeOf(one),
    defaultOf(one),
    escape(one.description),
    escape(one.source),
  ]);
  return table(['parameter', 'values', 'default', 'meaning', 'source'], rows);
}

function rangeOf(one: Parameter): string {
  const words = one.choices ? [codes(one.choices)] : [];
  if (one.type === 'choice') return words.join('');
  if (one.type === 'boolean') return '`true`, `false`';
  const low = one.exclusiveMinimum ?? one.minimum;
  const sign = one.exclusiveMinimum === undefined ? '≥' : '>';
  // A larger one is a limit of the engine, not of the method.
  const high = one.maximum !== undefined && one.maximum < 1e9 ? `≤ ${one.maximum}` : '';
  const bounds = [low === undefined ? '' : `${sign} ${low}`, high].filter((text) => text !== '');
  const kind = one.type.replace(/-or-choice$/, '').replaceAll('-', ' ');
  const unit = one.unit && ` (${escape(one.unit)})`;
  return [`${kind}${unit}${bounds.length > 0 ? `, ${bounds.join(', ')}` : ''}`, ...words].join(
    '; or ',
  );
}

function defaultOf(one: Parameter): string {
  if (one.default !== undefined) return `\`${JSON.stringify(one.default).replace(/^"|"$/g, '')}\``;
  return one.defaultRule === undefined ? 'to be stated' : escape(one.defaultRule);
}

interface Entry {
  title: string;
  description: string;
  parameters?: readonly Parameter[];
}

/** Losses, domains, data and diagnostics: each list with its entries, and what they take or the pages that say so. */
export function problemCataloguePage(catalogue: Catalogue): string {
  const byId = (list: readonly (Entry & { id: string })[]) =>
    list.map((entry): [string, Entry] => [entry.id, entry]);
  const lists: [string, [string, Entry][]][] = [
    ['Regularizers', byId(catalogue.regularizers)],
    ['Domains', byId(catalogue.domains)],
    ['Preprocessing', byId(catalogue.preprocess.map((one) => ({ ...one, id: one.kind })))],
    [
      'Notions of privacy',
      byId(catalogue.notions.map(({ id, title, description }) => ({ id, title, description }))),
    ],
    ['Neighbours', byId(catalogue.neighbours)],
    ['Noise', byId(catalogue.mechanisms)],
    ['Calibrations', byId(catalogue.calibrations)],
  ];
  const linked = entryKinds(catalogue).map(({ heading, folder, entries }) => {
    const rows = entries.map((one) => [
      linkTo(folder, one.id),
      escape(one.title),
      escape(one.description),
    ]);
    return [`## ${heading}`, table(['name', 'title', 'is'], rows)];
  });
  return page('Catalogue of problems and data', [
    `${note} Losses, problems, generators and diagnostics have a page each.`,
    ...linked.flat(),
    ...lists.flatMap(([title, entries]) => [`## ${title}`, entryTable(entries)]),
  ]);
}

/** What has a page for each of its entries, beside methods. */
export function entryKinds({ losses, gallery, saddles, syntheticData, diagnostics }: Catalogue) {
  const generators = syntheticData.map(({ name, ...rest }) => ({ ...rest, id: name }));
  return [
    { heading: 'Losses', word: 'Loss', folder: 'loss', texts: 'losses.md', entries: losses },
    {
      heading: 'Gallery',
      word: 'Problem',
      folder: 'gallery',
      texts: 'gallery.md',
      entries: gallery,
    },
    {
      heading: 'Saddle problems',
      word: 'Saddle problem',
      folder: 'saddle',
      texts: 'saddles.md',
      entries: saddles,
    },
    {
      heading: 'Generators',
      word: 'Generator',
      folder: 'generator',
      texts: 'generators.md',
      entries: generators,
    },
    {
      heading: 'Diagnostics',
      word: 'Diagnostic',
      folder: 'diagnostic',
      texts: 'diagnostics.md',
      entries: diagnostics,
    },
  ] as const;
}

function entryTable(entries: readonly [string, Entry][]): string {
  const hasParameters = entries.some(([, { parameters = [] }]) => parameters.length > 0);
  const rows = entries.map(([name, { title, description, parameters = [] }]) => {
    const words = `**${escape(title)}.** ${escape(description)}`;
    const takes = parameters.map((one) => `\`${one.name}\`: ${rangeOf(one)}`).join('; ');
    return [`\`${name}\``, words, ...(hasParameters ? [takes] : [])];
  });
  return table(['name', 'is', ...(hasParameters ? ['takes'] : [])], rows);
}
