import type { Experiment, PageEngine, PlanReport } from '../../engine/types.ts';
import { costOf, mileageText, type Mileage } from '../../store/odometer.ts';

type Counted = Omit<Mileage, 'name'>;

/** What a plan's runs, or the runs of a file, cost together, in the unit that was set. */
export function totalText({ total }: Pick<PlanReport, 'total'>): string {
  const { epsilon = null, delta = null, rho = null } = total ?? {};
  const isBounded = epsilon !== null || rho !== null;
  // A total that is told in epsilon may be counted in rho, too: that is nobody's setting.
  return mileageText({
    runs: 1,
    epsilon: epsilon ?? 0,
    delta: delta ?? 0,
    rho: epsilon === null ? (rho ?? 0) : 0,
    unbounded: isBounded ? 0 : 1,
  });
}

/** What secure runs on a file have cost before a plan, and what they will after it. */
export interface Spending {
  before: string;
  after: string;
}

/** What was counted, in the unit that is set: what was counted in rho is told as epsilon at the delta of the form. */
export async function spentText(
  engine: Pick<PageEngine, 'account'>,
  counted: Counted,
  { privacy }: Experiment,
): Promise<string> {
  const { epsilon, delta, rho } = counted;
  if (privacy.notion !== 'approximate' || rho === 0) return mileageText(counted);
  const at = privacy.delta!;
  const query = { query: 'zcdp-to-epsilon', rho, delta: at, conversion: 'optimal' } as const;
  const { value } = await engine.account(query);
  if (value === null) return mileageText(counted);
  return mileageText({ ...counted, epsilon: epsilon + value, delta: delta + at, rho: 0 });
}

/**
 * Both in the unit that is set.
 *
 * @param before  null before the first secure run
 */
export async function spendingOf(
  engine: Pick<PageEngine, 'account'>,
  plan: PlanReport,
  experiment: Experiment,
  before: Counted | null,
): Promise<Spending> {
  const text = (counted: Counted) => spentText(engine, counted, experiment);
  const cost = costOf(plan);
  if (before === null) return { before: 'nothing', after: await text(cost) };
  const sum = Object.fromEntries(
    Object.entries(cost).map(([name, value]) => [name, value + before[name as keyof Counted]]),
  );
  return { before: await text(before), after: await text(sum as unknown as Counted) };
}
