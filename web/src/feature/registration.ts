import type { FormContext } from '../components/shared/events.ts';
import type { AuditCall, NeighbourCall, PageEngine, PlanReport } from '../engine/types.ts';
import type { ExperimentPicture } from '../store/picture.ts';
import type { State } from '../store/state.ts';

/** What panels are made from, in a rail or in a sheet. */
export interface FeatureContext {
  /** Null until it is loaded. */
  engine: PageEngine | null;
  state: Readonly<State>;
  /** Of what the forms say; null until there is one. */
  plan: PlanReport | null;
  /** What is drawn; null where it is older than what the forms say, of which panels speak. */
  picture: ExperimentPicture | null;
  form: FormContext;
  /** The colour of each plan. */
  colors: readonly number[];
  audit: AuditCall | null;
  compare: NeighbourCall | null;
}

/** What the page knows, under the names that panels have for it. */
export function factsOf({ state, ...context }: FeatureContext) {
  const { catalogue, experiment, file, seen, view } = state;
  return { ...context, catalogue, experiment, file, seen, view };
}
type PanelFacts = ReturnType<typeof factsOf>;

/** Where a panel stands: with what it belongs to; questions stand below the chart, where answers have room. */
export type FeaturePlace = 'data' | 'privacy' | 'algorithms' | 'trial' | 'story' | 'questions';

/** When a panel's code comes that the page does not open with. */
export interface LateCode {
  /**
   * `plan`: after the first chart, or as soon as none is to come. `leisure`: after the first chart.
   * `shown`: with the first panel that is shown.
   */
  since: 'plan' | 'leisure' | 'shown';
  load: () => Promise<unknown>;
}

/** A panel that opens with its title and a line. */
interface Fold {
  /** What is in it now, or what it is for. */
  summary: (context: FeatureContext) => string;
  /** The block of the experiment that it edits: a problem there opens it. */
  block?: string;
}

/** A panel of the page. Its registration is small and comes with the page; its code may come later. */
export interface Feature {
  /** What readers know it by. */
  title: string;
  place: FeaturePlace;
  /** Among those of its place, the least first. */
  order: number;
  /** Absent where the panel is open from the start: what everybody needs first. */
  fold?: Fold;
  /** Absent where the registration itself imports the panel: the page opens with it. */
  late?: LateCode;
  /** Whether it has something to say; absent where it always has. */
  when?: (context: FeatureContext) => boolean;
  /** Its element, and what this takes of what the page knows. */
  panel: `nd-${string}`;
  takes?: readonly (keyof PanelFacts)[];
  /** What it is handed besides. */
  also?: (context: FeatureContext) => object;
}
