import type { Table } from '../../export/csv.ts';
import { formatCount, formatNumber, formatSeconds } from '../../format/number.ts';
import { isOut, type Racer, type Rung } from './race.ts';

/** How a solver ended, or where it stands. */
interface Standing {
  racer: Racer;
  /** Null before the first solve has ended. */
  rung: Rung | null;
  /** What it took, as a part of what theory expects. */
  ratio: number | null;
  passes: number | null;
}

function standingOf(racer: Racer, samples: number): Standing {
  const rung = racer.rungs.at(-1) ?? null;
  const ratio = rung?.expected && !rung.fallback ? rung.gradients / rung.expected : null;
  return { racer, rung, ratio, passes: rung && rung.gradients / samples };
}

/** Who answered, in words. */
export function answerText(racer: Racer, tolerance: number): string {
  const rung = racer.rungs.at(-1);
  if (racer.problem !== '') return racer.problem;
  if (rung?.fallback) {
    return `the fallback, at ${formatNumber(rung.tolerance)} of the start’s distance: ${rung.complaint}`;
  }
  if (rung === undefined) return 'nobody yet';
  return rung.tolerance > tolerance
    ? `itself, so far to ${formatNumber(rung.tolerance)}`
    : 'itself';
}

export const raceColumns = ['Solver', 'Gradients', 'Ratio', 'Predicted', 'Passes', 'Time', 'Distance', 'Answered by']; // prettier-ignore

/** The race as one reads it: where every solver stands. */
export function raceRows(racers: readonly Racer[], samples: number, tolerance: number) {
  return racers.map((racer) => {
    const { passes, ratio, rung } = standingOf(racer, samples);
    return [
      racer.title,
      formatCount(rung?.gradients),
      formatNumber(ratio),
      formatNumber(rung?.expected),
      formatNumber(passes),
      formatSeconds(rung?.seconds),
      formatNumber(rung?.distance),
      answerText(racer, tolerance),
    ];
  });
}

/** Every solve with its numbers. */
export function raceTable(racers: readonly Racer[], samples: number): Table {
  return {
    columns: ['solver', 'tolerance', 'demandedDistance', 'distance', 'gradients', 'expectedGradients', 'passes', 'seconds', 'fallback', 'complaint'], // prettier-ignore
    rows: racers.flatMap(({ id, rungs }) =>
      rungs.map((rung) => [
        id,
        rung.tolerance,
        rung.demanded,
        rung.distance,
        rung.gradients,
        rung.expected,
        rung.gradients / samples,
        rung.seconds,
        rung.fallback ? 'yes' : 'no',
        rung.complaint,
      ]),
    ),
  };
}

/** Who won, for those who see no chart; '' before the race is over. */
export function winnerText(racers: readonly Racer[], tolerance: number): string {
  const home = racers.flatMap((racer) => {
    const rung = racer.rungs.at(-1);
    return rung !== undefined && !isOut(racer) && rung.tolerance <= tolerance ? [{ racer, rung }] : []; // prettier-ignore
  });
  if (home.length === 0) return 'No solver came there by itself.';
  const { racer, rung } = home.reduce((a, b) => (b.rung.gradients < a.rung.gradients ? b : a));
  return `Fewest gradients: ${racer.title}, ${formatCount(rung.gradients)}.`;
}
