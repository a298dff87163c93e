import { formatCount, formatCounted, formatNumber } from '../../../format/number.ts';
import type { CertifiedRun } from '../shared/queries.ts';

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
