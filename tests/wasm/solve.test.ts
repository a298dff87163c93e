// Certified minimizers, by the engine's solvers and by functions of one's own, through a worker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  EngineError,
  createEngine,
  type Engine,
  type Experiment,
  type SolveReport,
  type SolverState,
  type SolverStep,
} from '../../wasm/node/index.ts';
import { endless, opening } from './experiments.ts';

let engine: Engine;
let optimum: number[];
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
  const report = await engine.landscape(opening, { points: [Array<number>(31).fill(0)] });
  optimum = report.optimum!.point!;
});
afterAll(() => {
  engine.dispose();
});

const samples = 569;
const strength = 0.02;

function distance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.hypot(...Array.from(a, (value, i) => value - b[i]));
}

/** The optimum is no further from the solution than the report says, and that is as near as asked for. */
function expectCertified(report: SolveReport): void {
  expect(report.nonPrivate).toBe(true);
  expect(distance(report.solution, optimum)).toBeLessThanOrEqual(report.distanceBound + 1e-9);
  expect(report.distanceBound).toBeLessThan(1e-3);
  const gap = (strength * report.distanceBound ** 2) / 2;
  expect(Math.abs(report.gapBound / gap - 1)).toBeLessThan(1e-9);
}

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof EngineError ? [error.body.code, error.body.field] : String(error),
  );
}

describe('solve', () => {
  it('minimizes the exact objective to a certified distance, and tells progress', async () => {
    const told: number[] = [];
    const report = await engine.solve(opening, {
      solver: 'katyusha',
      tolerance: 1e-6,
      seed: 2,
      onProgress: ({ done, total }) => told.push(done / total),
    });
    expectCertified(report);
    expect(report).toMatchObject({ solver: 'katyusha', fallback: false, complaint: '' });
    expect(report.trace.gradients).toHaveLength(report.trace.gapBound.length);
    expect(told.length).toBeGreaterThan(0);
    expect(Math.max(...told)).toBeLessThanOrEqual(1);
  });

  it('takes the same defaults, and gives the same bits, as the command', async () => {
    const usual = await engine.solve(opening);
    expect(usual.solver).toBe('loopless-svrg');
    expect(await engine.solve(opening, { tolerance: 1e-6, seed: 1 })).toEqual(usual);
    expect((await engine.solve(opening, { seed: 2 })).solution).not.toEqual(usual.solution);
  });

  it('names what is wrong', async () => {
    const ask = (options: object) => failure(engine.solve(opening, options));
    expect(await ask({ solver: 'newtons' })).toEqual(['unknown-name', 'solve.solver']);
    expect(await ask({ solver: 5 })).toEqual(['invalid-type', 'solver']);
    expect(await ask({ tolerance: 0 })).toEqual(['invalid-value', 'solve.tolerance']);
    expect(await ask({ tolerance: NaN })).toEqual(['invalid-type', 'solve.tolerance']);
    expect(await ask({ tolerance: 1e-17 })).toEqual(['certificate-precision', 'solve.tolerance']);
    const lasso: Experiment = {
      ...opening,
      problem: { loss: 'logistic', regularizer: { kind: 'l1', strength: 0.1 } },
    };
    expect(await failure(engine.solve(lasso))).toEqual([
      'unsupported-regularizer',
      'problem.regularizer',
    ]);
  });

  it('ends soon after an abort', async () => {
    const controller = new AbortController();
    const hard: Experiment = {
      ...endless,
      problem: { loss: 'logistic', regularizer: { kind: 'l2', strength: 1e-9 } },
    };
    const onProgress = () => {
      controller.abort();
    };
    const solve = engine.solve(hard, {
      solver: 'gradient-descent',
      signal: controller.signal,
      onProgress,
    });
    expect(await failure(solve)).toEqual(['cancelled', '']);
  });
});

/** AUC on the same records; concave in y by itself: 2 p (1 - p) = 0.5. */
const auc: Experiment = {
  ...opening,
  problem: { kind: 'saddle', name: 'auc', radius: 0.5 },
  algorithms: [{ id: 'minimax-output-perturbation' }],
  privacy: { notion: 'none' },
  run: { ...opening.run, diagnostics: [] },
};

