import type { AlgorithmPlan, Catalogue, Experiment } from '../../engine/types.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { planOf, type Curve } from '../../results/collection.ts';
import { withDiagnostic } from '../../results/asked-measures.ts';
import { solveMeasures } from '../../results/solve-measures.ts';
import { stepColumns, tellsPhases } from '../../results/step-columns.ts';
import { toldRuns, type ToldRun } from '../../results/steps.ts';
import { fieldName, valueText } from '../../results/visible.ts';

/** One release of the certified solution of a block of records; NaN where something was not told or not measured. */
export interface Phase {
  /** Which one, and in a saddle problem of which part: "3", or "x 3". */
  name: string;
  /** What everybody may know. */
  records: number;
  regularization: number;
  noise: number;
  /** Of y's numbers where x and y are released together, and `noise` is of x's; else NaN. */
  otherNoise: number;
  /** tau: how large a certificate may be. */
  allowed: number;
  /** How far the published point moved; NaN where points were not kept. */
  moved: number;
  /** What depends on the data exactly. */
  residual: number;
  gradients: number;
  fallback: number;
}

/** An algorithm that releases certified solutions, and the phases of each of its runs by repeat. */
export interface PhaseTeller {
  label: string;
  colorIndex: number;
  runs: readonly (readonly Phase[])[];
}

const publicNames = ['phaseRecords', 'regularization', 'solutionNoise', 'dualSolutionNoise', 'certifiedDistance']; // prettier-ignore
/** What has to be asked for to know how the unseen solves went. */
const hiddenNames = Object.values(solveMeasures);

/** The algorithms of a picture that have phases, as far as their runs have come. */
export function phaseTellers(
  picture: ExperimentPicture,
  catalogue: Catalogue | null,
): PhaseTeller[] {
  const { collection, experiment, plan } = picture;
  const telling = collection.curves.filter(({ algorithm }) =>
    tellsPhases(stepColumns(catalogue, algorithm)),
  );
  if (telling.length === 0) return [];
  const runs = toldRuns(picture, [...publicNames, ...hiddenNames]);
  const isSingle = experiment.algorithms.length === 1;
  return telling.map((curve, rank) => ({
    label: labelOf(curve),
    colorIndex: isSingle ? rank : curve.entry,
    runs: runs
      .filter(({ group }) => group === curve.group)
      .map((run) => phasesOf(run, planOf(curve, plan))),
  }));
}

/** The diagnostics of an experiment with those of its unseen solves. */
export function withSolves(experiment: Experiment): string[] {
  const asked = hiddenNames.flatMap((name) => withDiagnostic(experiment, name) ?? []);
  return [...new Set([...(experiment.run?.diagnostics ?? []), ...asked])];
}

/** The algorithm's name, and what the sweep changed. */
function labelOf({ label, sweep }: Curve): string {
  const parts = Object.entries(sweep).map(
    ([path, value]) => `${fieldName(path)} ${valueText(value)}`,
  );
  return [label, ...parts].join(', ');
}

function phasesOf({ iteration, columns, path }: ToldRun, plan: AlgorithmPlan | undefined): Phase[] {
  const at = (name: string, point: number) => columns[name]?.[point] ?? Number.NaN;
  return iteration.flatMap((number, point) => {
    if (!Number.isFinite(at('phaseRecords', point))) return [];
    const isNext = point > 0 && iteration[point - 1] === number - 1;
    const phase: Phase = {
      name: nameOf(number, plan),
      records: at('phaseRecords', point),
      regularization: at('regularization', point),
      noise: at('solutionNoise', point),
      otherNoise: at('dualSolutionNoise', point),
      allowed: at('certifiedDistance', point),
      moved: isNext ? distance(path.at(point - 1), path.at(point)) : Number.NaN,
      residual: at(solveMeasures.residual, point),
      gradients: at(solveMeasures.gradients, point),
      fallback: at(solveMeasures.fallback, point),
    };
    return [phase];
  });
}

/** Pairs release x and y in turn, each in as many phases. */
function nameOf(number: number, plan: AlgorithmPlan | undefined): string {
  const isPair = plan?.parameters['variant'] === 'convex-concave';
  if (!isPair) return String(number);
  return `${number % 2 === 1 ? 'x' : 'y'} ${Math.ceil(number / 2)}`;
}

function distance(from: ArrayLike<number> | undefined, to: ArrayLike<number> | undefined): number {
  if (from === undefined || to === undefined) return Number.NaN;
  return Math.hypot(...Array.from(to, (value, index) => value - from[index]));
}
