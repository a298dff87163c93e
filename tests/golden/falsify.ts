// Falsified copies of results: each changes one thing that the claim follows from, and names it.

type Tree = Record<string, unknown>;

/** What a change may touch: a whole result, one of its entries that promise something, one of its kinds of release. */
interface Parts {
  result: Tree;
  statement: Tree;
  entry: Tree;
  group: Tree;
}

/** Changes the copy; false where there is nothing to change. */
type Change = (parts: Parts) => boolean;

const isTree = (value: unknown): value is Tree => typeof value === 'object' && value !== null;

/** Scales a number at a path of what it is given. */
function scale(tree: Tree, path: string, factor: number): boolean {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at: unknown = tree;
  for (const key of keys) at = isTree(at) ? at[key] : undefined;
  if (!isTree(at) || typeof at[last] !== 'number' || at[last] === 0) return false;
  at[last] *= factor;
  return true;
}

function add(tree: Tree, path: string, more: number): boolean {
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  let at: unknown = tree;
  for (const key of keys) at = isTree(at) ? at[key] : undefined;
  if (!isTree(at) || typeof at[last] !== 'number' || at[last] + more < 1) return false;
  at[last] += more;
  return true;
}

function rename(tree: Tree, key: string, names: Record<string, string | undefined>): boolean {
  const now = names[String(tree[key])];
  if (now === undefined) return false;
  tree[key] = now;
  return true;
}

const rows = (tree: unknown, key: string) => (isTree(tree) && Array.isArray(tree[key]) ? (tree[key] as number[][]) : []);
const trees = (value: unknown) => (Array.isArray(value) ? (value as Tree[]) : []);

function scaleNoise({ group }: Parts, factor: number): boolean {
  const values = rows(group.noise, 'values');
  for (const row of values) for (let i = 1; i < row.length; ++i) row[i] *= factor;
  return values.length > 0;
}

/** One release more or fewer, wherever the statement counts them. */
function countReleases({ entry, group }: Parts, more: number): boolean {
  const values = rows(group.noise, 'values');
  const all = trees(entry.groups);
  const place = 1 + Math.max(0, all.indexOf(group));
  const executed = rows(entry, 'executed');
  const last = values.at(-1);
  if (last === undefined || last[0] + more < 1 || executed.length !== 1) return false;
  last[0] += more;
  executed[0][place] += more;
  for (const key of ['grids', 'steps']) {
    const row = rows(group.noise, key).at(-1);
    if (row) row[0] += more;
  }
  return add(group.noise as Tree, 'planned', more);
}

const claims = ({ result, statement }: Parts) => [(result.privacy as Tree).total, statement.total].filter(isTree);

/** In both places where a result says it. */
const everyTotal = (change: (total: Tree) => boolean): Change => (parts) => claims(parts).map(change).includes(true);

const details =
  'descent pass objective solution region vertices levels candidates queries table blocks moment change hiddenSteps'.split(' ');

/** One number of what a kind of release rests on. */
function detail(name: string, factor: number): Change {
  return ({ entry, group }) => {
    const sensitivity = entry.sensitivity as Tree;
    const found = details.map((part) => group[part] ?? sensitivity[part] ?? (entry.cost as Tree)[part]).filter(isTree);
    return found.some((part) => scale(part, name, factor));
  };
}

