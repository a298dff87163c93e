import type { Experiment, PageEngine, SolveReport } from '../../engine/types.ts';
import { isCancelled, toProblem } from '../../store/errors.ts';
import type { Entrant } from './line-up.ts';

/** One solve from the start to a certified distance. All of it is read off the data exactly: not private. */
export interface Rung {
  /** Demanded, as a part of the start's distance. */
  tolerance: number;
  /** The same as a distance: a certificate may be no larger. */
  demanded: number;
  /** What was certified. */
  distance: number;
  /** Of single records, certificates included. */
  gradients: number;
  /** How many theory expects, up to a constant; null where nobody knows. */
  expected: number | null;
  seconds: number;
  /** Whether another method had to answer, and then what the solver did wrong. */
  fallback: boolean;
  complaint: string;
}

/** A solver in a race, and how far it came. */
export interface Racer extends Entrant {
  rungs: readonly Rung[];
  /** What the engine said where it knows no answer; else ''. */
  problem: string;
}

export interface RaceOptions {
  entrants: readonly Entrant[];
  tolerance: number;
  /** What both parts of a saddle problem get added; null of a minimization. */
  added: number | null;
  data?: Blob;
  signal: AbortSignal;
  /** Every time that a solver came home, and the part of the race that is over. */
  told: (racers: readonly Racer[], share: number) => void;
}

/** Another tolerance may be certified where this one could not. */
const ownProblems: readonly string[] = ['certificate-precision'];

/** Demanded parts, decade by decade down to the tolerance. */
export function rungsTo(tolerance: number): number[] {
  const decades = Math.ceil(-Math.log10(tolerance) - 1e-9);
  return Array.from({ length: decades }, (_, k) =>
    k === decades - 1 ? tolerance : Number(`1e-${k + 1}`),
  );
}

/** Whether a solver is out of the race: from here on another method would answer. */
export function isOut({ problem, rungs }: Racer): boolean {
  return problem !== '' || rungs.at(-1)?.fallback === true;
}

/**
 * Solves an objective without privacy, with each solver in turn, and to every decade of accuracy anew: solvers seldom
 * ask for a certificate before they believe that they are there.
 *
 * @returns early, and without an error, when it is cancelled
 * @throws what the engine says against the objective
 */
export async function race(
  engine: Pick<PageEngine, 'solve'>,
  experiment: Experiment,
  { entrants, tolerance, added, data, signal, told }: RaceOptions,
): Promise<void> {
  const rungs = rungsTo(tolerance);
  const parts = added === null ? {} : { primalRegularization: added, dualRegularization: added };
  const racers: Racer[] = entrants.map((one) => ({ ...one, rungs: [], problem: '' }));
  const tell = (done: number, inside = 0) =>
    told([...racers], (done + inside) / (rungs.length * racers.length));
  tell(0);
  for (const [rank, each] of rungs.entries()) {
    for (const [place, racer] of racers.entries()) {
      const done = rank * racers.length + place;
      if (isOut(racer)) continue;
      try {
        const started = performance.now();
        const report = await engine.solve(experiment, {
          solver: racer.id,
          tolerance: each,
          signal,
          ...parts,
          ...(data && { data }),
          onProgress: (event) => tell(done, Math.min(1, event.done / Math.max(1, event.total))),
        });
        const rung = rungOf(report, each, (performance.now() - started) / 1000);
        racers[place] = { ...racer, rungs: [...racer.rungs, rung] };
      } catch (error) {
        if (isCancelled(error)) return;
        const { code, message } = toProblem(error);
        if (!ownProblems.includes(code)) throw error;
        racers[place] = { ...racer, problem: message };
      }
      tell(done + 1);
    }
  }
}

/** Of a trace the first point is the start: the tolerance is a part of its distance. */
function rungOf(report: SolveReport, tolerance: number, seconds: number): Rung {
  const { complaint, distanceBound, expectedGradients, fallback, gapBound, gradients } = report;
  const first = report.trace.gapBound.at(0) ?? Number.NaN;
  return {
    tolerance,
    demanded: gapBound > 0 ? tolerance * distanceBound * Math.sqrt(first / gapBound) : 0,
    distance: distanceBound,
    gradients,
    expected: expectedGradients,
    seconds,
    fallback,
    complaint,
  };
}
