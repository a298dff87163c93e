import {
  aBoolean,
  aFunction,
  aNumber,
  aText,
  asks,
  callBack,
  checkOptions,
  jsonText,
  signal,
  wrongType,
  type RulesOf,
} from './arguments.ts';
import { engineError } from './error.ts';
import { followRequest, orAborted } from './follow.ts';
import { cellsOf } from './csv.ts';
import type {
  CodeLanguage,
  FitControl,
  FitOptions,
  FitRequest,
  Model,
  PredictOptions,
  Table,
} from './model.ts';
import type { WorkerPool } from './pool.ts';
import type { DataMessage, Question } from './protocol.ts';
import type { ModelFile, PlanReport } from './records.ts';
import { writtenTable } from './table.ts';
import type { RunOptions } from './types.ts';

// From a table to a model and its predictions: the package has this in a file that is loaded with the first of them.

/** What an engine does for it. */
export interface FitEngine {
  pool: WorkerPool;
  /** What a table may take. */
  mostBytes: number;
  data: (blob: Blob) => Promise<DataMessage>;
  /** A run, counted as any other: the result file as text. */
  run: (experiment: string, options: RunOptions) => Promise<string>;
  /** Makes an EngineError of the engine's own class of whatever fails. */
  settled: <T>(call: () => Promise<T>) => Promise<T>;
}

const formRules = { delimiter: aText, decimal: aText, encoding: aText };
const controlRules: RulesOf<FitControl> = { signal, onProgress: aFunction };
const anObject = asks('an object', (value) => typeof value === 'object' && value !== null);
const rules: RulesOf<FitOptions> = {
  ...controlRules,
  ...formRules,
  target: aText,
  positive: asks('a word or a list of words', (value) =>
    [value].flat().every((word) => typeof word === 'string' || typeof word === 'number'),
  ),
  threshold: aNumber,
  regression: aBoolean,
  epsilon: aNumber,
  delta: aNumber,
  columns: anObject,
  holdOut: aNumber,
  privateScore: aBoolean,
  method: aText,
  rangesShare: aNumber,
  name: aText,
  set: anObject,
};
const predictRules: RulesOf<PredictOptions> = { ...formRules, signal };

/**
 * Makes a private model of a table: chooses a method, runs it once in secret noise, and takes what came out.
 *
 * @param control  what may stand among the options, too
 */
export async function fit(
  engine: FitEngine,
  table: Table,
  options: FitOptions,
  control: FitControl = {},
): Promise<Model> {
  checkOptions('fit', options, rules);
  checkOptions('fit', control, controlRules);
  const { signal, onProgress, ...request } = { ...options, ...control };
  const written = await orAborted(writtenTable(table, request, engine.mostBytes), signal);
  const { blob } = written;
  const asked = jsonText({ name: nameOf(table), ...request, ...written.form } satisfies Partial<FitRequest>, 'options'); // prettier-ignore
  const data = await orAborted(engine.data(blob), signal);
  const message = { type: 'fit', request: asked, data } as const;
  const experiment = await followRequest(engine.pool, message, signal, (told) => {
    if (told.type !== 'phase') return;
    callBack('onProgress', onProgress, { phase: told.phase, done: 0, total: 0, secondsLeft: null });
  });
  const planning = { type: 'plan', experiment, data, onlyAtHand: false } as const;
  const plan = await followRequest(engine.pool, planning, signal, () => undefined);
  const { plans } = JSON.parse(plan) as PlanReport;
  // Of a run that ends early nothing is handed out.
  const result = await engine.run(experiment, {
    data: blob,
    signal,
    onProgress,
    keepPartial: false,
  });
  const warnings = plans.flatMap((one) => one.warnings);
  return modelOf(engine, { type: 'model-of', result }, warnings);
}

export async function loadModel(
  engine: FitEngine,
  model: ModelFile | string,
  options: object = {},
): Promise<Model> {
  checkOptions('loadModel', options);
  return modelOf(engine, { type: 'model', model: jsonText(model, 'model') });
}

type Unnumbered<T> = T extends { id: number } ? Omit<T, 'id'> : never;

