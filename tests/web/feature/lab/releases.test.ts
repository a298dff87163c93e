import { describe, expect, it } from 'vitest';

import { csvText } from '../../../../web/src/export/csv.ts';
import type { SolverComplexity } from '../../../../wasm/client/index.ts';
import {
  askBounds,
  boundLines,
  boundsPicture,
} from '../../../../web/src/feature/lab/releases/bounds.ts';
import {
  lineRows,
  lineTable,
  boundNotes,
  boundsVerdict,
} from '../../../../web/src/feature/lab/releases/bounds-view.ts';
import {
  askLadder,
  ladderRows,
  ladderTable,
} from '../../../../web/src/feature/lab/releases/question.ts';
import {
  askPlan,
  phaseColumns,
  noisePicture,
  weightPicture,
  changeText,
  planText,
} from '../../../../web/src/feature/lab/releases/phases-view.ts';
import {
  planQuery,
  type Plan,
  type PlanQuery,
} from '../../../../web/src/feature/lab/releases/plan.ts';
import type {
  ReleaseSettings,
  SolverSettings,
} from '../../../../web/src/feature/lab/releases/settings.ts';
import {
  askSolvers,
  solverPicture,
  solverRows,
} from '../../../../web/src/feature/lab/releases/solvers-view.ts';
import type { Query, TheoryEngine } from '../../../../web/src/feature/lab/shared/queries.ts';
import { initialLab } from '../../../../web/src/feature/lab/state.ts';

const set = (changes: Partial<ReleaseSettings & SolverSettings> = {}) => ({
  ...initialLab.releases,
  ...changes,
});

/**
 * A made-up engine: geometric phases promise 50 / n, equal ones 200 / n, one release n^(-1/2), the
 * theorem 1000 / n, each times (1/4) / epsilon. Three phases of weights 2, 4, 8 mu.
 */
function engine(asked: Query[] = []): TheoryEngine {
  const theory = (query: Query): unknown => {
    asked.push(query);
    if (query.query === 'certified-plan') return plan(query);
    if (query.query === 'solver-complexity') return solvers(query.weight, query.dualWeight);
    throw new Error(`not asked here: ${query.query}`);
  };
  return {
    theory: (query) => new Promise((resolve) => resolve(theory(query) as never)),
  };
}

function plan(query: PlanQuery) {
  const { samples: n, epsilon, noise, method, toleranceRatio = 0.01 } = query;
  if (noise === 'paper' && epsilon >= 1) throw new Error('epsilon < 1 only');
  const tooLarge = query.delta >= 1 / n ? 'it asks for a delta below 1/n' : '';
  const outsideTheorem = epsilon < 1 ? tooLarge : 'it is proven for epsilon below 1';
  const scale = 0.25 / epsilon;
  const isPhased = query.domainRadius !== undefined;
  const bounds = { equal: 200 / n, balanced: 150 / n, geometric: 50 / n, naive: n ** -0.5 };
  const sigma = (noise === 'paper' ? 4 : 1 + toleranceRatio) * scale;
  return {
    regularization: isPhased ? 3 : null,
    bound: isPhased ? bounds.equal : null,
    startBound: isPhased ? 1 : null,
    theorem: outsideTheorem === '' ? (1000 / n) * scale : null,
    outsideTheorem,
    comparison: Object.entries(isPhased ? bounds : {})
      .filter(([name]) => name !== 'naive' || method === 'convex')
      .map(([name, bound]) => ({ method: name, regularization: 3, bound: bound * scale })),
    phases: {
      phase: [1, 2, 3],
      records: [30, 30, 30],
      primalWeight: [4, 8, 16],
      dualWeight: [2, 2, 2],
      certifiedDistance: [1, 1, 1],
      sensitivity: [0.4, 0.2, 0.1],
      primalNoise: [sigma, sigma / 2, sigma / 4],
      dualNoise: [0, 0, 0],
      rho: [0.1, 0.1, 0.1],
    },
  };
}

