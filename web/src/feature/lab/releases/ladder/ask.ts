import type { TheoryEngine } from '../../shared/queries.ts';
import { releasedPart } from '../phases/columns.ts';
import { planQuery, type PlanQuery } from '../plan.ts';
import { settings as group, type ReleaseSettings } from '../settings.ts';

type Noise = NonNullable<PlanQuery['noise']>;

/** One way to calibrate the noise. */
export interface Rung {
  noise: Noise;
  title: string;
  /** sigma of the first phase for every ratio of `toleranceRatios`; null where nothing is proven. */
  sigma: (number | null)[];
}

export const toleranceRatios = [0.5, 0.1, 0.01] as const;

/**
 * sigma of the first phase by calibration and tolerance, all with the same weights: those of the
 * paper's mu, which does not depend on the noise.
 */
export function askLadder(engine: TheoryEngine, settings: ReleaseSettings): Promise<Rung[]> {
  return Promise.all(
    group.noise.choices.map(async ({ value: noise, title }) => ({
      noise,
      title,
      sigma: await Promise.all(
        toleranceRatios.map((ratio) => askSigma(engine, settings, noise, ratio)),
      ),
    })),
  );
}

async function askSigma(
  engine: TheoryEngine,
  settings: ReleaseSettings,
  noise: Noise,
  toleranceRatio: number,
): Promise<number | null> {
  const query = planQuery({ ...settings, noise, toleranceRatio });
  const isProven = settings.epsilon < 1 || noise === 'analytic' || noise === 'zcdp';
  if (!isProven) return null;
  const { phases } = await engine.theory({ ...query, regularization: 'paper' });
  return releasedPart(phases, settings.method).noise[0];
}
