import type { TemplateResult } from 'lit';
import type { Group, ValuesOf } from './fields.ts';
import type { OpenFacts } from './open-facts.ts';
import type { TheoryEngine } from './queries.ts';

/** One question of the lab: what a reader sets, what is drawn of the answer, and why it looks so. */
export interface AnyQuestion {
  /** On its tab. */
  title: string;
  settings: Group;
  /** Groups of settings that stand folded, because they are seldom touched. */
  folded?: readonly { title: string; names: readonly string[] }[];
  /** On a small screen: a figure is chosen or a table filled before it is looked at. */
  settingsFirst?: boolean;
  story: TemplateResult;
  /** The settings that have no effect at present. */
  idle?(values: ValuesOf<Group>): readonly string[];
  /** What it takes from the open experiment, by setting; null where it takes nothing. Absent: n, p and the budget. */
  factsOf?(open: OpenFacts): Readonly<Record<string, number>> | null;
  view(engine: TheoryEngine, values: ValuesOf<Group>): TemplateResult;
}

/** The same with settings that are known by name. */
interface Question<G extends Group> extends AnyQuestion {
  settings: G;
  folded?: readonly { title: string; names: readonly (keyof G & string)[] }[];
  idle?(values: ValuesOf<G>): readonly (keyof G & string)[];
  view(engine: TheoryEngine, values: ValuesOf<G>): TemplateResult;
}

/** Describes a question; a name that is none of its settings is a type error. */
export function question<G extends Group>(one: Question<G>): Question<G> {
  return one;
}
