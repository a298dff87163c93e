import type { Experiment } from '../engine/types.ts';
import type { Problem } from '../store/errors.ts';
import { chosenIn, entriesOf, menus, withChoice, type ChoiceFacts, type Menu } from './choices.ts';
import { alone, findFix, findLeaving, isSame, type Fix } from './fixes.ts';
import type { Judge, Refusal, Verdict } from './judge.ts';

/** An entry of a menu with which something would not run, known before it is chosen. */
export interface Misfit {
  menu: Menu;
  id: string;
  title: string;
  /** The engine's reason. */
  reason: string;
  /** Labels of the algorithms that would stop; none where nothing would run. */
  stops: readonly string[];
}

/** What would not fit of a menu's entries, as things stand. */
export async function misfitsOf(
  experiment: Experiment,
  menu: Menu,
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Misfit[]> {
  // Saddle problems bring their own terms, and the forms offer none.
  const isOwn =
    experiment.problem.kind === 'saddle' && (menu === 'regularizer' || menu === 'domain');
  if (isOwn) return [];
  const now = await judge.verdict(experiment);
  const misfits: Misfit[] = [];
  for (const { id, title } of entriesOf(menu, facts.catalogue)) {
    if (menu !== 'algorithm' && id === chosenIn(menu, experiment)) continue;
    const wanted = withChoice(experiment, menu, id, facts);
    const misfit =
      menu === 'algorithm'
        ? refusal((await judge.verdict(alone(wanted, wanted.algorithms.length - 1, facts))).problem)
        : worse(now, await judge.verdict(wanted));
    if (misfit !== null) misfits.push({ menu, id, title, ...misfit });
  }
  return misfits;
}

/** A fix with which a misfit can be chosen after all. */
export async function fixOf(
  experiment: Experiment,
  { menu, id }: Pick<Misfit, 'menu' | 'id'>,
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Fix | null> {
  const wanted = withChoice(experiment, menu, id, facts);
  if (menu === 'algorithm') {
    return findFix(wanted, wanted.algorithms.length - 1, new Set(), judge, facts);
  }
  const fixed = new Set([menu]);
  const { problem, refused } = await judge.verdict(wanted);
  if (problem !== null) return findFix(wanted, null, fixed, judge, facts);
  return findLeaving(wanted, refused, judge, facts);
}

/** A fix for what is wrong with the experiment as it is: with one of its algorithms, or with all. */
export function fixOfPresent(
  experiment: Experiment,
  index: number | null,
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Fix | null> {
  return findFix(experiment, index, new Set(), judge, facts);
}

/** All menus' misfits, one menu after the other; ends early when nobody wants them any more. */
export async function* allMisfits(
  experiment: Experiment,
  judge: Judge,
  facts: ChoiceFacts,
): AsyncGenerator<[Menu, Misfit[]]> {
  for (const menu of menus) yield [menu, await misfitsOf(experiment, menu, judge, facts)];
}

function refusal(problem: Problem | null): Pick<Misfit, 'reason' | 'stops'> | null {
  return problem && { reason: problem.message, stops: [] };
}

/** What a choice would make worse: what is wrong already is told where it is wrong. */
function worse(now: Verdict, then: Verdict): Pick<Misfit, 'reason' | 'stops'> | null {
  if (then.problem !== null) {
    return isSame(now.problem, then.problem) ? null : refusal(then.problem);
  }
  const before = new Set(now.refused.map(({ index }) => index));
  const stopped = then.refused.filter(({ index }) => !before.has(index));
  if (stopped.length === 0) return null;
  return { reason: reasonOf(stopped), stops: stopped.map(({ label }) => label) };
}

function reasonOf(stopped: readonly Refusal[]): string {
  return [...new Set(stopped.map(({ problem }) => problem.message))].join(' ');
}
