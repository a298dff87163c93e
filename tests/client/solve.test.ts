import { describe, expect, it } from 'vitest';

import { createEngineIn } from '../../wasm/client/engine.ts';
import type { AwaitedStep } from '../../wasm/client/module.ts';
import type {
  AskedState,
  SolverOptions,
  SolverState,
  SolverStep,
} from '../../wasm/client/solve.ts';
import { small } from './experiments.ts';
import { failure } from './failure.ts';
import { FakeEnvironment, obliging } from './fake-environment.ts';

/** What a run waits for: its first step, or a later one of a solve. */
const awaited = (run = 0, step = 0): AwaitedStep => {
  const state = { solver: 'mine', point: Float64Array.of(1, 2), attempt: 0, step };
  return { run, state: state as unknown as AskedState };
};

/** An engine whose worker asks for one step, and says of a solve what it was answered. */
async function askingEngine() {
  const environment = new FakeEnvironment(
    obliging((message, worker) => {
      const { id, type } = message;
      const progress = { done: false, gradientEvaluations: 10, totalEvaluations: 40 };
      if (type === 'solver') worker.answer({ type: 'value', id, value: '' });
      const steps = [awaited()];
      if (type === 'solve') worker.answer({ type: 'measured', id, progress, steps });
      if (type === 'steps') {
        const [{ next, failure }] = message.answers;
        const complaint = failure || String(next);
        worker.answer({ type: 'value', id, value: JSON.stringify({ complaint }) });
      }
      return ['solver', 'solve', 'steps'].includes(type);
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
      outside: ['mine'],
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
    expect(worker.received.filter(({ type }) => type === 'steps')).toHaveLength(1);
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
    expect(sent).toMatchObject({ outside: [] });
    expect(worker.received.some(({ type }) => type === 'steps')).toBe(false);
  });
});

/** The answers that the runs of an engine's workers get to the steps that they ask for, in turn. */
async function runWith(rounds: AwaitedStep[][], step: SolverStep, options: SolverOptions = {}) {
  const answers: string[][] = [];
  const progress = { done: false, gradientEvaluations: 10, totalEvaluations: 40 };
  const trace = { heads: new Float64Array(0), values: new Float64Array(0), names: [] };
  const environment = new FakeEnvironment(
    obliging((message, worker) => {
      const { id, type } = message;
      if (type === 'solver') worker.answer({ type: 'value', id, value: '' });
      if (type === 'steps') {
        answers.push(message.answers.map(({ next, failure }) => failure || String(next)));
      }
      if (type === 'run' || type === 'steps') {
        const steps = rounds[answers.length] as AwaitedStep[] | undefined;
        if (steps) worker.answer({ type: 'slice', id, trace, progress, steps });
        else worker.answer({ type: 'value', id, value: '{}' });
      }
      return ['solver', 'run', 'steps'].includes(type);
    }),
  );
  const engine = await createEngineIn(environment, { workers: 1 });
  await engine.registerSolver('mine', step, options);
  await engine.run(small);
  return { answers, worker: environment.workers[0] };
}

describe('a solver of the page in a run', () => {
  it('is named with the run, and answers every step of a slice in its order', async () => {
    const late = (state: SolverState) =>
      new Promise<number[]>((resolve) => {
        setTimeout(resolve, 10 - 5 * state.step, [state.step]);
      });
    const { answers, worker } = await runWith([[awaited(0), awaited(1)], [awaited(1, 1)]], late);
    expect(answers).toEqual([['0', '0'], ['1']]);
    expect(worker.runs()[0]).toMatchObject({ outside: ['mine'] });
  });

  it('is told which solve a step belongs to', async () => {
    const solves: number[] = [];
    const rounds = [[awaited(0), awaited(7)], [awaited(7, 1), awaited(0, 1)], [awaited(0, 0)]];
    await runWith(rounds, ({ solve }) => void solves.push(solve));
    const [first, second] = solves;
    expect(solves).toEqual([first, second, second, first, solves[4]]);
    expect(new Set(solves).size).toBe(3);
  });

  it('is given up when its steps take too long together', async () => {
    const rounds = [0, 1, 2, 3].map((step) => [awaited(0, step)]);
    const slow = () => new Promise<number[]>((resolve) => setTimeout(resolve, 80, [1]));
    const { answers } = await runWith(rounds, slow, { solveSeconds: 0.25 });
    expect(answers.flat()[0]).toBe('1');
    expect(answers.flat()).toContain('its steps took more than 0.25 s together');
  });

  it('has its time measured where it computes without a pause, and not that of others', async () => {
    const compute = ({ step }: SolverState) => {
      const end = performance.now() + (step === 0 ? 80 : 300);
      while (performance.now() < end);
      return [step];
    };
    const beside = [0, 1, 2, 3].map((run) => awaited(run));
    const { answers } = await runWith([beside, [awaited(0, 1)]], compute, { stepSeconds: 0.25 });
    expect(answers).toEqual([['0', '0', '0', '0'], ['nothing came within 0.25 s']]);
  });

  it('loses nothing when it throws', async () => {
    const rounds = [[awaited(0), awaited(1)]];
    const { answers } = await runWith(rounds, ({ solve }) => {
      throw new Error(`no ${typeof solve}`);
    });
    expect(answers).toEqual([['no number', 'no number']]);
  });
});