function solvers(weight: number, dualWeight?: number): Omit<SolverComplexity, 'query'> {
  const condition = 1 / weight;
  const row = (solver: string, gradients: number | null) => ({ solver, title: solver, gradients });
  return {
    condition,
    solvers:
      dualWeight === undefined
        ? [row('descent', 64 * condition), row('saga', 64 + condition), row('svrg', 64 + condition)]
        : [row('ascent', 64 * condition ** 2), row('of another program', null)],
  };
}

const drawn = async (settings: ReleaseSettings) => {
  const found = await askBounds(engine(), settings);
  return { found, lines: boundLines(found, settings), verdict: boundsVerdict(found, settings) };
};

describe('the bounds of certified releases', () => {
  it('are asked with what the method reads, for every n that is drawn', async () => {
    const asked: Query[] = [];
    await askBounds(engine(asked), set({ noise: 'zcdp', schedule: 'geometric' }));
    const queries = asked as PlanQuery[];
    expect(queries.every(({ noise, schedule }) => noise === 'zcdp' && schedule === 'equal')).toBe(
      true,
    );
    expect(new Set(queries.map(({ samples }) => samples)).size).toBe(24);
    expect(queries[0]).toMatchObject({ samples: 1e6, domainRadius: 1 });
    expect(queries[0]).not.toHaveProperty('smoothness');
    expect(queries[0]).not.toHaveProperty('strongConvexity');
    const both = planQuery(set({ method: 'strongly-convex-concave' }));
    expect(both).toMatchObject({ strongConvexity: 0.1, strongConcavity: 0.1, smoothness: 1 });
    expect(both).not.toHaveProperty('domainRadius');
    const dual = planQuery(set({ method: 'strongly-convex-dual' }));
    expect(dual).toHaveProperty('strongConvexity');
    expect(dual).not.toHaveProperty('strongConcavity');
  });

  it('say from which n on phases beat one release, and what is promised at the mark', async () => {
    const { verdict } = await drawn(set());
    expect(verdict.title).toBe('Phases beat one release from n = 2500 on.');
    expect(verdict.text).toMatch(
      /^Equal ones, as printed, beat one release from n = 40.000 on\. With n = 1.000.000 and ε = 0\.25 the lowest bound is 5 × 10⁻⁵ \(geometric phases\); staying at the start errs by at most 1\.$/,
    );
    expect(verdict.bad).toBe(false);
    const few = await drawn(set({ samples: 128, epsilon: 0.02 }));
    expect(few.verdict).toMatchObject({ bad: true });
    expect(few.verdict.title).toMatch(/nothing better than the start, 1, is promised/);
    expect(few.verdict.text).toMatch(/^Phases beat one release from n = /);
  });

  it('have slopes and crossings in the table, and the same numbers as CSV', async () => {
    const { lines } = await drawn(set());
    const { rows } = lineRows(lines, set());
    const row = (name: string) => rows.find(([label]) => label === name)!;
    expect(row('Equal phases').slice(2)).toEqual([
      '−1.00',
      '−1.00',
      'from n = 200 on',
      expect.stringMatching(/^from n = 40.000 on$/),
    ]);
    expect(row('One release').slice(2)).toEqual(['−0.50', '−0.50', 'everywhere here', '–']);
    const csv = csvText(lineTable(lines)).split('\n');
    expect(csv[0].split(',')).toHaveLength(lineTable(lines).rows[0].length);
    expect(csv[1]).toMatch(/^Equal phases,0\.0002,-1(\.0+\d*)?|-0\.9+\d*/);
  });

  it('are drawn beside the theorem as far as it holds, and the start', async () => {
    const { found, lines } = await drawn(set({ delta: 1e-5 }));
    const picture = boundsPicture(found, lines, set());
    expect(picture.levels).toEqual([{ label: 'staying at the start', y: 1 }]);
    const theorem = picture.series.at(-1)!;
    expect(theorem.label).toBe('Theorem 3.7, as printed');
    expect(theorem.dashIndex).not.toBe(0);
    expect(theorem.colorIndex).toBe(picture.series[0].colorIndex);
    const last = found.x.findLastIndex((_, index) => theorem.median[index] !== null);
    expect(found.x[last]).toBe(2 ** 16);
    expect(theorem.median[0]).toBe(1000 / 128);
  });

  it('run over ε as well, as far as the noise is proven', async () => {
    const settings = set({ against: 'epsilon', noise: 'paper' });
    const { found, lines, verdict } = await drawn(settings);
    expect(found.x[0]).toBe(0.01);
    expect(found.x.at(-1)).toBe(10);
    const equal = lines.find(({ name }) => name === 'equal')!;
    expect(equal.slopes.first).toBeCloseTo(-1, 9);
    expect(found.x.filter((_, index) => equal.y[index] !== null).at(-1)).toBeLessThan(1);
    expect(verdict.title).toBe('Phases beat one release for every ε drawn here.');
    expect(boundsPicture(found, lines, settings)).toMatchObject({ xTitle: 'epsilon', mark: 0.25 });
  });

  it('are refused where the noise is not proven at the mark', async () => {
    await expect(askBounds(engine(), set({ noise: 'paper', epsilon: 2 }))).rejects.toThrow(
      'epsilon',
    );
  });

  it('of one side of a pair are compared with half of the theorem, and with no one release', async () => {
    const settings = set({ method: 'convex-concave' });
    const { found, lines, verdict } = await drawn(settings);
    expect(found.here.theorem).toBe(500 / 1e6);
    expect(lines.map(({ name }) => name)).toEqual(['equal', 'balanced', 'geometric', 'theorem']);
    expect(verdict.title).toBe('Phases beat staying at the start for every n drawn here.');
    expect(lineRows(lines, settings).rows[0].at(-1)).toBe('–');
    expect(boundNotes(found, settings)).toContain('half of the printed bound');
  });

  it('of one release are the theorem’s alone, or why there is none', async () => {
    const settings = set({ method: 'strongly-convex' });
    const { lines, verdict } = await drawn(settings);
    expect(lines.map(({ label }) => label)).toEqual(['Theorem 3.4, as printed']);
    expect(verdict.title).toBe('Theorem 3.4: the expected excess risk is at most 0.001.');
    const none = await drawn(set({ method: 'strongly-convex', epsilon: 2 }));
    expect(none.verdict.title).toBe('Theorem 3.4 promises nothing here: it is proven for epsilon below 1.'); // prettier-ignore
  });

  it('say why the engine knows of no theorem', async () => {
    const settings = set({ epsilon: 1 });
    const { found, lines } = await drawn(settings);
    expect(boundNotes(found, settings)).toContain('nothing at the mark: it is proven for epsilon below 1.'); // prettier-ignore
    expect(found.here.theorem).toBeNull();
    expect(lines.map(({ name }) => name)).not.toContain('theorem');
    const inside = set();
    expect(boundNotes((await drawn(inside)).found, inside)).not.toContain('nothing at the mark');
  });
});

