import { type ReactiveControllerHost, css, html, nothing } from 'lit';
import type {
  Catalogue,
  PageEngine,
  Experiment,
  ExperimentResult,
  PlanReport,
} from '../../engine/types.ts';
import { formatNumber } from '../../format/number.ts';
import { isOfProblem } from '../../experiment/sweep.ts';
import { fileFor } from '../../store/file-for.ts';
import { Inquiry } from '../../store/inquiry.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { sizeOf, type Part, type SaddleSets } from './parts.ts';
import { outcomeOf } from '../../../../wasm/client/index.ts';
import { withValueAt } from '../../experiment/paths.ts';

/**
 * The smoothness over the regularization that is added to x and to y. With less a solution takes longer; the gap is
 * raised by at most half of what is added, times the squared radii.
 */
const conditionNumber = 10_000;

/** What is added to x and to y. */
function addedRegularization({ constants }: PlanReport): number {
  return (constants.smoothness ?? 0) / conditionNumber;
}

/** The saddle point of an experiment's data, solved and certified without noise. Not private. */
export function solutionExperiment(
  experiment: Experiment,
  plan: PlanReport,
  { algorithms }: Catalogue,
): Experiment {
  const added = addedRegularization(plan);
  const parameters = { primalRegularization: added, dualRegularization: added };
  const solver = algorithms.find(
    (one) =>
      one.problems === 'saddle' &&
      one.notions.includes('none') &&
      Object.keys(parameters).every((name) => one.parameters.some((each) => each.name === name)),
  )!;
  return {
    ...withValueAt(experiment, 'sweep', undefined),
    algorithms: [{ id: solver.id, parameters }],
    privacy: { notion: 'none' },
    run: { repeats: 1, trace: { points: 2, iterates: true }, diagnostics: [] },
  };
}

/** The point (x, y) that such a run ended at; null where it failed. */
export function solutionOf({ runs }: Pick<ExperimentResult, 'runs'>): number[] | null {
  const { status, trace } = outcomeOf(runs[0]);
  return status === 'completed' ? (trace.iterates?.at(-1) ?? null) : null;
}

/** The saddle point of the data of a picture, which is not private and which nobody is shown who does not ask for it. */
export class ExactSolution {
  isWanted = false;
  private readonly inquiry: Inquiry<number[] | null>;
  private readonly host: Pick<ReactiveControllerHost, 'requestUpdate'>;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.host = host;
    this.inquiry = new Inquiry(host);
  }

  want(): void {
    this.isWanted = true;
    this.host.requestUpdate();
  }

  /** Solves what a picture shows, once it is wanted; of a sweep over the problem there is not one. */
  follow(
    engine: Pick<PageEngine, 'run'> | null,
    catalogue: Catalogue | null,
    picture: ExperimentPicture | null,
  ): void {
    if (!this.isWanted || engine === null || catalogue === null || !isSolvable(picture)) return;
    const experiment = solutionExperiment(picture.experiment, picture.plan, catalogue);
    const file = fileFor(experiment, picture.file);
    this.inquiry.ask([experiment, file?.name], async () =>
      solutionOf(await engine.run(experiment, file ? { data: file.blob } : {})),
    );
  }

  /** x or y of it; null while an older one would be shown. */
  part(part: Part, sets: SaddleSets): number[] | null {
    const { answer, pending, problem } = this.inquiry;
    if (!this.isWanted || pending || problem !== '' || answer === null) return null;
    const first = sizeOf(sets.primal);
    if (answer.length !== first + sizeOf(sets.dual)) return null;
    return part === 'primal' ? answer.slice(0, first) : answer.slice(first);
  }

  get problem(): string {
    return this.inquiry.problem;
  }

  /** How it stands: that it is sought, that there is none, or what it is, with the sign that it is drawn with. */
  words(sign: string, picture: SolvedPicture): string {
    if (this.inquiry.pending) return 'Solving…';
    if (picture.plan.saddle === undefined || this.part('primal', picture.plan.saddle) === null) return 'No solution was found.'; // prettier-ignore
    const added = formatNumber(addedRegularization(picture.plan));
    return `${sign}: the saddle point of these data, without noise and with a regularization of ${added} added to x and to y, without which there may be many.`;
  }
}

/** A picture whose runs have ended and whose plan is known. */
export type SolvedPicture = ExperimentPicture & { plan: NonNullable<ExperimentPicture['plan']> };

/** Whether a picture has one solution that can be found. */
function isSolvable(picture: ExperimentPicture | null): picture is SolvedPicture {
  if (picture?.status !== 'done' || picture.plan?.saddle === undefined) return false;
  return !(picture.experiment.sweep ?? []).some(({ path }) => isOfProblem(path));
}

/** What the button says, and with what the solution is drawn. */
interface Wording {
  ask: string;
  sign: string;
}

/** Asks whether the solution of the data shall be shown, and says that it is not private; nothing where there is none. */
export function exactSolutionBlock(
  solution: ExactSolution,
  picture: ExperimentPicture | null,
  engine: Pick<PageEngine, 'run'> | null,
  { ask, sign }: Wording,
) {
  if (!isSolvable(picture)) return nothing;
  const answer = () =>
    solution.problem !== ''
      ? html`<p class="error" role="alert">${solution.problem}</p>`
      : html`<p class="small quiet" role="status">${solution.words(sign, picture)}</p>`;
  return html`<div class="exact">
    <h3>Not private: the solution without noise, don’t publish it</h3>
    ${
      solution.isWanted
        ? answer()
        : html`<button ?disabled=${engine === null} @click=${() => solution.want()}>${ask}</button>`
    }
  </div>`;
}

export const exactSolutionStyles = css`
  .exact {
    margin-top: 12px;
    padding-left: 8px;
    border-left: 2px solid var(--caution);
  }
  .exact h3 {
    color: var(--ink);
  }
`;
