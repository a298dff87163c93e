// Solvers of the page in private runs, through workers: good ones are certified, bad ones lose nothing, and the result says so.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  EngineError,
  createEngine,
  type Engine,
  type Experiment,
  type ExperimentResult,
  type SolverState,
  type SolverStep,
} from '../../wasm/node/index.ts';
import { opening } from './experiments.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 2, variant: 'simd' });
});
afterAll(() => {
  engine.dispose();
});

/** Four runs of a method, dealt to two workers. */
function asking(parameters: object, id = 'output-perturbation'): Experiment {
  return {
    ...opening,
    privacy: { notion: 'approximate', epsilon: 1, delta: 1e-6 },
    algorithms: [{ id, parameters }] as Experiment['algorithms'],
    run: { repeats: 4, randomness: { mode: 'reproducible', seed: 7 }, diagnostics: [] },
  };
}

const solutions = ({ runs }: ExperimentResult) => runs.map(({ solution }) => solution!);
const solves = ({ runs }: ExperimentResult) => runs.map(({ nonPrivate }) => nonPrivate!.solves!);

/** Accelerated gradient descent, which remembers the last point of each solve. */
function accelerated(): SolverStep {
  const last = new Map<number, Float64Array>();
  return ({ solve, step, point, fullOperator, smoothness, weights }) => {
    const bound = smoothness.joint + weights.primal;
    const next = point.map((x, i) => x - fullOperator[i] / bound);
    const before = (step > 0 && last.get(solve)) || point;
    last.set(solve, next);
    const slowness = Math.sqrt(weights.primal / bound);
    const momentum = (1 - slowness) / (1 + slowness);
    return next.map((x, i) => x + momentum * (x - before[i]));
  };
}

