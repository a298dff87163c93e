import type { Table } from '../../../export/csv.ts';
import type { NoiseAnswer } from '../shared/queries.ts';

/** The theorem's noise by batch size: whether its conditions hold, and what is proven of it. */
export function theoremTable({ batchSize, tight, paper }: NoiseAnswer): Table {
  const said = (holds: boolean) => (holds ? 'yes' : 'no');
  return {
    columns: ['batchSize', 'accountantNoise', 'coversOneRecord', 'seldomDrawn', 'certifiedEpsilon'],
    rows: batchSize.map((batch, index) => [
      batch,
      tight[index],
      said(paper.isLargeEnough[index]),
      said(paper.isAmplified[index]),
      paper.certifiedEpsilon[index],
    ]),
  };
}
