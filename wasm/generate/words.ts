// The words of the catalogue as TypeScript types: a wrong id or parameter is an error in the editor.
import type { Catalogue, ParameterEntry } from '../client/types.ts';

const heading = `// Written by \`npm run generate\` from the engine's catalogue. Change the engine, not this file.
`;

export function wordTypes(catalogue: Catalogue): string {
  const algorithms = catalogue.algorithms.map(
    ({ id, parameters }) => `  ${quoted(id)}: {\n${parameters.map(line).join('')}  };\n`,
  );
  const unions: [string, string, string[]][] = [
    ['LossId', 'Of `problem.loss`.', ids(catalogue.losses)],
    ['GalleryId', 'Of `problem.name`, of the kind `gallery`.', ids(catalogue.gallery)],
    ['SaddleId', 'Of `problem.name`, of the kind `saddle`.', ids(catalogue.saddles)],
    ['RegularizerId', 'Of `problem.regularizer.kind`.', ids(catalogue.regularizers)],
    ['DomainId', 'Of `problem.domain.kind`.', ids(catalogue.domains)],
    ['BuiltinDataName', 'Data that come with the engine.', names(catalogue.builtinData)],
    ['SyntheticDataName', 'Generators of data.', names(catalogue.syntheticData)],
    ['ErrorCode', 'Of the errors that the engine gives.', catalogue.errors.map(({ code }) => code)],
    ['TraceColumn', 'Numbers in traces: diagnostics, and what steps tell.', columns(catalogue)],
  ];
  return [
    heading,
    `/** The parameters of every algorithm, by its id. */\nexport interface AlgorithmParameters {\n${algorithms.join('')}}\n`,
    'export type AlgorithmId = keyof AlgorithmParameters;\n',
    constants('diagnosticIds', 'Of `run.diagnostics`.', ids(catalogue.diagnostics)),
    'export type DiagnosticId = (typeof diagnosticIds)[number];\n',
    recordFields(catalogue),
    ...unions.map(([name, about, words]) => union(name, about, words)),
    constants(
      'lossParameters',
      'Beside `loss` or `name` in the problem.',
      names(lossParameters(catalogue)),
    ),
  ].join('\n');
}

/** The parameters of all losses, problems of the gallery and saddle problems, each name once. */
export function lossParameters({ losses, gallery, saddles }: Catalogue): ParameterEntry[] {
  const all = [...losses, ...gallery, ...saddles].flatMap(({ parameters = [] }) => parameters);
  return all.filter(({ name }, i) => all.findIndex((one) => one.name === name) === i);
}

/** The columns of diagnostics and of the steps of all algorithms, each name once. */
function columns({ diagnostics, algorithms }: Catalogue): string[] {
  const measured = ids(diagnostics).map((id) =>
    id.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()),
  );
  const told = algorithms.flatMap(({ columns = [] }) => names(columns));
  return [...new Set([...measured, ...told])];
}

const ids = (entries: { id: string }[]) => entries.map(({ id }) => id);
const names = (entries: { name: string }[]) => entries.map(({ name }) => name);
const quoted = (word: string) => `'${word}'`;

/** Where experiments can hold records: what may leave the machine is decided by it. */
function recordFields({ dataKinds }: Catalogue): string {
  const lines = dataKinds.map(
    ({ kind, records }) => `  ${kind}: [${records.map(quoted).join()}],\n`,
  );
  return (
    '/** The kinds of `data` block, with the fields in which they hold records. */\n' +
    `export const recordFields: Readonly<Record<string, readonly string[]>> = {\n${lines.join('')}};\n`
  );
}

function union(name: string, about: string, words: string[]): string {
  return `/** ${about} */\nexport type ${name} =\n${words.map((word) => `  | ${quoted(word)}`).join('\n')};\n`;
}

function constants(name: string, about: string, words: string[]): string {
  return `/** ${about} */\nexport const ${name} = [${words.map(quoted).join(', ')}] as const;\n`;
}

function line(parameter: ParameterEntry): string {
  return `    /** ${parameter.title}. ${parameter.description} */\n    ${parameter.name}?: ${typeOf(parameter)};\n`;
}

function typeOf({ type, choices = [], open }: ParameterEntry): string {
  const parts = choices.map(quoted);
  // Editors still offer the names that are known.
  if (open) parts.push('(string & Record<never, never>)');
  if (type === 'boolean') parts.push('boolean');
  if (type.startsWith('integer') || type.startsWith('number')) parts.unshift('number');
  if (type === 'number-or-vector') parts.push('number[]');
  return parts.join(' | ');
}
