import { askExtent } from '../shared/extent.ts';
import type { TablesAnswer, TheoryEngine } from '../shared/queries.ts';
import type { TableSettings } from './settings.ts';

export async function askTables(
  engine: TheoryEngine,
  settings: TableSettings,
): Promise<TablesAnswer> {
  const { samples, dimension, epsilon, delta, conditionNumber } = settings;
  const { regularization, initialGap } = settings;
  const extent = await askExtent(engine, settings);
  return engine.theory({
    query: 'complexity-tables',
    samples,
    dimension,
    epsilon,
    delta,
    strongConvexity: 1 / conditionNumber,
    gaussianWidth: extent.width,
    diameter: 2 * extent.radius,
    bregmanRadius: extent.bregmanRadius,
    regularization,
    initialGap,
  });
}
