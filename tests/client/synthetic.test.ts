import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { SynthesizeOptions } from '../../wasm/client/synthetic.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging } from './fake-environment.ts';

/** An engine whose worker says what it is asked of a result. */
async function engineWithResult() {
  const environment = new FakeEnvironment(
    obliging((message, worker) => {
      const { type, id } = message;
      if (!['synthesize', 'marginals', 'landscape'].includes(type)) return false;
      const question = JSON.stringify({ experiment: '{"version":1}', request: '{"marginals":{}}' });
      const report = '{"nonPrivate":true,"records":7,"tables":[]}';
      const values = { synthesize: 'a,b\n', marginals: question, landscape: report };
      worker.answer({ type: 'value', id, value: values[type as keyof typeof values] });
      return true;
    }),
  );
  const engine = await createEngineIn(environment, {});
  const sent = () =>
    environment.workers[0].received.filter(({ type }) =>
      ['synthesize', 'marginals', 'landscape'].includes(type),
    );
  return { engine, sent };
}

describe('synthetic records', () => {
  it('are text, and what is not said is left to the engine', async () => {
    const { engine, sent } = await engineWithResult();
    expect(await engine.synthesize('{}')).toBe('a,b\n');
    await engine.synthesize('{}', { run: 2, records: 10, seed: 0, codes: true });
    expect(sent()).toMatchObject([
      { result: '{}', synthesis: {} },
      { result: '{}', synthesis: { run: 2, records: 10, seed: 0, codes: true } },
    ]);
  });

  it.each<[SynthesizeOptions, string, string]>([
    [{ seed: 'one' as never }, 'invalid-type', 'seed'],
    [{ codes: 'yes' as never }, 'invalid-type', 'codes'],
  ])('refuses %j without a message to a worker', async (options, code, field) => {
    const { engine, sent } = await engineWithResult();
    const error = await failure(engine.synthesize('{}', options));
    expect(error.body).toMatchObject({ code, field });
    expect(sent()).toEqual([]);
  });
});

describe('marginals', () => {
  it('are a survey of what the result asks, on the data that are given', async () => {
    const { engine, sent } = await engineWithResult();
    const report = await engine.marginals({ runs: [] } as never, { run: 3, data: new Blob(['x']) });
    expect(report).toEqual({ nonPrivate: true, records: 7, tables: [] });
    const [question, survey] = sent();
    expect(question).toMatchObject({ type: 'marginals', result: '{"runs":[]}', run: 3 });
    expect(survey).toMatchObject({ experiment: '{"version":1}', request: '{"marginals":{}}' });
    expect((survey as { data: { blob: Blob } }).data.blob.size).toBe(1);
  });

  it('refuse what is no run', async () => {
    const { engine, sent } = await engineWithResult();
    const error = await failure(engine.marginals('{}', { run: '1' as never }));
    expect(error.body).toMatchObject({ code: 'invalid-type', field: 'run' });
    expect(sent()).toEqual([]);
  });
});
