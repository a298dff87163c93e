import { choice, logNumber, type ValuesOf } from '../shared/fields.ts';
import {
  balls,
  conditionNumber,
  dimension,
  facts,
  initialGap,
  radius,
  source,
  askExtent,
} from '../shared/settings.ts';
import type {
  TablesAnswer,
  TheoryEngine,
  ComplexityTable,
  CertifiedRun,
} from '../shared/queries.ts';
import type { Table } from '../../../export/csv.ts';
import { formatCount, formatCounted, formatNumber } from '../../../format/number.ts';

export const settings = {
  source,
  ...facts,
  dimension: dimension(),
  conditionNumber: conditionNumber('1/μ: the tables are scaled to G = L = 1.'),
  set: choice(
    'Constraint set',
    balls,
    'Table 3 depends on the set by its Gaussian width: about √(2 ln p) for the l1 ball, √p for the l2 ball.',
  ),
  radius: radius(),
  regularization: logNumber(
    'Regularization λ',
    [1e-6, 0.01, 10],
    'Of objective perturbation, which pays for it with a biased minimum.',
  ),
  initialGap: initialGap(
    'A guess of F at the start less its minimum; the certified runs are as long as it asks.',
  ),
};

export type TableSettings = ValuesOf<typeof settings>;

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

/** All settings' methods, a row each, and of each setting what the accountant certifies. */
export function complexityTable(tables: readonly ComplexityTable[]): Table {
  return {
    columns: [
      'setting',
      'method',
      'source',
      'measure',
      'utilityFormula',
      'utility',
      'gradientsFormula',
      'gradients',
      'nonSmooth',
    ],
    rows: tables.flatMap(({ setting, source, measure, rows, certified }) => [
      ...rows.map(({ method, source: from, utility, gradients, nonSmooth }) => [
        setting,
        method,
        from,
        measure,
        utility.formula,
        utility.value,
        gradients?.formula,
        gradients?.value,
        nonSmooth ? 'yes' : 'no',
      ]),
      [
        setting,
        'certified',
        source,
        measure,
        null,
        certified.bound,
        null,
        certified.gradients,
        null,
      ],
    ]),
  };
}

/** What the certified run of a setting is made of. */
export function certifiedWords(run: CertifiedRun): string {
  const { iterations, innerSteps, batchSize, noise } = run;
  const sigma = `σ = ${formatNumber(noise)}`;
  if (innerSteps === null || batchSize === null) {
    return `${formatCount(iterations)} full gradients, ${sigma}`;
  }
  const steps = `${formatCount(innerSteps)} inner steps on ${batchSize === 1 ? 'one record' : `batches of ${formatCount(batchSize)}`}`;
  return `${formatCounted(iterations, 'epoch')}, ${steps}, ${sigma}`;
}