export const changes: Record<string, Change> = {
  'the noise is 0.87 of it': (parts) => scaleNoise(parts, 0.87),
  'the noise is 1.15 of it': (parts) => scaleNoise(parts, 1.15),
  'the sensitivity is halved': ({ entry }) => scale(entry, 'sensitivity.value', 0.5),
  'what one record moves is halved': ({ entry, group }) => scale(group, 'mean', 0.5) || scale(entry, 'sensitivity.mean', 0.5),
  'the bound of the derivative is lowered': ({ entry }) => scale(entry, 'sensitivity.derivativeBound', 0.8),
  'the bound of the rows is lowered': ({ entry }) => scale(entry, 'sensitivity.featureBound', 0.8),
  'the clip is lowered': ({ entry }) => scale(entry, 'sensitivity.gradientClip.bound', 0.8),
  'a release less is listed': (parts) => countReleases(parts, -1),
  'a release more is listed': (parts) => countReleases(parts, 1),
  'a release less is executed': ({ entry }) => {
    const row = rows(entry, 'executed').at(0);
    if (row === undefined || row.length !== 2 || row[1] < 2) return false;
    row[1] -= 1;
    return true;
  },
  'the cost of a run is lowered': ({ entry }) => scale(entry, 'cost.perRun', 0.8),
  'the cost of all runs is lowered': ({ entry }) => scale(entry, 'cost.allRuns', 0.8),
  'the first figure is lowered': ({ entry }) => {
    const [figure] = trees(entry.figures);
    return scale(figure, 'epsilon', 0.9) || scale(figure, 'rho', 0.9);
  },
  'the last figure is lowered': ({ entry }) => scale(trees(entry.figures).at(-1) ?? {}, 'epsilon', 0.999),
  'the total is lowered': everyTotal((total) => scale(total, 'epsilon', 0.9) || scale(total, 'rho', 0.9)),
  'the total is lowered by 5e-6 of it': everyTotal((total) => scale(total, 'epsilon', 1 - 5e-6)),
  'the delta of the figures is lowered': ({ entry }) => trees(entry.figures).map((figure) => scale(figure, 'delta', 0.1)).includes(true),
  'the delta of the total is lowered': everyTotal((total) => scale(total, 'delta', 0.1)),
  'the delta of the total is 0': everyTotal((total) => total.delta !== 0 && total.delta !== null && scale(total, 'delta', 0)),
  'the batch is smaller': ({ group }) => add(group, 'batchSize', -1),
  'the batch is larger': ({ group }) => add(group, 'batchSize', 1),
  'the sampler is renamed': ({ group }) =>
    rename(group, 'sampler', { 'all-records': 'without-replacement', 'without-replacement': 'all-records' }),
  'there are twice the records': ({ entry }) => scale(entry, 'samples', 2),
  'the order is higher': ({ entry }) => scale(entry, 'cost.order', 1.2),
  'the order of the figure is higher': ({ entry }) => scale(trees(entry.figures)[0], 'order', 1.2),
  'the order of the total is higher': everyTotal((total) => scale(total, 'order', 1.2)),
  'the share is changed': ({ entry }) => scale(entry, 'cost.share', 0.9),
  'the share is left out': ({ entry }) => {
    const cost = entry.cost as Tree;
    const had = cost.share !== undefined;
    delete cost.share;
    return had;
  },
  'the neighbours are others': ({ entry, statement, result }) => {
    const runs = trees(result.runs).map((run) => run.privacy).filter(isTree);
    const places: [Tree, string][] = [[entry, 'neighbours'], [statement.neighbours as Tree, 'id'], ...runs.map((run): [Tree, string] => [run, 'neighbours'])];
    return places.map(([place, key]) => rename(place, key, { 'replace-one': 'zero-out' })).includes(true);
  },
  'the neighbours of the entry are others': ({ entry }) => rename(entry, 'neighbours', { 'replace-one': 'add-remove' }),
  'the mechanism is renamed': ({ entry }) =>
    rename(entry, 'mechanism', { gaussian: 'laplace', laplace: 'gaussian', exponential: 'laplace' }),
  'the unit is renamed': ({ entry }) => rename(entry.cost as Tree, 'unit', { rho: 'epsilon', epsilon: 'rho', renyi: 'rho' }),
  'the notion is renamed': ({ entry }) => rename(entry, 'notion', { pure: 'approximate', approximate: 'pure', zcdp: 'pure' }),
  'hardened noise is called floating': ({ entry }) => rename(entry, 'release', { hardened: 'floating' }),
  'floating noise is called hardened': ({ entry }) => rename(entry, 'release', { floating: 'hardened' }),
  'the grid is coarser': ({ group }) => {
    const grids = rows(group.noise, 'grids');
    for (const row of grids) row[1] *= 2 ** 24;
    return grids.length > 0;
  },
  'the grid is no power of two': ({ group }) => {
    const grids = rows(group.noise, 'grids');
    for (const row of grids) row[1] *= 1.5;
    return grids.length > 0;
  },
  'the cap is lowered': ({ entry }) => scale(entry, 'cost.cap', 0.5),
  'the cap is higher': ({ entry }) => scale(entry, 'cost.cap', 2),
  'less of the cap is spent': ({ entry }) => scale(entry, 'cost.spent', 0.5),
  'less was asked for': ({ entry }) => scale(entry, 'requested.epsilon', 0.5) || scale(entry, 'requested.rho', 0.5),
  'what is not certified is': ({ entry, statement }) => {
    if (entry.certified === true) return false;
    Object.assign(entry, { certified: true, reasons: [] });
    statement.certified = true;
    return true;
  },
  'a reason is given beside a certificate': ({ entry }) => {
    entry.reasons = entry.certified === true ? ['so'] : [];
    return true;
  },
  'the accountant is a better one': ({ entry }) => {
    const names = { 'zcdp-standard': 'zcdp-gaussian', 'zcdp-optimal': 'zcdp-gaussian', 'basic-composition': 'renyi-laplace' };
    return rename(trees(entry.figures).at(-1) ?? {}, 'accountant', names);
  },
  'the accountant of the total is another': everyTotal((total) =>
    rename(total, 'accountant', { 'zcdp-optimal': 'zcdp-gaussian', 'zcdp-gaussian': 'zcdp-standard', 'basic-composition': 'zcdp', renyi: 'zcdp-optimal', zcdp: 'basic-composition' }),
  ),
  'a run less is counted': ({ entry }) => {
    const row = rows(entry, 'executed').at(0);
    if (row === undefined || row[0] < 2) return false;
    row[0] -= 1;
    entry.runs = Number(entry.runs) - 1;
    return true;
  },
  'a run more is counted': ({ entry }) => {
    rows(entry, 'executed')[0][0] += 1;
    return add(entry, 'runs', 1);
  },
  'a run promises less': ({ result }) =>
    trees(result.runs).some((run) => isTree(run.privacy) && (scale(run.privacy, 'epsilon', 0.5) || scale(run.privacy, 'rho', 0.5))),
  'an entry is left out': ({ statement, entry }) => {
    const entries = trees(statement.entries);
    statement.entries = entries.filter((one) => one !== entry);
    return true;
  },
  'an entry promises nothing': ({ entry }) => {
    Object.assign(entry, { guarantee: 'not-private', notion: 'none', certified: false, reasons: ['so'] });
    return true;
  },
  'a run that leaks is called private': ({ statement }) => {
    const leaks = trees(statement.entries).find((one) => one.guarantee === 'leaks');
    if (leaks) leaks.guarantee = 'not-private';
    return leaks !== undefined;
  },
  'a kind of release is left out': ({ entry, group }) => {
    const all = trees(entry.groups);
    if (all.length < 2) return false;
    const place = all.indexOf(group);
    entry.groups = all.filter((one) => one !== group);
    for (const row of rows(entry, 'executed')) row.splice(1 + place, 1);
    return true;
  },
  'all kinds of release read the first block': ({ entry }) => {
    const blocks = trees(entry.groups).map((one) => one.records).filter(isTree);
    for (const block of blocks) block.first = 0;
    return blocks.length > 1;
  },
  'a kind of release is said to read a block': ({ group, entry }) => {
    if (group.records !== undefined) return false;
    group.records = { first: 0, count: entry.samples };
    return scale(group.records as Tree, 'count', 0.5) && scale(group, 'batchSize', 0.5);
  },
  'the kind of release is another': ({ group }) => {
    const now = group.form === 'block-gradient' ? 'gradient' : 'block-gradient';
    group.form = now;
    return true;
  },
  'the words on the cost are others': ({ entry, group }) => {
    const place = typeof group.perRelease === 'string' ? group : (entry.cost as Tree);
    place.perRelease = `${String(place.perRelease).split(' ')[0]} = 0`;
    return true;
  },
  'the words on the sensitivity are others': ({ entry }) => {
    const sensitivity = entry.sensitivity as Tree;
    const before = String(sensitivity.formula);
    sensitivity.formula = before.replace(/= ([\d.]+)(?=[^\d.]*$)/, '= 0.5');
    return sensitivity.formula !== before;
  },
  'a bound and all that follows from it at once are lowered': ({ entry, group }) => {
    const sensitivity = entry.sensitivity as Tree;
    const bound = scale(sensitivity, 'derivativeBound', 0.5) && scale(sensitivity, 'value', 0.5);
    return bound && (scale(group, 'mean', 0.5) || scale(sensitivity, 'mean', 0.5));
  },
  'the steps are shorter': detail('stepSize', 0.5),
  'there are fewer steps': ({ entry }) => add(entry, 'sensitivity.descent.steps', -1),
  'there are fewer hidden steps': ({ entry }) => add(entry, 'cost.hiddenSteps.steps', -1),
  'fewer hidden steps are counted': detail('countedSteps', 0.9),
  'the domain is narrower': detail('diameter', 0.5),
  'the smoothness is lowered': detail('smoothness', 0.5),
  'the curvature is lowered': detail('curvatureBound', 0.5),
  'the curvature of a record is lowered': detail('recordCurvature', 0.5),
  'the rows of the smoothness are shorter': detail('rowBound', 0.5),
  'the strong convexity is higher': detail('strongConvexity', 2),
  'the tolerance is lower': detail('tolerance', 0.5),
  'the noise on the end of a search is larger': detail('solutionDeviation', 2),
  'the shift of a search is lowered': detail('solverShift', 0.5),
  'solutions are nearer': detail('distance', 0.1),
  'the weight of x is larger': detail('primalWeight', 1.5),
  'the weight of y is larger': detail('dualWeight', 1.5),
  'the weight is larger': detail('weight', 1.5),
  'x moves less': detail('primalDifference', 0.5),
  'y moves less': detail('dualDifference', 0.5),
  'a coordinate of x moves less': detail('primalMove', 0.5),
  'a coordinate of y moves less': detail('dualMove', 0.5),
  'the radius is smaller': detail('radius', 0.5),
  'the value of the region is lowered': detail('value', 0.5),
  'blocks are larger': detail('blockSize', 2),
  'blocks hold more records': detail('size', 2),
  'a draw less is made': detail('perDraw', 0.5),
  'draws are fewer': detail('perPoint', 0.5),
  'the root reads more': detail('rootBatch', 2),
  'the tree is deeper': detail('phase', 2),
  'the budget of levels is lowered': detail('levelBudget', 0.5),
  'the batches of levels are larger': detail('batchDivisor', 0.5),
  'the divisor is larger': detail('divisor', 2),
  'a query moves less': detail('move', 0.5),
  'fewer answers move': detail('moved', 0.5),
  'the steps of differences are shorter': ({ group }) => {
    const steps = rows(group.noise, 'steps');
    for (const row of steps) for (let i = 1; i < row.length; ++i) row[i] *= 0.5;
    return steps.length > 0;
  },
};

export interface Falsified {
  name: string;
  result: Tree;
}

/** Every change of this result that it has something for, of its entry and kind of release with these numbers. */
export function* falsified(text: string, entryNumber: number, groupNumber: number): Generator<Falsified> {
  for (const [name, change] of Object.entries(changes)) {
    const result = JSON.parse(text) as Tree;
    const statement = (result.privacy as Tree).statement as Tree;
    const promising = trees(statement.entries).filter(({ guarantee }) => guarantee === 'proven');
    const entry = promising[entryNumber % promising.length];
    const groups = trees(entry.groups);
    const group = groups.length > 0 ? groups[groupNumber % groups.length] : entry;
    if (change({ result, statement, entry, group })) yield { name, result };
  }
}
