import type { Experiment, PlanReport } from '../engine/types.ts';
import { toProblem } from '../store/errors.ts';
import type { State } from '../store/state.ts';
import type { Store } from '../store/store.ts';
import { isQuiet, planNow, problemOf } from '../store/work.ts';
import type { Misfit } from './advice.ts';
import type { ChoiceFacts, Menu } from './choices.ts';
import type { Fix } from './fixes.ts';
import { Judge, refusedOf, type Refusal } from './judge.ts';

/** Menus are judged when the first chart stands. */
const loadAdvice = () => import('./advice.ts');

/** How long the experiment has to stand still before its menus are judged. */
const restMilliseconds = 200;

/** A fix that is looked for, was found, or does not exist. */
export type FixState = Fix | 'sought' | 'none' | undefined;

/** What the forms ask about fitting. */
export type Advice = Pick<Advisor, 'misfitsOf' | 'fixFor' | 'fixForPresent' | 'refused' | 'seek'>;

export interface AdvisorOptions {
  /** `onlyAtHand`: rejects with `cancelled` where more of the engine would have to be loaded. */
  plan: (
    experiment: Experiment,
    state: Readonly<State>,
    onlyAtHand: boolean,
  ) => Promise<PlanReport>;
  /** Whether asking for plans costs next to nothing, as things stand. */
  isCheap: (state: Readonly<State>) => boolean;
}

/**
 * Knows what would not fit before it is chosen, and what would make it fit. It asks the engine for
 * plans while nothing else is going on, and tells `change` when it knows more. Until somebody looks
 * at the menus it asks only the part of the engine that is loaded.
 */
export class Advisor extends EventTarget {
  private readonly store: Store;
  private readonly options: AdvisorOptions;
  private judge: Judge;
  private quickJudge: Judge;
  private isLookedAt = false;
  private file: State['file'] = null;
  private of: Experiment | null = null;
  private misfits = new Map<Menu, readonly Misfit[]>();
  private fixes = new Map<string, FixState>();
  private rest: ReturnType<typeof setTimeout> | undefined;

  constructor(store: Store, options: AdvisorOptions) {
    super();
    this.store = store;
    this.options = options;
    this.judge = this.newJudge();
    this.quickJudge = this.newQuickJudge();
    store.addEventListener('change', () => this.changed());
  }

  /** What would not fit of a menu's entries. */
  misfitsOf(menu: Menu): readonly Misfit[] {
    return this.misfits.get(menu) ?? [];
  }

  /** The algorithms that are left out of the experiment as it is. */
  get refused(): readonly Refusal[] {
    const plan = planNow(this.store.state);
    return plan === null ? [] : refusedOf(plan);
  }

  fixFor({ menu, id }: Pick<Misfit, 'menu' | 'id'>): FixState {
    return this.fixes.get(`${menu}:${id}`);
  }

  /** The fix for an algorithm that is left out; of null, for an experiment of which nothing runs. */
  fixForPresent(index: number | null): FixState {
    return this.fixes.get(`present:${index}`);
  }

  /** Looks for fixes of a menu's misfits, which somebody looks at. */
  seek(menu: Menu): void {
    void this.seekAll(menu).catch(ignore);
  }

  /** Somebody looks at a menu: all of the entries are judged from now on. */
  look(): void {
    void this.lookCloser().catch(ignore);
  }

  private async seekAll(menu: Menu): Promise<void> {
    await this.findAll(menu);
    await this.lookCloser();
    await this.findAll(menu);
  }

  private async lookCloser(): Promise<void> {
    if (this.isLookedAt) return;
    this.isLookedAt = true;
    const facts = this.facts();
    if (facts !== null && this.of !== null) await this.judgeMenus(this.of, facts);
  }

  private async findAll(menu: Menu): Promise<void> {
    const { of } = this;
    for (const misfit of this.misfitsOf(menu)) {
      if (of !== this.of) return;
      await this.find(`${menu}:${misfit.id}`, async (experiment, facts) => {
        const { fixOf } = await loadAdvice();
        return fixOf(experiment, misfit, this.judge, facts);
      });
    }
  }

