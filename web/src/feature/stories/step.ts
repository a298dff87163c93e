import type { ChartModel } from '../../curves/model.ts';
import type { AuditReport, Experiment, PlanReport } from '../../engine/types.ts';
import type { Place, View } from '../../store/state.ts';

/** What a reader has before them when a step says what it shows. */
export interface Seen {
  /** What is drawn, whole: all its runs have ended. */
  model: ChartModel;
  /** The experiment that is drawn, and its plan. */
  experiment: Experiment;
  plan: PlanReport | null;
  /** What the last audit of this step found; null before it has. */
  report: AuditReport | null;
}

/** An example, and which of its fields have other values; undefined takes a field away. */
export interface Recipe {
  preset: string;
  edits: Readonly<Record<string, unknown>>;
}

/** What a step points at. */
export type Look = 'chart' | 'risk' | 'promise' | 'audit' | 'lab';

export interface Step {
  /** What holds whatever is drawn: a theorem with its source, or what to look at. */
  text: string;
  /** What the picture shows, in numbers that are read off it; '' where it does not show it. */
  found?: (seen: Seen) => string;
  recipe: Recipe;
  /** How it differs from the view that the page opens with. */
  view: Partial<View>;
  place: Pick<Place, 'view' | 'lab'>;
  look: Look;
  /** What is audited as soon as the picture is there: an algorithm, or a planted defect. */
  audits?: string;
}

export interface Story {
  id: string;
  title: string;
  /** What one learns, in a line. */
  learn: string;
  steps: readonly Step[];
}

/** A step in the playground. */
export function inside(
  recipe: Recipe,
  step: Omit<Step, 'recipe' | 'place' | 'view'> & { view?: Step['view'] },
): Step {
  return { view: {}, ...step, recipe, place: { view: 'playground', lab: '' } };
}

/** A step in the lab, with what is set there in its own words. */
export function inLab(recipe: Recipe, lab: string, text: string): Step {
  return { recipe, text, view: {}, place: { view: 'lab', lab }, look: 'lab' };
}