describe('a solver of the page in private runs', () => {
  it('is asked by every worker, is certified, and comes to the answer of every other solver', async () => {
    const seen = new Set<number>();
    const step = accelerated();
    await engine.registerSolver('mine', (state) => {
      seen.add(state.solve);
      return state.step % 2 === 0 ? step(state) : Promise.resolve(step(state));
    });
    const result = await engine.run(asking({ solver: 'mine' }));
    expect(seen.size).toBe(4);
    for (const { count, fallbacks, first } of solves(result)) {
      expect({ count, fallbacks, listed: first.length }).toEqual({
        count: 1,
        fallbacks: 0,
        listed: 1,
      });
      expect(first[0]).toMatchObject({ fallback: false, complaint: '' });
      expect(first[0].gradients).toBeGreaterThan(569);
    }
    expect(result.runs.every(({ privacy }) => privacy.certified)).toBe(true);
    // The noise is the same: what differs is within the certified distances, in the norm of the weight.
    const other = solutions(await engine.run(asking({ solver: 'gradient-descent' })));
    const [entry] = result.privacy.statement!.entries as unknown as [{ solution: { distance: number; primalWeight: number } }]; // prettier-ignore
    const { distance, primalWeight } = entry.solution;
    solutions(result).forEach((solution, run) => {
      const apart = Math.hypot(...solution.map((x, i) => x - other[run][i]));
      expect(apart).toBeLessThanOrEqual((2 * distance) / Math.sqrt(primalWeight));
      expect(apart).toBeGreaterThan(0);
    });
  });

  const never: SolverStep = () => new Promise(() => undefined);
  const wrong: [string, SolverStep, string, number][] = [
    ['throws', () => { throw new Error('oh'); }, 'step 0: oh', 1],
    ['gives NaN', ({ point }) => point.fill(NaN), 'step 0: its point is not finite', 1],
    ['gives too few', () => [1, 2], 'step 0: its point has 2 numbers instead of 31', 1],
    ['never answers', never, 'step 0: nothing came within 0.05 s', 1],
    ['stops short', () => null, 'it ended at no point that is near enough', 4],
    ['lies for ever', ({ point }) => new Promise((resolve) => setTimeout(resolve, 5, point)), 'its steps took more than 0.2 s together', 1],
  ]; // prettier-ignore

  it.each(wrong)('that %s loses nothing', async (_, step, complaint, attempts) => {
    await engine.registerSolver('wrong', step, { stepSeconds: 0.05, solveSeconds: 0.2 });
    const result = await engine.run(asking({ solver: 'wrong' }));
    for (const { count, fallbacks, first } of solves(result)) {
      expect([count, fallbacks]).toEqual([1, 1]);
      expect(first[0].complaint).toContain(complaint);
      expect(first[0].attempts).toBe(attempts);
    }
    // The same bits as where no solver is asked.
    const fixed = await engine.run(asking({ solver: 'wrong', fixedIterations: true }));
    expect(solutions(result)).toEqual(solutions(fixed));
  });

  it('is planned, replayed and redacted as any other', async () => {
    await engine.registerSolver('mine', accelerated());
    const { plans } = await engine.plan(asking({ solver: 'mine' }));
    expect(plans).toHaveLength(1);
    const result = await engine.run(asking({ solver: 'mine' }));
    expect(await engine.verify(result)).toMatchObject({ matches: true });
    expect(JSON.stringify(await engine.redact(result))).not.toContain('fallbacks');
  });

  it('is checked where it is registered, and elsewhere as far as its figures go', async () => {
    await engine.registerSolver('mine', accelerated());
    const result = await engine.run(asking({ solver: 'mine' }));
    const known = await engine.checkStatement(result);
    expect(known).toMatchObject({ consistent: true, unknown: [], problems: [] });
    const elsewhere = await createEngine({ workers: 1, variant: 'simd' });
    try {
      const report = await elsewhere.checkStatement(result);
      expect(report).toMatchObject({ consistent: null, problems: [] });
      expect(report.unknown).toEqual(['the solver mine is not known here']);
      expect(report.sentence).toBe('Figures recomputed; the solver mine is not known here.');
      expect(report.total!.recomputed).toEqual(known.total!.recomputed);
      await elsewhere.registerSolver('mine', accelerated());
      expect(await elsewhere.verify(result)).toMatchObject({ matches: true });
      expect((await elsewhere.checkStatement(result)).consistent).toBe(true);
    } finally {
      elsewhere.dispose();
    }
  });

  it('works in phases, which are not certified', async () => {
    await engine.registerSolver('mine', accelerated());
    const experiment = asking({ solver: 'mine' }, 'phased-output-perturbation');
    const domain = { kind: 'l2-ball', radius: 2 } as const;
    const problem = { loss: 'logistic', domain } as const;
    const { runs } = await engine.run({ ...experiment, problem });
    for (const { privacy, nonPrivate } of runs) {
      expect(privacy.certified).toBe(false);
      expect(nonPrivate!.solves!.count).toBeGreaterThan(1);
      expect(nonPrivate!.solves!.first[0].attempts).toBeGreaterThan(0);
    }
  });

  it('is cancelled while steps are on their way', async () => {
    const controller = new AbortController();
    await engine.registerSolver('slow', () => {
      setTimeout(() => {
        controller.abort();
      }, 5);
      return never({} as SolverState);
    });
    const began = performance.now();
    const run = engine.run(asking({ solver: 'slow' }), { signal: controller.signal });
    const error = await run.then(
      () => null,
      (thrown: unknown) => thrown as EngineError,
    );
    expect(error).toBeInstanceOf(EngineError);
    expect(error!.code).toBe('cancelled');
    expect(performance.now() - began).toBeLessThan(2000);
    await engine.registerSolver('mine', accelerated());
    const next = await engine.run(asking({ solver: 'mine' }));
    expect(solves(next).map(({ fallbacks }) => fallbacks)).toEqual([0, 0, 0, 0]);
  });

  it('leaves nothing of its solves in secure results', async () => {
    await engine.registerSolver('mine', accelerated());
    const experiment = asking({ solver: 'mine' });
    const run = { ...experiment.run, randomness: { mode: 'secure' } } as const;
    const { runs } = await engine.run({ ...experiment, run });
    expect(runs.map(({ nonPrivate }) => nonPrivate?.solves)).toEqual(Array(4).fill(undefined));
  });

  it('that has no name is unknown', async () => {
    const run = engine.run(asking({ solver: 'nobodys' }));
    await expect(run).rejects.toMatchObject({ code: 'unknown-name' });
  });
});
