import type { Table } from '../../../export/csv.ts';
import type { ComplexityTable } from '../shared/queries.ts';

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
