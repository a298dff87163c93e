import { choice, logCount, logNumber, type ValuesOf } from '../shared/fields.ts';
import { conditionNumber, dimension } from '../shared/settings.ts';
import { methodFacts, type ReleaseMethod } from './plan.ts';

const problem = {
  method: choice(
    'Method',
    (Object.keys(methodFacts) as ReleaseMethod[]).map((value) => ({
      value,
      title: methodFacts[value].title,
    })),
    'What is solved and released. Both sides of a convex–concave problem share the budget; the others spend all of it.',
  ),
  noise: choice(
    'Noise',
    {
      analytic: 'Analytic, the least proven',
      classic: 'Classic formula',
      zcdp: 'By zCDP',
      paper: 'As printed',
    },
    'How the noise is calibrated. The classic formula and the printed one are proven only for ε below 1.',
  ),
  schedule: choice(
    'Phases of the plan',
    {
      equal: 'Equal blocks, as printed',
      balanced: 'Balanced blocks',
      geometric: 'Geometric blocks',
    },
    'How records are divided. Geometric blocks halve, and their weights grow eightfold.',
  ),
  against: choice(
    'Curves against',
    { samples: 'Records n', epsilon: 'Epsilon' },
    'The quantity on the horizontal axis; the other one is set below.',
  ),
};

const facts = {
  samples: logCount('Records n', [128, 1e6, 2 ** 29], 'Public.'),
  dimension: {
    ...dimension('The dimension of x; for a saddle problem, of x and of y each.'),
    label: 'Dimension d',
    default: 50,
  },
  epsilon: logNumber('Epsilon', [0.01, 0.25, 10], 'The total for everything that is released.'),
  delta: logNumber(
    'Delta',
    [1e-15, 1e-7, 0.1],
    'The total for everything that is released. The theorems ask for less than 1/n.',
  ),
  lipschitz: logNumber(
    'Gradient bound L',
    [1e-3, 1, 1000],
    'For every record’s loss, in x and y together; noise and bounds are proportional to it.',
  ),
  domainRadius: logNumber(
    'Distance D',
    [1e-3, 1, 1000],
    'The largest distance of the solution from the start, in x and in y. A single release does not use it.',
  ),
};

const moduli = {
  strongConvexity: logNumber('Strong convexity in x', [1e-6, 0.1, 100], 'For every record’s loss.'),
  strongConcavity: logNumber('Strong concavity in y', [1e-6, 0.1, 100], 'For every record’s loss.'),
  smoothness: logNumber(
    'Smoothness l',
    [1e-6, 1, 1000],
    'For every record’s loss; used by the theorems about one release. It must be at least the moduli.',
  ),
  toleranceRatio: logNumber(
    'Tolerance ρ',
    [1e-3, 0.01, 1],
    'The certified distance to the exact solution, relative to what the paper asks for. The noise covers it.',
  ),
};

const solvers = {
  problem: choice(
    'Solved is',
    { saddle: 'A saddle problem', minimization: 'A minimization' },
    'Which solvers are compared in the last figure.',
  ),
  components: logCount('Components m', [2, 64, 1e7], 'Records of the sum that is solved.'),
  conditionNumber: conditionNumber(
    'l/λ (of x for a saddle problem): the table shows the values at this point.',
  ),
  balance: logNumber(
    'Weight of y over that of x',
    [1, 1, 1e4],
    'Of a saddle problem. The more they differ, the more Catalyst helps.',
  ),
  accuracy: logNumber(
    'Accuracy',
    [1e-12, 1e-5, 0.1],
    'Required distance to the solution, relative to the initial distance.',
  ),
};

/** What a plan depends on, and what the cost of solvers depends on. */
export const groups = { plan: { ...problem, ...facts, ...moduli }, solvers };
export const settings = { ...groups.plan, ...groups.solvers };

const namesOf = <G extends object>(group: G) => Object.keys(group) as (keyof G & string)[];

/** What stands folded. */
export const foldedNames = { moduli: namesOf(moduli), solvers: namesOf(solvers) };

export type ReleaseSettings = ValuesOf<typeof groups.plan>;
export type SolverSettings = ValuesOf<typeof groups.solvers>;