describe('solve of a saddle problem', () => {
  it('finds the same certified saddle point with different solvers', async () => {
    const ask = (solver?: string) => engine.solve(auc, { solver, primalRegularization: 0.2 });
    const reports = await Promise.all([ask(), ask('extragradient'), ask('al-svre')]);
    const [first] = reports;
    expect(first.solver).toBe('loopless-svr-extragradient');
    for (const report of reports) {
      const { primal, dual, weights, weightedDistanceBound, distanceBounds } = report.saddle!;
      expect(report).toMatchObject({ nonPrivate: true, fallback: false, complaint: '' });
      expect([...primal, ...dual]).toEqual(report.solution);
      expect([primal.length, dual.length]).toEqual([33, 1]);
      expect(weights.primal).toBe(0.2);
      expect(weights.dual).toBeCloseTo(0.5, 12);
      expect(distanceBounds.primal).toBeCloseTo(weightedDistanceBound / Math.sqrt(0.2), 12);
      expect(report.gapBound).toBeCloseTo(weightedDistanceBound ** 2 / 2, 15);
      expect(distance(report.solution, first.solution)).toBeLessThanOrEqual(
        report.distanceBound + first.distanceBound,
      );
      expect(report.trace.gradients[0]).toBe(0);
      expect(report.trace.gapBound.at(-1)).toBe(report.gapBound);
    }
    expect(distance(first.solution, Array<number>(34).fill(0))).toBeGreaterThan(0.1);
  });

  it('takes the steps of a function of one’s own in both parts', async () => {
    await engine.registerSolver('my-saddle', ({ point, fullOperator, dualDimension }) => {
      expect(dualDimension).toBe(1);
      return point.map((z, i) => z - 0.02 * fullOperator[i]);
    });
    const options = { solver: 'my-saddle', tolerance: 1e-3, gradients: 1e6 };
    const regularization = { primalRegularization: 1, dualRegularization: 1 };
    const report = await engine.solve(auc, { ...options, ...regularization });
    expect(report).toMatchObject({ solver: 'my-saddle', fallback: false, complaint: '' });
    expect(report.saddle!.weights.dual).toBeCloseTo(1.5, 12);
  });

  it('names what is missing', async () => {
    expect(await failure(engine.solve(auc))).toEqual([
      'invalid-value',
      'solve.primalRegularization',
    ]);
    expect(await failure(engine.solve(auc, { solver: 'katyusha' }))).toEqual(['unknown-name', 'solve.solver']); // prettier-ignore
    expect(await failure(engine.solve(opening, { dualRegularization: 1 }))).toEqual(['unsupported-option', 'solve.dualRegularization']); // prettier-ignore
  });
});

/** x - grad F(x) / (l + w) */
const descend: SolverStep = ({ point, fullOperator, smoothness, weights }) =>
  point.map((x, i) => x - fullOperator[i] / (smoothness.joint + weights.primal));

