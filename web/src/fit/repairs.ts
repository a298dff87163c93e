import type { Experiment } from '../engine/types.ts';
import { problemId } from '../experiment/gallery.ts';
import { withValueAt } from '../experiment/paths.ts';
import { asksTables, saddleOf } from '../results/offered-measures.ts';
import { targetsOf } from '../store/sources.ts';
import type { Problem } from '../store/errors.ts';
import { chosenIn, entriesOf, withChoice, type ChoiceFacts, type Menu } from './choices.ts';

/** A change that may make an experiment fit; the engine says whether it does. */
export interface Repair {
  /** What it does, as an order: "set the domain to L1 ball". */
  title: string;
  experiment: Experiment;
  /** The menu that it sets, or the field. */
  at: string;
}

const names: Readonly<Partial<Record<Menu, string>>> = {
  regularizer: 'the regularizer',
  domain: 'the domain',
  notion: 'the notion',
  mechanism: 'the mechanism',
  neighbours: 'the neighbours',
  calibration: 'the calibration',
};

/** The menus that a problem at a field may be mended in. */
const mending: readonly (readonly [prefix: string, menus: readonly Menu[]])[] = [
  ['privacy.notion', ['notion']],
  ['privacy.mechanism', ['mechanism', 'notion']],
  ['privacy.neighbours', ['neighbours', 'notion', 'mechanism', 'calibration']],
  ['privacy.calibration', ['calibration', 'notion']],
  ['privacy', ['notion', 'calibration']],
  ['problem.domain', ['domain']],
  ['problem.regularizer', ['regularizer']],
  ['problem.loss', ['loss', 'regularizer']],
  ['problem', ['domain', 'regularizer', 'loss']],
];

/** What may mend a problem of an experiment, the likeliest first; menus in `fixed` stay as they are. */
export function repairsOf(
  experiment: Experiment,
  problem: Problem,
  fixed: ReadonlySet<string>,
  facts: ChoiceFacts,
): Repair[] {
  const parameter = /^algorithms\.(\d+)\.parameters/.exec(problem.field);
  const own = parameter ? ownRepairs(experiment, Number(parameter[1]), problem, facts) : [];
  const method = /^algorithms\.(\d+)\.id$/.exec(problem.field);
  const hasFixedProblem = fixed.has('loss') || method === null;
  const others = hasFixedProblem ? [] : problemRepairs(experiment, Number(method[1]), facts);
  const records = isOfColumns(problem) ? recordRepairs(experiment, facts) : [];
  const clip = problem.field.startsWith('problem.gradientClip') ? [clipRepair(experiment)] : [];
  const [, found] = mending.find(([prefix]) => problem.field.startsWith(prefix)) ?? ['', []];
  const set = found.flatMap((menu) => menuRepairs(experiment, menu, problem, facts));
  return [...own, ...others, ...records, ...clip, ...set].filter(({ at }) => !fixed.has(at));
}

/** Some methods need gradients as they are. */
function clipRepair(experiment: Experiment): Repair {
  const problem = { ...experiment.problem };
  delete problem.gradientClip;
  return { title: 'clip no gradients', experiment: { ...experiment, problem }, at: 'gradientClip' };
}

/** All other entries of a menu; those that the engine's message names come first. */
function menuRepairs(
  experiment: Experiment,
  menu: Menu,
  { message }: Problem,
  facts: ChoiceFacts,
): Repair[] {
  const now = chosenIn(menu, experiment);
  const entries = entriesOf(menu, facts.catalogue).filter(
    // What is private does not become public to make something fit.
    ({ id }) => id !== now && !(menu === 'notion' && id === 'none'),
  );
  const named = (id: string) => {
    const place = message.search(new RegExp(`(?<![\\w-])${id}(?![\\w-])`, 'i'));
    return place < 0 ? Number.POSITIVE_INFINITY : place;
  };
  return [...entries]
    .sort((one, other) => compare(named(one.id), named(other.id)))
    .map(({ id, title }) => ({
      title: `set ${nameOf(menu, id, facts)} to ${title}`,
      experiment: withChoice(experiment, menu, id, facts),
      at: menu,
    }));
}

