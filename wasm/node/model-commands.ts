import { availableParallelism } from 'node:os';
import { basename } from 'node:path';

import { engineError, isEngineError } from '../client/error.ts';
import type { ByteSource } from '../client/host.ts';
import type { FitRequest } from '../client/model.ts';
import type { CommandLine, FileIdentityHandle } from '../client/module.ts';
import type { PlanReport } from '../client/records.ts';
import { parseStrictJson } from '../client/strict-json.ts';
import { unpacked } from '../client/unpack.ts';
import type { WholeHost } from '../client/whole-host.ts';
import {
  mostExperimentBytes,
  mostResultBytes,
  mostUnpacked,
  openData,
  readText,
  writeText,
  writeWhole,
} from './files.ts';
import { startInstance, type Instance, type Reader } from './instance.ts';
import { countRun, heard } from './odometer.ts';
import { chosenVariant, runSession } from './work.ts';

// The commands about models: fit, predict, model, and what others do with a model file.

/** Makes a private model of a table, and writes its file. */
export async function fitModel(line: CommandLine, reader: Reader): Promise<void> {
  const request = requestOf(line);
  const threads = line.threads || availableParallelism();
  const { host, module } = await startInstance(chosenVariant(threads), threads, line.memoryBytes);
  const identity = new module.FileIdentity();
  const table = await readTable(line, identity);
  const experiment = await inOptions(host.fit(request, table, { tell: () => undefined }));
  if (line.wantsExperiment) return writeText(line.out, host.readable(experiment));
  const session = host.open(experiment, table.identity);
  await session.load(table);
  const { plans } = JSON.parse(session.plan()) as PlanReport;
  for (const warning of plans.flatMap(({ warnings }) => warnings)) {
    process.stderr.write(`${reader.messages.warning(warning)}\n`);
  }
  const { text, isCancelled } = await runSession(line, host, session, experiment);
  if (isCancelled) {
    const message = 'it was ended on its way; no model was made';
    throw engineError('cancelled', 'fit', message);
  }
  countRun(line, text, identity.finish(), reader);
  return writeText(line.out, host.readable(host.modelOf(text)));
}

/** What the options say, with the file of columns put in. */
function requestOf({ fit, columns, input }: CommandLine): string {
  const request = JSON.parse(fit) as object;
  const stated = columns !== null && {
    columns: parseStrictJson(readText(columns, mostExperimentBytes)),
  };
  return JSON.stringify({ ...request, ...stated, name: input === '-' ? 'table.csv' : basename(input) }); // prettier-ignore
}

/** The bytes of a table, unpacked: they are read twice, and standard input is there once. */
async function readTable(line: CommandLine, identity: FileIdentityHandle): Promise<ByteSource> {
  const pieces: Uint8Array[] = [];
  const source = heard(await unpacked(openData(line.input), mostUnpacked(line)), identity);
  for await (const piece of source.pieces()) pieces.push(piece.slice());
  // The engine keeps the data under this name from one session to the next.
  return { size: source.size, identity: 'table', pieces: () => pieces };
}

const optionsOfFit: Record<Exclude<keyof FitRequest, 'name'>, string> = {
  target: '--target',
  positive: '--positive',
  threshold: '--threshold',
  regression: '--regression',
  epsilon: '--epsilon',
  delta: '--delta',
  columns: '--columns',
  holdOut: '--hold-out',
  privateScore: '--private-score',
  method: '--method',
  rangesShare: '--ranges-share',
  set: '--set',
  delimiter: '--delimiter',
  decimal: '--decimal',
  encoding: '--encoding',
};

/** An error of the request in the terms of the command line. */
async function inOptions<T>(made: Promise<T>): Promise<T> {
  try {
    return await made;
  } catch (error) {
    if (!isEngineError(error)) throw error;
    const option = new Map(Object.entries(optionsOfFit)).get(error.field);
    throw option === undefined ? error : engineError(error.code, option, error.message);
  }
}

/** Writes the predictions of a model for the rows of a table. */
export async function predictRows(line: CommandLine): Promise<void> {
  const model = readText(line.input, mostResultBytes);
  const { host } = await startInstance('simd', 1, line.memoryBytes);
  const listener = { breathe: () => Promise.resolve() };
  await writeText(
    line.out,
    await host.predict(model, line.fit, openData(line.tableFile), listener),
  );
}

/** Writes what a model is in plain words, or as code. */
export async function showModel(line: CommandLine, { host }: Instance): Promise<void> {
  const model = readText(line.input, mostResultBytes);
  if (line.code === '') return writeText(line.out, host.modelCard(model));
  const code = codeOf(model, line.code, host);
  return writeWhole(line.out, line.code === 'onnx' ? Buffer.from(code, 'latin1') : code);
}

function codeOf(model: string, language: string, host: WholeHost): string {
  try {
    return host.modelCode(model, language);
  } catch (error) {
    const isWord = isEngineError(error) && error.field === 'code';
    throw isWord ? engineError(error.code, '--code', error.message) : error;
  }
}

export function isModel(text: string): boolean {
  if (!/"kind"\s*:\s*"model"/.test(text)) return false;
  try {
    return (JSON.parse(text) as { kind?: unknown } | null)?.kind === 'model';
  } catch {
    return false;
  }
}

/**
 * What a model's file is found to be: a StatementReport.
 *
 * @throws EngineError `inconsistent-statement` where it was edited
 */
export function checkModel(text: string, host: WholeHost): string {
  host.checkModel(text);
  const sentence =
    "The model follows from the run in it, and the run's privacy statement from its figures and " +
    'its experiment.';
  return JSON.stringify({ consistent: true, sentence });
}
