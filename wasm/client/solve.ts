import type { DataOptions, ProgressEvent } from './types.ts';

/** How the exact objective is minimized, or its saddle point found. */
export interface SolveOptions extends DataOptions {
  /**
   * An id of the engine's, or a name that was registered; by default `loopless-svrg`, of saddle problems
   * `loopless-svr-extragradient`.
   */
  solver?: string;
  /** Demanded residual as a part of the first one, above 0 and at most 1; by default 1e-6. */
  tolerance?: number;
  /** Of records, that each attempt may take; by default as many as the fallback may need. */
  gradients?: number;
  /** The same seed gives the same solution; by default 1. */
  seed?: number;
  /** Of saddle problems: adds (a / 2) |x|^2; by default 0. Both parts must be strongly convex. */
  primalRegularization?: number;
  /** Of saddle problems: subtracts (b / 2) |y|^2; by default 0. */
  dualRegularization?: number;
  /** Counts gradients of records. */
  onProgress?: (event: ProgressEvent) => void;
}

/**
 * What a solver of one's own sees before a step. It minimizes
 *
 *     F(x) = (1/m) sum_i phi_i(x) + (w/2) |x - c|^2                                 z = x
 *
 * over a domain; or, where there is a dual part, it finds the saddle point, min over x and max over y, of
 *
 *     (1/m) sum_i phi_i(x, y) + (w_x/2) |x - c_x|^2 - (w_y/2) |y - c_y|^2         z = (x, y)
 *
 * Its arrays are the function's own: it may change and keep them. All of it is exact, so not private: also
 * where a private run releases what it finds with noise, the function sees numbers of the data without.
 */
export interface SolverState {
  /** Under which it was registered. */
  solver: string;
  /** Tells solves apart that go on beside each other, as those of several runs do: the same for all steps of one. */
  solve: number;
  /** Of z: the primal and the dual dimension together. */
  dimension: number;
  primalDimension: number;
  /** 0 for a minimization. */
  dualDimension: number;
  /** m: how many gradients of records a step costs. */
  components: number;
  /** z: what the last step returned, projected onto the domain; before the first, the start. */
  point: Float64Array;
  /** A(z): the mean of grad phi_i(x), or of (grad_x phi_i, -grad_y phi_i). */
  operator: Float64Array;
  /** B(z) = A(z) + w (z - c): the gradient of F, or (grad_x, -grad_y) with the added terms. */
  fullOperator: Float64Array;
  /** w, or w_x and w_y; the dual one of a minimization is 0. */
  weights: { primal: number; dual: number };
  /** c, or (c_x, c_y). */
  centre: Float64Array;
  /** Lipschitz constant of A, and bounds of its parts, which may be infinite. */
  smoothness: { joint: number; primal: number; dual: number; coupling: number };
  /** That of A in the norm of the weights: of a minimization smoothness over weight. */
  condition: number;
  /** How often the solver was asked to start before: 0 to 3. What it keeps from step to step is its own matter. */
  attempt: number;
  /** How many steps it made in this attempt. */
  step: number;
  /** About how far the solution is at most, in the norm |z|_W = sqrt(w_x |x|^2 + w_y |y|^2). */
  residual: number;
  /** The engine certifies a point, and ends if it may, where the residual is no larger. */
  target: number;
  /** Of records, so far. */
  gradients: number;
}

/** The next point, of the state's dimension; nothing stops the attempt. */
export type SolverAnswer = ArrayLike<number> | null | undefined;

/** Makes one step of a solver: from a point with its operator to the next one. */
export type SolverStep = (state: SolverState) => SolverAnswer | Promise<SolverAnswer>;

export interface SolverOptions {
  /** A step that takes longer ends the solver; by default 10. */
  stepSeconds?: number;
  /** So do the steps of one solve where they take longer together; by default 60. */
  solveSeconds?: number;
}

/** A state without the number of its solve, which the page gives. */
export type AskedState = Omit<SolverState, 'solve'>;

/** A step as the engine takes it: nowhere to go means that the solver stops, or why there is no answer. */
export interface StepAnswer {
  next: Float64Array | null;
  failure: string;
}
