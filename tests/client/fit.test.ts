import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { FitOptions, FitProgress } from '../../wasm/client/model.ts';
import type { Control, Request } from '../../wasm/client/protocol.ts';
import type { ModelFile } from '../../wasm/client/records.ts';
import { changed } from './experiments.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging, type FakeWorker } from './fake-environment.ts';

const csv = 'x,y\n1,yes\n2,no\n';
const options: FitOptions = { target: 'y', positive: 'yes', epsilon: 1 };

/** One secure run on a file, as a fit writes it. */
const experiment = {
  ...changed('data', { kind: 'file', name: 'table.csv', format: 'csv' }),
  algorithms: [{ id: 'dp-gd' as const }],
  run: { randomness: { mode: 'secure' as const } },
};
const modelFile = (task = 'yes-or-no', classes = ['no', 'yes']) => ({
  ...{ version: 1, kind: 'model', task, target: { name: 'y', classes }, columns: [], weights: [] },
  ...{ experiment, privacy: { releasable: true }, evaluation: { nonPrivate: [] } },
});
const predictions = 'prediction,probability\nyes,0.75\n"no, never",0.25\n';

type Message = Request | Control;

/** A worker that fits and predicts, and what else it does. */
function fitting(
  file: object,
  table: string,
  also: (message: Message, worker: FakeWorker) => boolean,
) {
  return obliging((message, worker) => {
    if (also(message, worker)) return true;
    const { id, type } = message;
    const values: Record<string, string> = {
      fit: JSON.stringify(experiment),
      plan: '{"plans": [{"warnings": ["ends may be off"]}]}',
      'model-of': JSON.stringify(file),
      model: JSON.stringify(file),
      'redact-model': JSON.stringify({ ...file, evaluation: undefined }),
      'model-card': 'A card.',
      'model-code': 'code',
      predict: table,
      odometer: 'null',
    };
    if (!(type in values)) return false;
    if (type === 'fit') worker.answer({ type: 'phase', id, phase: 'loading' });
    worker.answer({ type: 'value', id, value: values[type] });
    return true;
  });
}

async function engineThat(
  file: object = modelFile(),
  table = predictions,
  also: (message: Message, worker: FakeWorker) => boolean = () => false,
) {
  const environment = new FakeEnvironment(fitting(file, table, also));
  const counted: string[] = [];
  const journals = {
    count: async (
      ask: (variables: { own: string; stateHome: string; home: string }) => Promise<string>,
    ) => {
      counted.push(await ask({ own: '', stateHome: '', home: '' }));
    },
  };
  const engine = await createEngineIn(Object.assign(environment, { journals }), { workers: 2 });
  const received = () => environment.workers.flatMap((worker) => worker.received);
  const sent = <Type extends Message['type']>(type: Type) =>
    received().filter((one): one is Extract<Message, { type: Type }> => one.type === type);
  return { engine, sent, counted };
}

describe('a fit', () => {
  it('asks one worker for the experiment, runs it there once, and makes the model of it', async () => {
    const { engine, sent, counted } = await engineThat();
    const model = await engine.fit(csv, options);
    const [{ request, data }] = sent('fit');
    expect(JSON.parse(request)).toEqual({ ...options, encoding: 'utf-8' });
    expect(await data.blob.text()).toBe(csv);
    const runs = sent('run');
    expect(runs).toHaveLength(1);
    // The data that the first message had read are there for the second.
    expect(runs[0].data).toEqual(data);
    expect(JSON.parse(runs[0].experiment)).toEqual(experiment);
    expect(counted).toHaveLength(1);
    expect(JSON.parse(sent('model-of')[0].result)).toMatchObject({ runs: [{ group: 0 }] });
    expect(model.target.name).toBe('y');
    expect(model.warnings).toEqual(['ends may be off']);
    expect(model.experiment).toEqual(experiment);
    expect(JSON.parse(JSON.stringify(model))).toEqual(modelFile());
  });

  it('takes the name of a file, unless another is given', async () => {
    const { engine, sent } = await engineThat();
    const file = new File([csv], 'people.csv');
    await engine.fit(file, options);
    await engine.fit(file, { ...options, name: 'b.csv' });
    await engine.fit(new Blob([csv]), options);
    const names = sent('fit').map(({ request }) => (JSON.parse(request) as FitOptions).name);
    expect(names).toEqual(['people.csv', 'b.csv', undefined]);
  });

  it('says how objects are written, and takes no other form for them', async () => {
    const { engine, sent } = await engineThat();
    await engine.fit([{ x: 1, y: 'yes' }], options);
    const form = { delimiter: ',', decimal: '.', encoding: 'utf-8' };
    expect(JSON.parse(sent('fit')[0].request)).toMatchObject(form);
    const error = await failure(engine.fit([{ x: 1, y: 'yes' }], { ...options, delimiter: ';' }));
    expect(error.body).toMatchObject({ code: 'conflicting-fields', field: 'delimiter' });
  });

  it('is followed and ended by what stands beside the options, or among them', async () => {
    for (const place of ['beside', 'among']) {
      const { engine } = await engineThat();
      const told: FitProgress['phase'][] = [];
      const control = { onProgress: ({ phase }: FitProgress) => void told.push(phase) };
      if (place === 'among') await engine.fit(csv, { ...options, ...control });
      else await engine.fit(csv, options, control);
      expect(new Set(told)).toEqual(new Set(['loading', 'running']));
      const signal = AbortSignal.abort();
      const ended =
        place === 'among'
          ? engine.fit(csv, { ...options, signal })
          : engine.fit(csv, options, { signal });
      expect((await failure(ended)).code).toBe('cancelled');
    }
  });

  it.each(['fit', 'run'] as const)(
    'ends when it is aborted during its %s, with nothing',
    async (type) => {
      const abort = new AbortController();
      const { engine, sent } = await engineThat(modelFile(), predictions, (message) => {
        if (message.type === type) abort.abort();
        return message.type === type;
      });
      const error = await failure(engine.fit(csv, options, { signal: abort.signal }));
      expect(error.code).toBe('cancelled');
      expect(error.partial).toBeUndefined();
      expect(sent('cancel').map(({ keepPartial }) => keepPartial)).toEqual([false]);
      expect(sent('model-of')).toEqual([]);
      // The engine goes on.
      expect((await engine.loadModel('{}')).task).toBe('yes-or-no');
    },
  );

  it('says what a worker says is wrong, at its field', async () => {
    const body = { code: 'unknown-name', field: 'target', message: 'Did you mean "y"?' } as const;
    const { engine } = await engineThat(modelFile(), predictions, ({ type, id }, worker) => {
      if (type !== 'fit') return false;
      worker.answer({ type: 'error', id, error: body, fatal: false });
      return true;
    });
    expect((await failure(engine.fit(csv, { ...options, target: 'z' }))).body).toEqual(body);
  });

  it('refuses what is no table before a worker sees it', async () => {
    const { engine, sent } = await engineThat();
    expect((await failure(engine.fit([], options))).body).toMatchObject({ code: 'empty-data' });
    expect((await failure(engine.fit(7 as unknown as string, options))).field).toBe('data');
    expect(sent('fit')).toEqual([]);
  });
});