/** The menu of losses offers whole problems, too. */
function nameOf(menu: Menu, id: string, { catalogue }: ChoiceFacts): string {
  if (menu !== 'loss') return names[menu] ?? menu;
  return catalogue.losses.some((loss) => loss.id === id) ? 'the loss' : 'the problem';
}

/** Problems of the kind that an algorithm is for, where that of the experiment is of the other: for the same targets. */
function problemRepairs(experiment: Experiment, index: number, facts: ChoiceFacts): Repair[] {
  const { algorithms, losses, saddles } = facts.catalogue;
  const { problem } = experiment;
  const info = algorithms.find(({ id }) => id === experiment.algorithms.at(index)?.id);
  const now = problem.kind === 'saddle' ? 'saddle' : 'minimization';
  if (info === undefined || info.problems === 'both' || info.problems === now) return [];
  const targets = targetsOf(problemId(problem), facts.catalogue);
  return (info.problems === 'saddle' ? saddles : losses)
    .filter((one) => targets === undefined || one.targets === targets)
    .map(({ id, title }) => ({
      title: `set the problem to ${title}`,
      experiment: withChoice(experiment, 'loss', id, facts),
      at: 'kind of problem',
    }));
}

/** Rows of another length are needed, or shorter ones, which the engine says of several fields. */
const isOfColumns = ({ field, message }: Problem) =>
  field.startsWith('problem.') && /number of columns|fewer columns/.test(message);

/** Columns that saddle problems which divide a row can divide: by 2, 3 and 4, and as a square matrix. */
const dividedColumns = 36;

/** Records of levels, for problems that ask tables; and a game that has an answer, where records are games. */
const levels = { name: 'markov-bits', features: 8 };
const game = { name: 'planted-game', features: dividedColumns };

/** Records that a saddle problem takes, where those of the experiment have another shape: drawn from a law that it knows. */
function recordRepairs(experiment: Experiment, { catalogue }: ChoiceFacts): Repair[] {
  const saddle = saddleOf(catalogue, experiment);
  const known = saddle?.populations?.at(0);
  const drawn = known === undefined ? undefined : { name: known, features: dividedColumns };
  const shown = saddle?.id === 'matrix-game' ? game : drawn;
  const records = asksTables(saddle) ? levels : shown;
  if (records === undefined || experiment.data.kind === 'synthetic') return [];
  const data = { kind: 'synthetic', ...records } as Experiment['data'];
  return [{ title: 'take generated records', experiment: { ...experiment, data }, at: 'data' }];
}

/** Parameters of an algorithm that go back to their defaults, and the theory's limits that are lifted. */
function ownRepairs(
  experiment: Experiment,
  index: number,
  problem: Problem,
  { catalogue }: ChoiceFacts,
): Repair[] {
  const entry = experiment.algorithms.at(index);
  const info = catalogue.algorithms.find(({ id }) => id === entry?.id);
  if (!entry || !info) return [];
  const at = `algorithms.${index}.parameters`;
  const blamed = problem.field.slice(at.length + 1);
  const steps = ['stepSize', 'stepScale'];
  const names = steps.includes(blamed) ? steps : [blamed];
  const given = names.filter((name) => entry.parameters?.[name] !== undefined);
  const titleOf = (name: string) =>
    (info.parameters.find((one) => one.name === name)?.title ?? name).toLowerCase();
  const repairs: Repair[] = [];
  if (given.length > 0) {
    const parameters = Object.fromEntries(
      Object.entries(entry.parameters ?? {}).filter(([name]) => !given.includes(name)),
    );
    const title = `use the default ${given.map(titleOf).join(' and ')}`;
    repairs.push({ title, experiment: withValueAt(experiment, at, parameters), at });
  }
  const theory = info.parameters.find(({ name }) => name === 'theory');
  if (theory?.choices?.includes('none') && entry.parameters?.['theory'] !== 'none') {
    const title = `run it without its theorem’s limits`;
    const lifted = withValueAt(experiment, `${at}.theory`, 'none');
    repairs.push({ title, experiment: lifted, at: `${at}.theory` });
  }
  return repairs;
}

function compare(one: number, other: number): number {
  return one === other ? 0 : one - other;
}