/** The same phases with y as what is released. */
function mirrored(found: Plan): Plan {
  const { primalWeight, dualWeight, primalNoise, dualNoise } = found.phases;
  const names = { primalWeight: dualWeight, dualWeight: primalWeight, primalNoise: dualNoise, dualNoise: primalNoise }; // prettier-ignore
  return { ...found, phases: { ...found.phases, ...names } };
}

describe('the phases of a plan', () => {
  it('are those of the chosen schedule, distances in L2', async () => {
    const asked: Query[] = [];
    const found = await askPlan(engine(asked), set({ schedule: 'geometric' }));
    expect(asked[0]).toMatchObject({ schedule: 'geometric' });
    const columns = phaseColumns(found, set());
    const values = (name: string) => columns.find((one) => one.name === name)?.values;
    expect(values('certifiedDistance')).toEqual([0.5, 1 / Math.sqrt(8), 0.25]);
    expect(values('otherWeight')).toBeUndefined();
    expect(phaseColumns(found, { method: 'convex-concave' }).map(({ name }) => name)).toContain(
      'otherWeight',
    );
    const dual = phaseColumns(mirrored(found), { method: 'strongly-convex-dual' });
    const primal = phaseColumns(found, { method: 'strongly-concave' });
    expect(dual).toEqual(primal);
    const both = phaseColumns(found, { method: 'strongly-convex-concave' });
    expect(both.find(({ name }) => name === 'certifiedDistance')!.values).toEqual([1, 1, 1]);
    expect(both.map(({ name }) => name)).toContain('otherNoise');
  });

  it('are drawn by phase, weights and records over the first one', async () => {
    const columns = phaseColumns(await askPlan(engine(), set()), set());
    const relative = weightPicture(columns).series.map(({ median }) => median);
    expect(relative).toEqual([
      [1, 1, 1],
      [1, 2, 4],
    ]);
    expect(noisePicture(columns).series).toHaveLength(3);
  });

  it('are summed up', async () => {
    const found = await askPlan(engine(), set());
    const columns = phaseColumns(found, set());
    expect(planText(found, columns, set({ samples: 100 }))).toBe(
      '3 phases with μ = 3, bound 2 × 10⁻⁴. 90 of 100 records are used. From phase to phase the weight grows 2 times and the noise shrinks 2 times.',
    );
  });
});