describe('a model', () => {
  it('predicts words, and the probability of yes', async () => {
    const { engine } = await engineThat();
    const model = await engine.loadModel(JSON.stringify(modelFile()));
    expect(await model.predict(csv)).toEqual(['yes', 'no, never']);
    expect(await model.predictProbability(csv)).toEqual([0.75, 0.25]);
    expect(await model.predictTable(csv)).toBe(predictions);
  });

  it('predicts the probabilities of several classes by their names', async () => {
    const table =
      'prediction,probability.a,"probability.b,c",probability.__proto__\na,0.5,0.3,0.2\n';
    const { engine } = await engineThat(modelFile('classes', ['a', 'b,c', '__proto__']), table);
    const model = await engine.loadModel('{}');
    expect(await model.predict(csv)).toEqual(['a']);
    const [shares] = await model.predictProbability(csv);
    expect(Object.entries(shares)).toEqual([['a', 0.5], ['b,c', 0.3], ['__proto__', 0.2]]); // prettier-ignore
  });

  it('predicts numbers, and no probability of them', async () => {
    const { engine, sent } = await engineThat(modelFile('number'), 'prediction\n1e-3\n-2\n');
    const model = await engine.loadModel('{}');
    expect(await model.predict(csv)).toEqual([0.001, -2]);
    const before = sent('predict').length;
    const error = await failure(model.predictProbability(csv));
    expect(error.code).toBe('unsupported-option');
    expect(sent('predict')).toHaveLength(before);
  });

  it('hands on the form of the table that it is asked about', async () => {
    const { engine, sent } = await engineThat();
    const model = await engine.loadModel('{}');
    await model.predict(new Blob([csv]), { delimiter: ';', decimal: ',' });
    await model.predict({ x: [1] });
    const forms = sent('predict').map(({ form }) => JSON.parse(form) as object);
    const own = { delimiter: ',', decimal: '.', encoding: 'utf-8' };
    expect(forms).toEqual([{ delimiter: ';', decimal: ',' }, own]);
  });

  it('refuses options that it does not have, and ends a prediction that is aborted', async () => {
    const abort = new AbortController();
    const { engine } = await engineThat(modelFile(), predictions, ({ type }) => {
      if (type === 'predict') abort.abort();
      return type === 'predict';
    });
    const model = await engine.loadModel('{}');
    const error = await failure(model.predict(csv, { delimeter: ';' } as object));
    expect(error.body).toMatchObject({ code: 'unknown-field', field: 'delimeter' });
    expect(error.message).toContain('Did you mean "delimiter"?');
    expect((await failure(model.predict(csv, { signal: abort.signal }))).code).toBe('cancelled');
  });

  it('tells what it is, and goes on without its evaluation', async () => {
    const { engine, sent } = await engineThat();
    const model = await engine.loadModel(modelFile() as unknown as ModelFile);
    expect(await model.card()).toBe('A card.');
    expect(await model.code('c')).toBe('code');
    expect(sent('model-code')[0].language).toBe('c');
    expect(await model.code('onnx')).toEqual(new TextEncoder().encode('code'));
    expect((await failure(model.code(3 as unknown as 'c'))).field).toBe('code');
    expect(model.evaluation).toEqual({ nonPrivate: [] });
    const redacted = await model.redacted();
    expect(redacted.evaluation).toBeNull();
    expect(await redacted.predict(csv)).toEqual(['yes', 'no, never']);
  });

  it('that is disposed of predicts no more; so does an engine', async () => {
    const { engine } = await engineThat();
    const model = await engine.loadModel('{}');
    const other = await engine.loadModel('{}');
    model[Symbol.dispose]();
    for (const asked of [model.predict(csv), model.card(), model.redacted()]) {
      expect((await failure(asked)).code).toBe('cancelled');
    }
    expect(await other.card()).toBe('A card.');
    engine[Symbol.dispose]();
    expect((await failure(other.card())).code).toBe('cancelled');
  });

  it('is loaded of an object or a text, and of nothing else', async () => {
    const { engine, sent } = await engineThat();
    for (const wrong of [undefined, null, 5, () => 1]) {
      const error = await failure(engine.loadModel(wrong as unknown as string));
      expect(error.body).toMatchObject({ code: 'invalid-type', field: 'model' });
    }
    expect(sent('model')).toEqual([]);
  });
});
