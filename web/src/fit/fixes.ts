import type { Experiment } from '../engine/types.ts';
import { labelOf, withAlgorithm, withoutAlgorithms } from '../store/algorithms.ts';
import { chooseAlgorithms } from '../store/choose-algorithms.ts';
import type { Problem } from '../store/errors.ts';
import type { ChoiceFacts } from './choices.ts';
import type { Judge, Verdict } from './judge.ts';
import { repairsOf, type Repair } from './repairs.ts';

/** A way to make something fit: the engine has planned what it leads to. */
export interface Fix {
  /** What it does, as a sentence without a full stop. */
  title: string;
  experiment: Experiment;
}

/** A few repairs together; more would be another experiment. */
const mostRepairs = 4;
/** Plans that a search may ask for. */
const mostPlans = 64;
/** Plans for each of many algorithms that are tried. */
const fewPlans = 16;
/** Ways that are compared by how many others they stop. */
const mostWays = 3;

interface Way {
  repairs: readonly Repair[];
  experiment: Experiment;
}

/**
 * Looks for the fewest changes with which an algorithm of an experiment can run, guided by where the
 * engine says that it fails. What else stops by them is left out, and the fix says so.
 *
 * @param index  the algorithm; null where nothing runs and anything that does is welcome
 * @param fixed  menus that the reader has just chosen from: they stay as they are
 */
