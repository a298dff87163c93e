import type { Catalogue, ColumnBlock, DataSpec, Experiment } from '../../engine/types.ts';
import { withDiagnostic } from '../../results/asked-measures.ts';
import { asksTables } from '../../results/offered-measures.ts';
import { type Measure } from '../../results/measures.ts';
import { withLoss } from '../../store/sources.ts';
import { withValueAt } from '../../experiment/paths.ts';

/** How far the histogram's tables are from those of the records; of three columns the last two. */
const tableErrors: readonly Measure[] = [
  'marginalError2',
  'worstMarginal2',
  'marginalError3',
  'worstMarginal3',
];

/** The methods whose histograms can be published, under names that are short enough for a rail. */
function makersIn({ algorithms }: Catalogue): Experiment['algorithms'] {
  return algorithms
    .filter((one) => one.private && one.needs.includes('queries'))
    .map(({ id, title }) => ({ id, label: title.replace(/ \(.*\)$/, '') }));
}

/**
 * The data with these columns read of them, and nothing else done to them. Of a file one of them is
 * the target: it is a column like the others to these methods, and no other one is read then.
 */
export function withColumns(
  data: DataSpec,
  columns: readonly ColumnBlock[],
  { target, hasHeader = true }: { target?: string | undefined; hasHeader?: boolean } = {},
): DataSpec {
  const unprepared = withValueAt(data, 'preprocess', undefined);
  const bare = withValueAt(unprepared, 'positive', undefined);
  if (data.kind !== 'file') return { ...bare, columns: [...columns] } as DataSpec;
  const named = target !== undefined && !hasHeader ? Number(target) : target;
  const header = hasHeader ? 'yes' : 'no';
  return {
    ...bare,
    header,
    target: named ?? columns.at(-1)?.name,
    columns: [...columns],
  } as DataSpec;
}

/** The columns that an experiment reads, where it says so. */
export function columnsOf(data: DataSpec): readonly ColumnBlock[] | undefined {
  return 'columns' in data ? data.columns : undefined;
}

/**
 * The experiment that makes synthetic data of these columns, by both methods. The budget stays; a
 * promise that neither of them gives becomes the nearest one that both give.
 */
export function makingSyntheticData(
  experiment: Experiment,
  data: DataSpec,
  catalogue: Catalogue,
): Experiment {
  const name = catalogue.saddles.find(asksTables)!.id;
  const bare = withLoss(experiment, name, catalogue);
  const columns = columnsOf(data)?.length ?? 0;
  const { sweep } = experiment;
  const kept = (sweep ?? []).filter(({ path }) => path === 'privacy.epsilon');
  const made: Experiment = {
    ...withValueAt(bare, 'sweep', undefined),
    title: `Synthetic data, ${titleOf(data)}`,
    data,
    problem: { kind: 'saddle', name, order: Math.min(2, columns) },
    privacy: privacyOf(experiment.privacy),
    algorithms: makersIn(catalogue),
    run: {
      repeats: Math.min(5, experiment.run?.repeats ?? 5),
      randomness: { mode: 'reproducible', seed: experiment.run?.randomness?.seed ?? 1 },
      trace: { points: 50 },
      diagnostics: [],
    },
    ...(kept.length > 0 && experiment.privacy.notion !== 'zcdp' ? { sweep: kept } : {}),
  };
  return tableErrors.slice(0, columns < 3 ? 2 : 4).reduce(measuring, made);
}

function measuring(experiment: Experiment, measure: Measure): Experiment {
  const diagnostics = withDiagnostic(experiment, measure);
  return diagnostics === null
    ? experiment
    : withValueAt(experiment, 'run.diagnostics', diagnostics);
}

function titleOf(data: DataSpec): string {
  return 'name' in data && data.name ? data.name : 'rows';
}

/** Both methods promise (epsilon, delta), or rho. */
function privacyOf({ notion, epsilon, delta, rho }: Experiment['privacy']): Experiment['privacy'] {
  if (notion === 'zcdp' && rho !== undefined) return { notion, rho };
  if (notion === 'none') return { notion };
  return { notion: 'approximate', epsilon: epsilon ?? 1, delta: delta ?? 1e-6 };
}
