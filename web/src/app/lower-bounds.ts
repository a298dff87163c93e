import type { ReactiveControllerHost } from 'lit';
import { endsAxis, numericAxes } from '../results/ends.ts';
import type { LowerLines } from '../curves/lower-lines.ts';
import type { PageEngine } from '../engine/types.ts';
import { isKl } from '../results/bound-words.ts';
import { gapMeasure } from '../results/measures.ts';
import { layoutOf } from '../results/panels.ts';
import { sweepChoices } from '../results/visible.ts';
import { Inquiry } from '../store/inquiry.ts';
import type { State } from '../store/state.ts';

/** What a private method must lose under the KL condition is known by these numbers. */
const axes = ['data.samples', 'privacy.rho'];

/** Lower bounds for the ends of a sweep; their code comes when there is something to draw them below. */
export class LowerBounds {
  private readonly inquiry: Inquiry<{ key: string; lines: LowerLines }>;

  constructor(host: Pick<ReactiveControllerHost, 'requestUpdate'>) {
    this.inquiry = new Inquiry(host);
  }

  /** Those of what is drawn; null where there are none, or none yet. */
  below(state: Readonly<State>, engine: PageEngine | null): LowerLines | null {
    const { picture, view } = state;
    if (picture === null || engine === null) return null;
    if (!view.showBounds || !hasLowerBounds(state)) return null;
    const { experiment } = picture;
    const key = JSON.stringify([experiment, view.sweep]);
    this.inquiry.ask(key, async () => {
      const { askLowerLines } = await import('../curves/lower-bounds.ts');
      return { key, lines: await askLowerLines(engine, experiment, view.sweep) };
    });
    const { answer } = this.inquiry;
    return answer?.key === key && answer.lines.lines.length > 0 ? answer.lines : null;
  }
}

/** Whether such lines can be drawn of what has run, as it is looked at. */
export function hasLowerBounds({ picture, view, catalogue }: Readonly<State>): boolean {
  if (picture?.status !== 'done' || view.measure !== gapMeasure) return false;
  const { experiment } = picture;
  if (layoutOf(experiment, view.layout) !== 'ends') return false;
  const isOfKl = experiment.problem.kind === 'gallery' || experiment.algorithms.some(({ id }) => isKl(catalogue, id)); // prettier-ignore
  const choices = sweepChoices(experiment, view.sweep, Number.POSITIVE_INFINITY);
  const along = endsAxis(choices, numericAxes({ experiment }));
  return isOfKl && along !== undefined && axes.includes(along.path);
}
