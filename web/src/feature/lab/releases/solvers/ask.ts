import type { TheoryEngine } from '../../shared/queries.ts';
import type { SolverSettings } from '../settings.ts';

/** Solvers that nobody expects to differ. */
export interface SolverGroup {
  titles: string[];
  /** Expected gradients of single components, by condition number, up to a constant factor. */
  gradients: (number | null)[];
  here: number | null;
}

export interface SolverCosts {
  conditions: number[];
  groups: SolverGroup[];
}

/** Four to a decade. */
const conditionsOver = Array.from({ length: 25 }, (_, index) => 10 ** (index / 4));

export async function askSolvers(
  engine: TheoryEngine,
  settings: SolverSettings,
): Promise<SolverCosts> {
  const { conditionNumber } = settings;
  const conditions = [...new Set([...conditionsOver, conditionNumber])].sort((a, b) => a - b);
  const answers = await Promise.all(
    conditions.map(async (condition) => askAt(engine, settings, condition)),
  );
  const at = conditions.indexOf(conditionNumber);
  const groups = new Map<string, SolverGroup>();
  answers[0].solvers.forEach(({ solver, title }) => {
    const gradients = answers.map(
      ({ solvers }) => solvers.find((one) => one.solver === solver)?.gradients ?? null,
    );
    const key = gradients.map((value) => value?.toPrecision(9)).join();
    const known = groups.get(key);
    if (known) known.titles.push(title);
    else groups.set(key, { titles: [title], gradients, here: gradients[at] });
  });
  return { conditions, groups: [...groups.values()] };
}

function askAt(
  engine: TheoryEngine,
  { problem, components, balance, accuracy }: SolverSettings,
  condition: number,
) {
  const weight = 1 / condition;
  return engine.theory({
    query: 'solver-complexity',
    components,
    smoothness: 1,
    weight,
    accuracy,
    ...(problem === 'saddle' ? { dualWeight: balance * weight } : {}),
  });
}