export async function findFix(
  experiment: Experiment,
  index: number | null,
  fixed: ReadonlySet<string>,
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Fix | null> {
  const before = await judge.verdict(experiment);
  const already = new Set(before.refused.map((one) => one.index));
  let best: { fix: Fix; lost: number } | null = null;
  const search = new Search(index, judge, facts);
  // Where nothing runs, the problem is what the reader wants, and algorithms give way to it.
  const kept = index === null ? new Set([...fixed, 'kind of problem']) : fixed;
  await search.from({ repairs: [], experiment }, kept);
  if (search.ways.length === 0 && index === null)
    return findAnother(experiment, kept, judge, facts);
  for (const way of search.ways) {
    const whole = await judge.verdict(way.experiment);
    if (whole.problem !== null) continue;
    const lost = whole.refused.filter((one) => index === null || !already.has(one.index));
    const fix = await leaving(way.experiment, lost, titlesOf(way.repairs), judge, facts);
    if (fix === null || (best !== null && best.lost <= lost.length)) continue;
    best = { fix, lost: lost.length };
  }
  return best?.fix ?? null;
}

/** Where no algorithm of an experiment can run: one that can, after few changes, in place of them. */
async function findAnother(
  experiment: Experiment,
  fixed: ReadonlySet<string>,
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Fix | null> {
  const present = new Set(experiment.algorithms.keys());
  for (const { id, title } of facts.catalogue.algorithms.filter(
    (one) => one.private && !one.leaks,
  )) {
    const joined = withAlgorithm(experiment, id, facts.catalogue);
    const other = withoutAlgorithms(joined, present, facts.catalogue);
    const name = `use ${title} instead`;
    if ((await judge.verdict(other)).problem === null) {
      return { title: sentence([name]), experiment: other };
    }
    const search = new Search(0, judge, facts, fewPlans);
    await search.from({ repairs: [], experiment: other }, fixed);
    const way = search.ways.at(0);
    if (way)
      return { title: sentence([name, ...titlesOf(way.repairs)]), experiment: way.experiment };
  }
  return null;
}

/** The experiment without the algorithms that cannot run, where any other can. */
export function findLeaving(
  experiment: Experiment,
  refused: Verdict['refused'],
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Fix | null> {
  return leaving(experiment, refused, [], judge, facts);
}

/** Goes from problem to problem, as long as repairs lead to another one, until there is none. */
class Search {
  readonly ways: Way[] = [];
  private plans = 0;
  private readonly index: number | null;
  readonly judge: Judge;
  readonly facts: ChoiceFacts;
  private readonly most: number;

  constructor(index: number | null, judge: Judge, facts: ChoiceFacts, most = mostPlans) {
    this.most = most;
    this.index = index;
    this.judge = judge;
    this.facts = facts;
  }

  async from(way: Way, fixed: ReadonlySet<string>): Promise<void> {
    const problem = await problemOf(way.experiment, this.index, this);
    if (problem !== null) await this.mend(way, problem, fixed);
  }

  /** All repairs of one problem are tried before any of them is followed further. */
  private async mend(way: Way, problem: Problem, fixed: ReadonlySet<string>): Promise<void> {
    const open: { way: Way; problem: Problem; fixed: ReadonlySet<string> }[] = [];
    for (const repair of repairsOf(way.experiment, problem, fixed, this.facts)) {
      if (this.plans >= this.most || this.ways.length >= mostWays) return;
      this.plans += 1;
      const next = { repairs: [...way.repairs, repair], experiment: repair.experiment };
      const left = await problemOf(next.experiment, this.index, this);
      if (left === null) this.ways.push(next);
      else if (!isSame(problem, left))
        open.push({ way: next, problem: left, fixed: new Set([...fixed, repair.at]) });
    }
    if (way.repairs.length + 1 >= mostRepairs) return;
    for (const step of open) {
      if (this.ways.length > 0) return;
      await this.mend(step.way, step.problem, step.fixed);
    }
  }
}

/** Whether the engine says the same of two experiments. */
export function isSame(one: Problem | null, other: Problem): boolean {
  return one !== null && one.code === other.code && one.message === other.message;
}

/** Why an algorithm cannot run, asked of it alone; of all of them, why none can. */
async function problemOf(
  experiment: Experiment,
  index: number | null,
  { judge, facts }: { judge: Judge; facts: ChoiceFacts },
): Promise<Problem | null> {
  if (index === null) return (await judge.verdict(experiment)).problem;
  const { problem } = await judge.verdict(alone(experiment, index, facts));
  if (problem === null) return null;
  const field = problem.field.replace(/^algorithms\.0(?=\.|$)/, `algorithms.${index}`);
  return { ...problem, field };
}

/** The experiment with one of its algorithms only, which is not blamed for what the steps of others tell. */
export function alone(
  experiment: Experiment,
  index: number,
  { catalogue }: Pick<ChoiceFacts, 'catalogue'>,
): Experiment {
  const { sweep, ...rest } = experiment;
  const own = sweep?.flatMap(({ path, values }) => {
    const place = /^algorithms\.(\d+)/.exec(path);
    if (place && Number(place[1]) !== index) return [];
    return [{ path: path.replace(/^algorithms\.\d+/, 'algorithms.0'), values }];
  });
  const one = chooseAlgorithms(rest, experiment.algorithms.slice(index, index + 1), catalogue);
  return own && own.length > 0 ? { ...one, sweep: own } : one;
}

async function leaving(
  experiment: Experiment,
  lost: Verdict['refused'],
  titles: readonly string[],
  judge: Judge,
  facts: ChoiceFacts,
): Promise<Fix | null> {
  if (lost.length === 0) return { title: sentence(titles), experiment };
  const out = new Set(lost.map((one) => one.index));
  if (out.size === experiment.algorithms.length) return null;
  const gone = experiment.algorithms.filter((_, index) => out.has(index));
  const rest = withoutAlgorithms(experiment, out, facts.catalogue);
  if ((await judge.verdict(rest)).problem !== null) return null;
  const names = gone.map((entry) => labelOf(entry, facts.catalogue));
  return { title: sentence([...titles, `leave out ${listed(names)}`]), experiment: rest };
}

/** A problem that gave way to another one in the end is not told. */
function titlesOf(repairs: readonly Repair[]): string[] {
  const last = repairs.findLastIndex(({ at }) => at === 'loss');
  const isOutdated = ({ at }: Repair, index: number) => at === 'kind of problem' && index < last;
  return repairs.filter((repair, index) => !isOutdated(repair, index)).map(({ title }) => title);
}

function sentence(parts: readonly string[]): string {
  const text = listed(parts);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function listed(parts: readonly string[]): string {
  if (parts.length < 2) return parts.join('');
  return `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}
