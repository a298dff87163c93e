import { css, html, nothing } from 'lit';
import type { PageEngine } from '../../engine/types.ts';
import { isSolvable, type ExactSolution } from './exact-solution.ts';
import type { ExperimentPicture } from '../../store/picture.ts';

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
    <h3>Not private: the solution of the data, don’t publish it</h3>
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
