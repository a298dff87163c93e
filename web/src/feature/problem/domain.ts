import type { GaussianWidthQuery, WidthSet } from '../../../../wasm/client/index.ts';

/** A domain as the file has it. */
export type DomainSpec = { kind: string } & Partial<Record<string, unknown>>;

const sets: readonly WidthSet[] = [
  'l1-ball',
  'l2-ball',
  'linf-ball',
  'simplex',
  'group-ball',
  'lp-ball',
];

/** Draws cost as many numbers as there are dimensions; a form answers at once. */
const mostDrawn = 4e6;

/** The question of how wide a domain is; null for sets without a width that is known here. */
export function widthQuery(domain: DomainSpec, dimension: number): GaussianWidthQuery | null {
  const set = sets.find((known) => known === domain.kind);
  if (set === undefined) return null;
  const isDrawn = set === 'group-ball' || set === 'lp-ball';
  const draws = Math.min(2000, Math.floor(mostDrawn / dimension));
  if (isDrawn && draws < 100) return null;
  const { radius, groupSize, exponent } = domain;
  return {
    query: 'gaussian-width',
    set,
    dimensions: [dimension],
    ...(typeof radius === 'number' && { radius }),
    ...(typeof groupSize === 'number' && { groupSize }),
    ...(typeof exponent === 'number' && { exponent }),
    ...(isDrawn && { draws }),
  };
}
