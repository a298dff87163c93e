import { parseArgs, type ParseArgsConfig } from 'node:util';

import { engineError } from '../client/error.ts';

export const usage = `Usage: noisy-descent COMMAND ...
  run EXPERIMENT [--data FILE] [--out RESULT] [--threads N] [--quiet]
  plan EXPERIMENT [--data FILE]
  catalogue
  verify RESULT [--data FILE] [--threads N]
  redact RESULT
  --help, --version
A file named - is standard input.
`;

export interface CommandLine {
  command: string;
  /** The file that the command works on; '' for one that needs none. */
  file: string;
  data: string | null;
  out: string | null;
  threads: number | null;
  isQuiet: boolean;
}

interface Shape {
  takesFile: boolean;
  options: NonNullable<ParseArgsConfig['options']>;
}

const data = { data: { type: 'string' } } as const;
const threads = { threads: { type: 'string' } } as const;
const quiet = { quiet: { type: 'boolean' } } as const;

const shapes = new Map<string, Shape>([
  ['run', { takesFile: true, options: { ...data, ...threads, ...quiet, out: { type: 'string' } } }],
  ['plan', { takesFile: true, options: data }],
  ['catalogue', { takesFile: false, options: {} }],
  ['verify', { takesFile: true, options: { ...data, ...threads, ...quiet } }],
  ['redact', { takesFile: true, options: {} }],
]);

/** @throws EngineError `invalid-command` */
export function readCommandLine(words: string[]): CommandLine {
  if (words.length === 0) throw wrong('', `Give a command: ${commands}.`);
  const [command, ...rest] = words;
  if (command === '--help' || command === '--version') return empty(command);
  const shape = shapes.get(command);
  if (!shape) throw wrong(command, `There is no such command: use one of ${commands}.`);
  const { values, positionals } = parse(command, rest, shape);
  if (positionals.length !== (shape.takesFile ? 1 : 0)) {
    const message = shape.takesFile
      ? 'Name one file, or - for standard input.'
      : 'It takes no file.';
    throw wrong(command, message);
  }
  return {
    command,
    file: positionals.at(0) ?? '',
    data: textOf(values.data),
    out: textOf(values.out),
    threads: threadsOf(values.threads),
    isQuiet: values.quiet === true,
  };
}

const commands = [...shapes.keys()].join(', ');

const wrong = (field: string, message: string) => engineError('invalid-command', field, message);

function empty(command: string): CommandLine {
  return { command, file: '', data: null, out: null, threads: null, isQuiet: false };
}

function parse(command: string, args: string[], { options }: Shape) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw wrong(command, message);
  }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function threadsOf(value: unknown): number | null {
  const text = textOf(value);
  if (text === null) return null;
  const threads = Number(text);
  if (Number.isInteger(threads) && threads >= 1 && threads <= 64) return threads;
  throw wrong('--threads', 'Give a whole number from 1 to 64.');
}