describe('a column of phases', () => {
  it('grows, shrinks, or does both', () => {
    expect(changeText([1, 2, 4.1])).toBe('grows 2 to 2.05 times');
    expect(changeText([4, 2, 1])).toBe('shrinks 2 times');
    expect(changeText([4, 2, 3])).toBe('changes 0.5 to 1.5 times');
  });
});

describe('the noise ladder', () => {
  it('has all calibrations with the same weights, over the analytic one', async () => {
    const asked: Query[] = [];
    const rungs = await askLadder(engine(asked), set());
    const queries = asked as PlanQuery[];
    expect(queries).toHaveLength(12);
    expect(new Set(queries.map(({ regularization }) => regularization))).toEqual(new Set(['paper'])); // prettier-ignore
    const { rows } = ladderRows(rungs);
    expect(rows.find(([name]) => name.startsWith('Analytic'))).toEqual([
      'Analytic, the least proven',
      '1.5 (1.49 ×)',
      '1.1 (1.09 ×)',
      '1.01 (1 ×)',
    ]);
    expect(rows.find(([name]) => name === 'As printed')!.at(-1)).toBe('4 (3.96 ×)');
    expect(ladderTable(rungs).rows).toContainEqual(['paper', 0.01, 4, 4 / 1.01]);
  });

  it('leaves out what is not proven for large ε', async () => {
    const asked: Query[] = [];
    const { rows } = ladderRows(await askLadder(engine(asked), set({ epsilon: 1 })));
    expect(asked).toHaveLength(6);
    expect(rows.find(([name]) => name === 'As printed')!.at(-1)).toBe('only for ε below 1');
    expect(rows.find(([name]) => name === 'By zCDP')!.at(-1)).toMatch(/×\)$/);
  });
});

describe('the gradients of the solvers', () => {
  it('share a line where they are the same, and have slopes', async () => {
    const settings = set({ problem: 'minimization' });
    const costs = await askSolvers(engine(), settings);
    const picture = solverPicture(costs, settings);
    expect(picture.series.map(({ label }) => label)).toEqual(['descent', 'saga and 1 more']);
    const { rows } = solverRows(costs, settings);
    expect(rows[0]).toEqual(['descent', '1.00', '1.00', '6400', '100']);
    expect(rows[1]).toEqual(['saga · svrg', expect.any(String), expect.any(String), '164', '2.56']);
    expect(Number(rows[1][2])).toBeGreaterThan(0.99);
    expect(Number(rows[1][1])).toBeLessThan(0.4);
  });

  it('of a saddle problem are asked with both weights; what nobody knows is left out', async () => {
    const asked: Query[] = [];
    const settings = set({ balance: 10, conditionNumber: 100 });
    const costs = await askSolvers(engine(asked), settings);
    expect(asked).toContainEqual(expect.objectContaining({ weight: 0.01, dualWeight: 0.1 }));
    const { rows } = solverRows(costs, settings);
    expect(rows.map(([label]) => label)).toEqual(['ascent']);
    expect(rows[0].slice(1, 3)).toEqual(['2.00', '2.00']);
  });
});
