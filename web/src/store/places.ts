import type { Catalogue, Experiment, Parameter } from '../engine/types.ts';
import type { Problem } from './errors.ts';
import { problemParameters } from '../experiment/gallery.ts';
import { isWithin } from '../experiment/paths.ts';

/** What the fields of a file's block are called on the page. */
const titles: Readonly<Record<string, string | undefined>> = {
  format: 'Format',
  delimiter: 'Separator',
  decimal: 'Decimal mark',
  header: 'Header',
  comments: 'Comments',
  encoding: 'Letters',
  target: 'Target column',
  positive: 'Counts as yes',
  firstIndex: 'Indices',
  features: 'Columns',
  columns: 'Columns',
};

const names = Object.keys(titles).join('|');
const setting = new RegExp(`(?:say|set) "(${names})": ("(?:[^"\\\\]|\\\\.)*"|\\d+)`, 'g');
const path = new RegExp(`\\bdata\\.(${names})\\b`, 'g');
const name = new RegExp(`"(${names})"(: ("(?:[^"\\\\]|\\\\.)*"|\\d+))?`, 'g');

/** An error about a file names the page's fields in the place of those of an experiment's text. */
export function inPageWords(text: string): string {
  return text
    .replace(setting, (_, field: string, value: string) => `set “${titles[field]}” to ${value}`)
    .replace(path, (_, field: string) => `“${titles[field]}”`)
    .replace(
      name,
      (_, field: string, __, value?: string) => `“${titles[field]}”${value ? ` ${value}` : ''}`,
    );
}

/**
 * The form field that shows a problem: the longest of the given paths that contains the problem's
 * field, or null when none does and the problem belongs in the banner.
 */
export function placeProblem(problem: Problem, paths: Iterable<string>): string | null {
  let best: string | null = null;
  for (const path of paths) {
    if (isWithin(problem.field, path) && path.length > (best?.length ?? -1)) best = path;
  }
  return best;
}

/** Errors that lie in the bytes of a file: their field is a place in it, such as "line 4". */
const fileCodes = new Set([
  'missing-data',
  'empty-data',
  'ragged-data',
  'not-a-number',
  'not-finite',
  'missing-value',
  'invalid-index',
  'invalid-labels',
  'file-too-large',
]);

/** Where the forms show a problem, and in which words; null when it belongs in the banner. */
export function findPlace(
  problem: Problem,
  experiment: Experiment,
  catalogue: Catalogue,
): { path: string; text: string } | null {
  const isOfLine = problem.code !== 'internal' && /^line \d/.test(problem.field);
  const isInFile = fileCodes.has(problem.code) || isOfLine;
  const message = experiment.data.kind === 'file' ? inPageWords(problem.message) : problem.message;
  if (isInFile && !problem.field.startsWith('data.')) {
    const place = /^(data)?$/.test(problem.field) ? '' : `${problem.field}: `;
    return { path: 'data', text: place + message };
  }
  if (problem.field === '') return null;
  const path = placeProblem(problem, formPaths(experiment, catalogue));
  return path === null ? null : { path, text: message };
}

/** The paths of all fields that the forms show for this experiment, each with a place for an error. */
export function formPaths(experiment: Experiment, catalogue: Catalogue): string[] {
  return [
    ...dataPaths(experiment, catalogue),
    ...problemPaths(experiment, catalogue),
    ...under('privacy', ['', 'notion', 'epsilon', 'delta', 'rho']),
    ...under('privacy', ['neighbours', 'mechanism', 'calibration', 'noiseConstant']),
    'algorithms',
    ...experiment.algorithms.flatMap((entry, index) => {
      const info = catalogue.algorithms.find((known) => known.id === entry.id);
      const path = `algorithms.${index}`;
      return [
        ...under(path, ['', 'id', 'label']),
        ...below(`${path}.parameters`, info?.parameters),
      ];
    }),
    ...under('run', ['repeats', 'release', 'trace.points']),
    ...under('run.randomness', ['mode', 'seed', 'release']),
  ];
}

/** What the page has of a file's block. */
const fileFields = [
  ...['format', 'delimiter', 'decimal', 'header', 'comments', 'encoding', 'target', 'positive'],
  ...['firstIndex', 'features'],
];

function dataPaths({ data }: Experiment, catalogue: Catalogue): string[] {
  const steps = (data.preprocess ?? []).flatMap((step, index) => {
    const info = catalogue.preprocess.find((known) => known.kind === step.kind);
    const path = `data.preprocess.${index}`;
    return [path, ...below(path, info?.parameters)];
  });
  const own: string[] = [];
  if (data.kind === 'file') own.push(...under('data', fileFields));
  if (data.kind === 'synthetic') {
    const set = catalogue.syntheticData.find((known) => known.name === data.name);
    own.push(...below('data', set?.parameters));
  }
  return ['data', 'data.name', ...own, ...steps];
}

function problemPaths({ problem }: Experiment, catalogue: Catalogue): string[] {
  const regularizer = catalogue.regularizers.find(
    (known) => known.id === problem.regularizer?.kind,
  );
  const domain = catalogue.domains.find((known) => known.id === problem.domain?.kind);
  return [
    ...under('problem', ['', 'loss', 'name', 'regularizer', 'domain']),
    ...below('problem', problemParameters(problem, catalogue)),
    ...below('problem.regularizer', regularizer?.parameters),
    ...below('problem.domain', domain?.parameters),
    ...below('problem.constants', catalogue.constants),
    ...below('problem.gradientClip', catalogue.gradientClip),
  ];
}

function under(parent: string, names: readonly string[]): string[] {
  return names.map((name) => (name === '' ? parent : `${parent}.${name}`));
}

function below(parent: string, parameters: readonly Parameter[] = []): string[] {
  return parameters.map((parameter) => `${parent}.${parameter.name}`);
}
