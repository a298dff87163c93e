import { aFunction, aNumber, aText, checkOptions, wrongType, type RulesOf } from './arguments.ts';
import { engineError } from './error.ts';
import type { AwaitedStep } from './module.ts';
import type { AskedState, SolverOptions, SolverStep, StepAnswer } from './solve.ts';

// Few pages have solvers of their own: the package has this in a file that is loaded with the first.

type OwnSolver = Required<SolverOptions> & { step: SolverStep };

const rules: RulesOf<SolverOptions> = { stepSeconds: aNumber, solveSeconds: aNumber };

/**
 * A solver with its limits.
 *
 * @throws EngineError at what is wrong
 */
export function ownSolver(name: unknown, step: SolverStep, options: SolverOptions): OwnSolver {
  if (aText(name) !== null) throw wrongType('name', 'a text');
  if (aFunction(step) !== null) throw wrongType('step', 'a function');
  checkOptions('registerSolver', options, rules);
  const { stepSeconds = 10, solveSeconds = 60 } = options;
  for (const [field, seconds] of Object.entries({ stepSeconds, solveSeconds })) {
    if (seconds > 0 && seconds <= 1e6) continue;
    throw engineError('invalid-value', field, 'Give seconds, above 0 and up to 1e6.');
  }
  return { step, stepSeconds, solveSeconds };
}

/** One solve of one solver, from its first step to its last. */
interface Solve {
  id: number;
  /** What its steps took so far. */
  seconds: number;
}

/** Makes the steps that a request waits for. */
export type AnswerSteps = (steps: AwaitedStep[]) => Promise<StepAnswer[]>;

/** The solvers that were registered with an engine. */
export class OwnSolvers {
  readonly #solvers = new Map<string, OwnSolver>();
  #solves = 0;

  set(name: string, solver: OwnSolver): void {
    this.#solvers.set(name, solver);
  }

  /** What answers one request, whose runs may each make a solve after another. */
  answering(): AnswerSteps {
    const solves = new Map<number, Solve>();
    return async (steps) => {
      const answers: Promise<StepAnswer>[] = [];
      for (const { run, state } of steps) {
        if (state.attempt + state.step === 0) solves.set(run, { id: ++this.#solves, seconds: 0 });
        const answer = answerOf(this.#solvers.get(state.solver)!, state, solves.get(run)!);
        answers.push(answer);
        // One that computes without a pause has ended when the next begins, so that its time is its own.
        await Promise.race([answer, new Promise((resolve) => setTimeout(resolve))]);
      }
      return Promise.all(answers);
    };
  }
}

/** What a function answers in its time; what else it does is said. */
async function answerOf(
  { step, stepSeconds, solveSeconds }: OwnSolver,
  state: AskedState,
  solve: Solve,
): Promise<StepAnswer> {
  const left = solveSeconds - solve.seconds;
  const seconds = Math.min(stepSeconds, left);
  const lateness = () =>
    new Error(
      seconds < left
        ? `nothing came within ${stepSeconds} s`
        : `its steps took more than ${solveSeconds} s together`,
    );
  const began = performance.now();
  let timer;
  try {
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(lateness());
      }, seconds * 1000);
    });
    const next = await Promise.race([step({ ...state, solve: solve.id }), late]);
    const took = (performance.now() - began) / 1000;
    // No timer rings while a function computes.
    if (took > seconds) throw lateness();
    solve.seconds += took;
    return { next: next ? Float64Array.from(next) : null, failure: '' };
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    return { next: null, failure: text || 'it threw' };
  } finally {
    clearTimeout(timer);
  }
}
