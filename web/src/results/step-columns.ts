import type { AlgorithmInfo, Catalogue } from '../engine/types.ts';

/** A number that every step of an algorithm tells everybody. */
export type StepColumn = NonNullable<AlgorithmInfo['columns']>[number];

/** What the steps of an algorithm tell, as the catalogue lists it; none of most algorithms. */
export function stepColumns(catalogue: Catalogue | null, id: string): readonly StepColumn[] {
  return catalogue?.algorithms.find((entry) => entry.id === id)?.columns ?? [];
}

/** Whether the steps are releases of certified solutions, each of a block of records. */
export function tellsPhases(columns: readonly StepColumn[]): boolean {
  return columns.some(({ name }) => name === 'phaseRecords');
}

/** What a number is called, with its unit, by algorithms that may name it differently. */
export function titleOf(columns: readonly StepColumn[]): string {
  const titles = columns.map(({ title, unit }) => (unit ? `${title} (${unit})` : title));
  return [...new Set(titles)].join(' / ');
}
