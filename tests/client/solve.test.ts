import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { SolverState, SolverStep } from '../../wasm/client/solve.ts';
import { small } from './experiments.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging } from './fake-environment.ts';

const state = { point: Float64Array.of(1, 2), step: 3 } as unknown as SolverState;

/** An engine whose worker asks for one step, and says of a solve what it was answered. */
async function askingEngine() {
  const environment = new FakeEnvironment(
    obliging((message, worker) => {
      const { id, type } = message;
      const progress = { done: false, gradientEvaluations: 10, totalEvaluations: 40 };
      if (type === 'solver') worker.answer({ type: 'value', id, value: '' });
      if (type === 'solve') worker.answer({ type: 'measured', id, progress, state });
      if (type === 'step') {
        const complaint = message.failure || String(message.next);
        worker.answer({ type: 'value', id, value: JSON.stringify({ complaint }) });
      }
      return ['solver', 'solve', 'step'].includes(type);
    }),
  );
  const engine = await createEngineIn(environment, {});
  return { engine, worker: environment.workers[0] };
}

describe('a solver of the page', () => {
  it('is named to the worker, and its answers go there', async () => {
    const { engine, worker } = await askingEngine();
    await engine.registerSolver('mine', ({ point }) => point.map((x) => 2 * x));
    expect(await engine.solve(small, { solver: 'mine', seed: 4 })).toEqual({ complaint: '2,4' });
    const solve = worker.received.find(({ type }) => type === 'solve');
    expect(solve).toMatchObject({
      outside: 'mine',
      request: '{"solve":{"solver":"mine","seed":4}}',
    });
  });

  it.each([
    ['null stops', () => null, 'null'],
    ['a list will do', () => Promise.resolve([5, 6]), '5,6'],
    [
      'what it throws is said',
      () => {
        throw new Error('oh');
      },
      'oh',
    ],
    ['silence is said', () => new Promise<null>(() => undefined), 'nothing came within 0.01 s'],
  ] as [string, SolverStep, string][])('%s', async (_, step, complaint) => {
    // prettier-ignore
    const { engine } = await askingEngine();
    await engine.registerSolver('mine', step, { stepSeconds: 0.01 });
    expect(await engine.solve(small, { solver: 'mine' })).toEqual({ complaint });
  });

  it('is asked for a saddle point of a problem with what is added to it', async () => {
    const { engine, worker } = await askingEngine();
    await engine.registerSolver('mine', () => null);
    const added = { primalRegularization: 0.5, dualRegularization: 2 };
    await engine.solve(small, { solver: 'mine', ...added });
    expect(worker.received.find(({ type }) => type === 'solve')).toMatchObject({
      request: '{"solve":{"solver":"mine","primalRegularization":0.5,"dualRegularization":2}}',
    });
    const wrong = engine.solve(small, { dualRegularization: '2' } as object);
    expect((await failure(wrong)).body.field).toBe('dualRegularization');
  });

  it('answers once, however late', async () => {
    const { engine, worker } = await askingEngine();
    const late = () => new Promise<number[]>((resolve) => setTimeout(resolve, 20, [1, 2]));
    await engine.registerSolver('mine', late, { stepSeconds: 0.01 });
    await engine.solve(small, { solver: 'mine' });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(worker.received.filter(({ type }) => type === 'step')).toHaveLength(1);
  });

  it('does not keep a solve from being cancelled', async () => {
    const { engine, worker } = await askingEngine();
    const controller = new AbortController();
    await engine.registerSolver('mine', () => new Promise<null>(() => undefined));
    const solve = engine.solve(small, { solver: 'mine', signal: controller.signal });
    setTimeout(() => {
      controller.abort();
    }, 5);
    expect((await failure(solve)).code).toBe('cancelled');
    expect(worker.received.at(-1)).toMatchObject({ type: 'cancel' });
  });

  it('is asked of the engine alone where no function has the name', async () => {
    const { engine, worker } = await askingEngine();
    const solve = engine.solve(small, { solver: 'svrg', signal: AbortSignal.timeout(10) });
    expect((await failure(solve)).code).toBe('cancelled');
    const sent = worker.received.find(({ type }) => type === 'solve');
    expect(sent).toMatchObject({ outside: '' });
    expect(worker.received.some(({ type }) => type === 'step')).toBe(false);
  });
});