describe('a solver of one’s own', () => {
  it('is certified where its steps lead to the minimizer', async () => {
    await engine.registerSolver('my-descent', (state) => Promise.resolve(descend(state)));
    const options = { solver: 'my-descent', tolerance: 1e-4, gradients: 1e6 };
    const report = await engine.solve(opening, options);
    expectCertified(report);
    expect(report).toMatchObject({ solver: 'my-descent', fallback: false, complaint: '' });
    expect(report.attempts).toBe(1);
    expect(report.expectedGradients).toBeNull();
  });

  it('sees the problem and where it stands', async () => {
    const states: SolverState[] = [];
    await engine.registerSolver('curious', (state) => {
      states.push(state);
      return Array.from(descend(state) as Float64Array);
    });
    const report = await engine.solve(opening, { solver: 'curious', gradients: 1e6 });
    expect(report.complaint).toBe('');
    const [first, second] = states;
    expect(first).toMatchObject({
      ...{ solver: 'curious', dimension: 31, primalDimension: 31, dualDimension: 0 },
      ...{ components: samples, weights: { primal: strength, dual: 0 }, attempt: 0, step: 0 },
    });
    expect(first.point).toEqual(new Float64Array(31));
    expect(first.centre).toEqual(new Float64Array(31));
    expect(first.condition).toBeCloseTo(first.smoothness.joint / strength, 9);
    expect(second.step).toBe(1);
    expect(second.point).toEqual(descend(first));
    second.fullOperator.forEach((value, i) => {
      expect(value).toBeCloseTo(second.operator[i] + strength * second.point[i], 14);
    });
    expect(second.gradients - first.gradients).toBe(samples);
    expect(states.at(-1)!.residual).toBeLessThan(first.residual);
    expect(states.at(-1)!.residual).toBeGreaterThan(first.target);
    // A step, the start's and the last point's certificate: no more.
    expect(report.gradients).toBe(samples * (states.length + 1 + 3));
  });

  const never: SolverStep = () => new Promise(() => undefined);
  const wrong: [string, SolverStep, string | RegExp, number][] = [
    ['throws', () => { throw new Error('oh'); }, 'step 0: oh', 1],
    ['rejects', () => Promise.reject(new Error('later')), 'step 0: later', 1],
    ['throws what is no error', () => { throw 'words' as unknown as Error; }, 'step 0: words', 1], // prettier-ignore
    ['rejects with nothing', () => Promise.reject(new Error('')), 'step 0: it threw', 1],
    ['throws late', (state) => (state.step < 3 ? descend(state) : Promise.reject(new Error('x'))), 'step 3: x', 1],
    ['gives too few', () => [1, 2], 'step 0: its point has 2 numbers instead of 31', 1],
    ['gives too many', () => new Float64Array(32), 'step 0: its point has 32 numbers instead of 31', 1],
    ['gives NaN', ({ point }) => point.fill(NaN), 'step 0: its point is not finite', 1],
    ['gives words', () => Array<string>(31).fill('a') as unknown as number[], 'step 0: its point is not finite', 1],
    ['gives an object', () => ({}) as number[], 'step 0: its point has 0 numbers instead of 31', 1],
    ['gives a number', () => 7 as unknown as number[], 'step 0: its point has 0 numbers instead of 31', 1],
    ['never answers', never, 'step 0: nothing came within 0.05 s', 1],
    ['stops', () => null, 'it ended at no point that is near enough', 4],
    ['returns nothing', () => undefined, 'it ended at no point that is near enough', 4],
    ['stays', ({ point }) => point, 'it used up its evaluations', 4],
    ['runs away', ({ point }) => point.map((x) => 10 * x + 1e300), /its point is not finite|used up/, 1],
  ]; // prettier-ignore

  it.each(wrong)('that %s loses nothing', async (_, step, complaint, attempts) => {
    await engine.registerSolver('wrong', step, { stepSeconds: 0.05 });
    const report = await engine.solve(opening, {
      solver: 'wrong',
      tolerance: 1e-4,
      gradients: 20 * samples,
    });
    expect(report.complaint).toMatch(complaint);
    expect(report.fallback).toBe(true);
    expect(report.attempts).toBe(attempts);
    expectCertified(report);
  });

  it('goes on from where it stopped', async () => {
    await engine.registerSolver('pausing', (state) => (state.step < 40 ? descend(state) : null));
    const options = { solver: 'pausing', tolerance: 1e-2, gradients: 1e6 };
    const report = await engine.solve(opening, options);
    expect(report.fallback).toBe(false);
    expect(report.attempts).toBeGreaterThan(1);
  });

  it('is cancelled while a step is on its way', async () => {
    const controller = new AbortController();
    await engine.registerSolver('slow', () => {
      setTimeout(() => {
        controller.abort();
      }, 5);
      return never({} as SolverState);
    });
    const start = performance.now();
    const solve = engine.solve(opening, { solver: 'slow', signal: controller.signal });
    expect(await failure(solve)).toEqual(['cancelled', '']);
    expect(performance.now() - start).toBeLessThan(2000);
    // The worker that it worked in is there for the next.
    expectCertified(await engine.solve(opening, { solver: 'my-descent', tolerance: 1e-4 }));
  });

  it('works beside others', async () => {
    const seen = new Set<string>();
    const named = (name: string): Promise<void> =>
      engine.registerSolver(name, (state) => {
        seen.add(`${name} of ${state.solver}`);
        return descend(state);
      });
    await Promise.all([named('one'), named('two')]);
    const solve = (solver: string) => engine.solve(opening, { solver, tolerance: 1e-3 });
    const reports = await Promise.all([solve('one'), solve('two'), solve('svrg')]);
    expect(reports.map(({ complaint }) => complaint)).toEqual(['', '', '']);
    expect([...seen].sort()).toEqual(['one of one', 'two of two']);
    expect(reports[0].solution).toEqual(reports[1].solution);
  });

  it('is replaced by one of the same name', async () => {
    await engine.registerSolver('again', () => null);
    await engine.registerSolver('again', descend);
    const report = await engine.solve(opening, { solver: 'again', tolerance: 1e-3 });
    expect(report.fallback).toBe(false);
  });

  it('has a name and a function', async () => {
    const ask = (...given: unknown[]) =>
      failure(engine.registerSolver(...(given as Parameters<Engine['registerSolver']>)));
    expect(await ask('svrg', descend)).toEqual(['invalid-value', 'name']);
    expect(await ask('No Name', descend)).toEqual(['invalid-value', 'name']);
    expect(await ask(5, descend)).toEqual(['invalid-type', 'name']);
    expect(await ask('name', {})).toEqual(['invalid-type', 'step']);
    expect(await ask('name', descend, { stepSeconds: 0 })).toEqual(['invalid-value', 'stepSeconds']); // prettier-ignore
    expect(await failure(engine.solve(opening, { solver: 'name' }))).toEqual(['unknown-name', 'solve.solver']); // prettier-ignore
  });
});
