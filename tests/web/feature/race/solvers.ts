// An engine whose solvers take so many gradients for each decade of accuracy.
import type { PageEngine, PlanReport, SolveReport } from '../../../../web/src/engine/types.ts';
import type { SolveOptions } from '../../../../wasm/client/index.ts';

export const plan = {
  data: { samples: 1000 },
  constants: { smoothness: 0.25 },
} as unknown as PlanReport;

const perDecade: Readonly<Record<string, number>> = { swift: 1000, slow: 5000, lame: 3000 };
/** Where the start is, in the distance of certificates. */
const first = 8;

function reportOf(solver: string, tolerance: number): SolveReport {
  const decades = Math.round(-Math.log10(tolerance));
  const fallback = solver === 'lame' && decades > 2;
  const distance = 0.5 * tolerance * first;
  // F is 0.5-strongly convex.
  return {
    nonPrivate: true,
    solver,
    solution: [0],
    distanceBound: distance,
    gapBound: 0.25 * distance ** 2,
    gradients: decades * perDecade[solver],
    expectedGradients: solver === 'swift' ? 500 * decades : null,
    condition: 10,
    attempts: 1,
    fallback,
    complaint: fallback ? 'it used up its evaluations' : '',
    trace: { gradients: [0, 1], gapBound: [0.25 * first ** 2, 0.25 * distance ** 2] },
  };
}

/** @param before what happens first in every solve */
export function solvingEngine(before: (options: SolveOptions) => void = () => undefined) {
  const asked: SolveOptions[] = [];
  const solve = (_: unknown, options: SolveOptions = {}) => {
    asked.push(options);
    const { solver = '', tolerance = 1, signal } = options;
    return new Promise<SolveReport>((resolve, reject) => {
      const cancel = () => reject(new DOMException('the solve was cancelled', 'AbortError'));
      before(options);
      if (signal?.aborted) cancel();
      signal?.addEventListener('abort', cancel);
      setTimeout(() => resolve(reportOf(solver, tolerance)));
    });
  };
  const theory = () =>
    Promise.resolve({
      solvers: [
        { solver: 'swift', title: 'Swift', gradients: 3000 },
        { solver: 'slow', title: 'Slow', gradients: 200_000 },
        { solver: 'lame', title: 'Lame', gradients: 1e9 },
        { solver: 'mine', title: 'Mine', gradients: null },
      ],
    });
  const engine = { solve, theory } as unknown as Pick<PageEngine, 'solve' | 'theory'>;
  return { engine, asked };
}