/** The model that a worker answers with. */
async function modelOf(
  engine: FitEngine,
  question: Unnumbered<Question>,
  warnings: readonly string[] = [],
): Promise<Model> {
  return new FittedModel(engine, await engine.pool.ask(question), warnings);
}

function nameOf(table: unknown): string | undefined {
  return table instanceof File && table.name !== '' ? table.name : undefined;
}

class FittedModel implements Model {
  readonly warnings: readonly string[];
  readonly #engine: FitEngine;
  readonly #file: ModelFile;
  /** The file as the engine wrote it; null once it is forgotten. */
  #text: string | null;

  constructor(engine: FitEngine, text: string, warnings: readonly string[]) {
    this.warnings = warnings;
    this.#engine = engine;
    this.#file = JSON.parse(text) as ModelFile;
    this.#text = text;
  }

  get task() {
    return this.#file.task;
  }

  get target() {
    return this.#file.target;
  }

  get columns() {
    return this.#file.columns;
  }

  get weights() {
    return this.#file.weights;
  }

  get privacy() {
    return this.#file.privacy;
  }

  get evaluation() {
    return this.#file.evaluation ?? null;
  }

  get experiment() {
    return this.#file.experiment;
  }

  async predict(table: Table, options?: PredictOptions): Promise<(string | number)[]> {
    const [, ...rows] = cellsOf(await this.predictTable(table, options));
    const words = rows.map(([prediction]) => prediction);
    return this.task === 'number' ? words.map(Number) : words;
  }

  async predictProbability(
    table: Table,
    options?: PredictOptions,
  ): Promise<number[] | Record<string, number>[]> {
    const [, ...rows] = cellsOf(await this.#predictions(table, options, 'probability'));
    if (this.task === 'yes-or-no') return rows.map(([, share]) => Number(share));
    const { classes = [] } = this.target;
    return rows.map(([, ...shares]) =>
      Object.fromEntries(classes.map((name, index) => [name, Number(shares[index])])),
    );
  }

  predictTable(table: Table, options?: PredictOptions): Promise<string> {
    return this.#predictions(table, options);
  }

  toJSON(): ModelFile {
    return this.#file;
  }

  card(): Promise<string> {
    return this.#ask((model) => ({ type: 'model-card', model }));
  }

  code(language: Exclude<CodeLanguage, 'onnx'>): Promise<string>;
  code(language: 'onnx'): Promise<Uint8Array>;
  async code(language: CodeLanguage): Promise<string | Uint8Array> {
    const code = await this.#ask((model) => {
      if (aText(language) !== null) throw wrongType('code', 'a text');
      return { type: 'model-code', model, language };
    });
    return language === 'onnx'
      ? Uint8Array.from(code, (character) => character.charCodeAt(0))
      : code;
  }

  redacted(): Promise<Model> {
    return this.#engine.settled(() =>
      modelOf(this.#engine, { type: 'redact-model', model: this.#known() }),
    );
  }

  [Symbol.dispose](): void {
    this.#text = null;
  }

  #known(): string {
    if (this.#text !== null) return this.#text;
    throw engineError('cancelled', '', 'The model was disposed of.');
  }

  #ask(question: (model: string) => Unnumbered<Question>): Promise<string> {
    return this.#engine.settled(async () => this.#engine.pool.ask(question(this.#known())));
  }

  /** @param column  that is asked for beside the predictions */
  #predictions(
    table: Table,
    options: PredictOptions = {},
    column?: 'probability',
  ): Promise<string> {
    const { pool, mostBytes, data, settled } = this.#engine;
    return settled(async () => {
      checkOptions('predict', options, predictRules);
      const model = this.#known();
      if (column && this.task === 'number') {
        const message = `The model predicts "${this.target.name}" as a number: it has no probabilities.`;
        throw engineError('unsupported-option', '', message);
      }
      const { signal, ...stated } = options;
      const { blob, form } = await orAborted(writtenTable(table, stated, mostBytes), signal);
      const message = {
        type: 'predict',
        model,
        form: JSON.stringify({ ...stated, ...form }),
        data: await orAborted(data(blob), signal),
      } as const;
      return followRequest(pool, message, signal, () => undefined);
    });
  }
}