  private changed(): void {
    const { state } = this.store;
    if (state.file !== this.file) {
      this.file = state.file;
      this.judge = this.newJudge();
      this.quickJudge = this.newQuickJudge();
    }
    clearTimeout(this.rest);
    const isDragged = this.store.lastChange.dragging;
    if (!isQuiet(state.work) || state.experiment === this.of || isDragged) return;
    this.rest = setTimeout(() => void this.advise().catch(ignore), restMilliseconds);
  }

  private async advise(): Promise<void> {
    const facts = this.facts();
    const { state } = this.store;
    const { experiment } = state;
    if (facts === null) return;
    this.of = experiment;
    this.fixes = new Map();
    if (this.options.isCheap(state)) await this.mendPresent();
    await this.judgeMenus(experiment, facts);
  }

  private async judgeMenus(experiment: Experiment, facts: ChoiceFacts): Promise<void> {
    const misfits = new Map<Menu, readonly Misfit[]>();
    const judge = this.isLookedAt ? this.judge : this.quickJudge;
    if (this.options.isCheap(this.store.state)) {
      const { allMisfits } = await loadAdvice();
      for await (const [menu, found] of allMisfits(experiment, judge, facts)) {
        if (this.isOutdated(experiment)) return;
        misfits.set(menu, found);
      }
    }
    if (this.isOutdated(experiment)) return;
    this.misfits = misfits;
    this.tell();
  }

  /** What is wrong already is mended without being asked. */
  private async mendPresent(): Promise<void> {
    const problem = problemOf(this.store.state);
    const places = problem === null ? this.refused.map(({ index }) => index) : [null];
    for (const index of places) {
      await this.find(`present:${index}`, async (experiment, facts) => {
        const { fixOfPresent } = await loadAdvice();
        return fixOfPresent(experiment, index, this.judge, facts);
      });
    }
  }

  private async find(
    key: string,
    search: (experiment: Experiment, facts: ChoiceFacts) => Promise<Fix | null>,
  ): Promise<void> {
    const facts = this.facts();
    const { fixes, of } = this;
    if (facts === null || of === null || fixes.get(key) !== undefined) return;
    fixes.set(key, 'sought');
    try {
      const fix = await search(of, facts);
      fixes.set(key, fix ?? 'none');
    } catch (error) {
      fixes.delete(key);
      throw error;
    }
    if (fixes === this.fixes) this.tell();
  }

  private isOutdated(experiment: Experiment): boolean {
    return this.of !== experiment || this.store.state.experiment !== experiment;
  }

  private facts(): ChoiceFacts | null {
    const { catalogue } = this.store.state;
    return catalogue && { catalogue, samples: planNow(this.store.state)?.data.samples ?? null };
  }

  /** What was said of another file does not count for this one. */
  private newJudge(): Judge {
    return new Judge(async (experiment) => {
      await this.quietness();
      return this.options.plan(experiment, this.store.state, false);
    });
  }

  private newQuickJudge(): Judge {
    return new Judge(async (experiment) => {
      await this.quietness();
      const plan = this.options.plan(experiment, this.store.state, true);
      return plan.catch((error: unknown) => {
        if (toProblem(error).code === 'cancelled') return null;
        throw error;
      });
    });
  }

  /** Runs go first: a plan in between would hold them up. */
  private quietness(): Promise<void> {
    return new Promise((resolve) => {
      const look = () => {
        if (!isQuiet(this.store.state.work)) return;
        this.store.removeEventListener('change', look);
        resolve();
      };
      this.store.addEventListener('change', look);
      look();
    });
  }

  private tell(): void {
    this.dispatchEvent(new Event('change'));
  }
}

/** An engine that fails to plan an alternative says nothing of it: then nothing is marked. */
function ignore(): void {
  return undefined;
}
