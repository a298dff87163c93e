import { askExtent } from '../shared/extent.ts';
import type { BoundsAnswer, TheoryEngine } from '../shared/queries.ts';
import type { BoundSettings } from './settings.ts';

export async function askBounds(
  engine: TheoryEngine,
  settings: BoundSettings,
): Promise<BoundsAnswer> {
  const { method, noise, samples, dimension, epsilon, delta, initialGap, distance } = settings;
  const common = {
    query: 'erm-bounds',
    samples,
    dimension,
    epsilon,
    delta,
    noise,
    initialGap,
    distance,
  } as const;
  if (method !== 'dp-accmd') {
    return engine.theory({ ...common, method, strongConvexity: 1 / settings.conditionNumber });
  }
  const extent = await askExtent(engine, settings);
  return engine.theory({
    ...common,
    method,
    gaugeSmoothness: extent.radius ** 2,
    bregmanRadius: extent.bregmanRadius,
    dualNoise: extent.secondMoment,
  });
}
