import type { Table } from '../../../../export/csv.ts';
import { formatNumber } from '../../../../format/number.ts';
import { toleranceRatios, type Rung } from './ask.ts';

/** sigma over that of the analytic calibration with the smallest tolerance. */
export function factorOf(sigma: number | null, rungs: readonly Rung[]): number | null {
  const base = rungs.find(({ noise }) => noise === 'analytic')?.sigma.at(-1) ?? null;
  return sigma === null || base === null ? null : sigma / base;
}

export function ladderRows(rungs: readonly Rung[]) {
  const cell = (sigma: number | null) =>
    sigma === null
      ? 'only for ε below 1'
      : `${formatNumber(sigma)} (${formatNumber(factorOf(sigma, rungs))} ×)`;
  return {
    columns: ['Noise', ...toleranceRatios.map((ratio) => `Tolerance ρ = ${formatNumber(ratio)}`)],
    rows: rungs.map(({ title, sigma }) => [title, ...sigma.map(cell)]),
  };
}

export function ladderTable(rungs: readonly Rung[]): Table {
  return {
    columns: ['noise', 'toleranceRatio', 'sigma', 'factor'],
    rows: rungs.flatMap(({ noise, sigma }) =>
      sigma.map((one, index) => [noise, toleranceRatios[index], one, factorOf(one, rungs)]),
    ),
  };
}
