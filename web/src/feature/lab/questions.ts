import { batch } from './batch/question.ts';
import { bounds } from './bounds/question.ts';
import { certificate } from './certificate/question.ts';
import { epoch } from './epoch/question.ts';
import { figures } from './figures/question.ts';
import { horizon } from './horizon/question.ts';
import { kl } from './kl/question.ts';
import { quadratic } from './quadratic/question.ts';
import { releases } from './releases/question.ts';
import { tables } from './tables/question.ts';
import { vertices } from './vertices/question.ts';
import { widths } from './widths/question.ts';
import type { ValuesOf } from './shared/fields.ts';
import type { AnyQuestion } from './shared/question.ts';

/** Every question of the lab, in the order of its tabs: the name is that of its folder and its address. */
export const questions = {
  quadratic,
  certificate,
  figures,
  horizon,
  bounds,
  kl,
  releases,
  epoch,
  batch,
  tables,
  widths,
  vertices,
};

export type LabView = keyof typeof questions;
export const labViews = Object.keys(questions) as LabView[];

/** A question as the page shows it, whichever it is. */
export function questionOf(view: LabView): AnyQuestion {
  return questions[view];
}

/** Which question is open, and everything that is set in each. */
export type LabState = { view: LabView } & {
  [View in LabView]: ValuesOf<(typeof questions)[View]['settings']>;
};
