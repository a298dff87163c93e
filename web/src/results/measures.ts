import { diagnosticIds } from '../../../wasm/client/index.ts';
import type { Catalogue, DiagnosticColumn, Experiment } from '../engine/types.ts';

/** The names that traces have for diagnostics. */
export type Measure = DiagnosticColumn;

/** A diagnostic that can be drawn: how it is called, which way is better, and how its axis runs. */
interface MeasureInfo {
  title: string;
  better: 'lower' | 'higher' | 'neither';
  /**
   * `any`: logarithmic or linear, as the reader likes; `linear`: for what may be about 0 on either
   * side; `share`: from 0 to 1.
   */
  axis: 'any' | 'linear' | 'share';
}

/** What a problem must have for some diagnostics. */
export type Need =
  | 'labels'
  | 'ranks'
  | 'numbers'
  | 'heldLabels'
  | 'heldRanks'
  | 'heldNumbers'
  | 'optimum'
  | 'clip'
  | 'saddle'
  | 'law'
  | 'minimizedLaw'
  | 'heldOut'
  | 'groups'
  | 'bits';

/** What the page knows of a diagnostic beyond the catalogue; it draws any other, too. */
interface KnownMeasure extends Partial<MeasureInfo> {
  /** What it is compared with: words for it, and its name among the engine's references. */
  levels?: readonly (readonly [label: string, name: string])[];
  /** It is the gap that theorems and plans speak of. */
  isGap?: true;
  /** Beside it a reader may see how often the model is right. */
  isLoss?: true;
  /** How well the model predicts, as it is said of one value: "is right for {} of 100 records". */
  says?: string;
  /** What the problem must have for it. */
  needs?: Need;
  /** It is the upper end of a bracket: this is the lower one, found with it. */
  lowerEnd?: 'saddleGapLower' | 'holdOutGapLower' | 'leastGroupLoss';
}

/** Whether rows are held out: the last step says so. */
export const holdsOut = (preprocess: Experiment['data']['preprocess']) =>
  preprocess?.at(-1)?.kind === 'hold-out';

/** What measures of predictions need: they go where targets of another kind come. */
export const predictionNeeds: readonly Need[] = [
  'labels',
  'ranks',
  'numbers',
  'heldLabels',
  'heldRanks',
  'heldNumbers',
];

/** A measure of predictions beside what the optimum, and who knows the targets alone, would have. */
const predicted = (
  name: string,
  needs: Need,
  better: 'lower' | 'higher',
  baseline: string,
  axis: MeasureInfo['axis'] = 'any',
): KnownMeasure => ({
  better,
  axis,
  needs,
  levels: [
    ['no privacy', name],
    [baseline, `${name}Baseline`],
  ],
});
const rightFor = 'is right for {} of 100 records';
const explains = 'explains {}% of the variation of the targets';
const unseen = ' that it has not seen';
const majority = 'always the majority';
const shares = 'the shares alone';
const mean = 'always the mean';

/** An error, which problems of one kind have. */
const error = (needs: Need, rest?: KnownMeasure): KnownMeasure => ({
  better: 'lower',
  needs,
  ...rest,
});

/** In the order of the list; diagnostics that are not here follow in the catalogue's. */
const known: Partial<Record<string, KnownMeasure>> = {
  saddleGap: error('saddle', { lowerEnd: 'saddleGapLower' }),
  suboptimality: error('optimum', { title: 'Gap to optimum', isGap: true, isLoss: true }),
  objective: { better: 'lower', isLoss: true, levels: [['least possible', 'optimum']] },
  accuracy: {
    better: 'higher',
    axis: 'share',
    says: rightFor,
    needs: 'labels',
    levels: [
      ['no privacy', 'accuracy'],
      ['always the majority', 'majority'],
    ],
  },
  balancedAccuracy: predicted('balancedAccuracy', 'labels', 'higher', majority, 'share'),
  auc: { better: 'higher', axis: 'share', needs: 'ranks', levels: [['no privacy', 'auc']] },
  logLoss: predicted('logLoss', 'labels', 'lower', shares),
  meanSquaredError: predicted('meanSquaredError', 'numbers', 'lower', mean),
  r2: { ...predicted('r2', 'numbers', 'higher', mean, 'linear'), says: explains },
  heldOutAccuracy: { ...predicted('heldOutAccuracy', 'heldLabels', 'higher', majority, 'share'), says: rightFor + unseen }, // prettier-ignore
  heldOutBalancedAccuracy: predicted('heldOutBalancedAccuracy', 'heldLabels', 'higher', majority, 'share'), // prettier-ignore
  heldOutAuc: { better: 'higher', axis: 'share', needs: 'heldRanks', levels: [['no privacy', 'heldOutAuc']] }, // prettier-ignore
  heldOutLogLoss: predicted('heldOutLogLoss', 'heldLabels', 'lower', shares),
  heldOutMeanSquaredError: predicted('heldOutMeanSquaredError', 'heldNumbers', 'lower', mean),
  heldOutR2: { ...predicted('heldOutR2', 'heldNumbers', 'higher', mean, 'linear'), says: `${explains} among records${unseen}` }, // prettier-ignore
  gradientNorm: { better: 'lower' },
  sparsity: { title: 'Zero coordinates', axis: 'share' },
  clippedFraction: { axis: 'share', needs: 'clip' },
  noiseRatio: {},
  samplingNoise: {},
  samplingNoiseBound: {},
  anchorDistance: {},
  potential: error('optimum'),
  keyLemmaSlack: { axis: 'linear', needs: 'optimum' },
  saddleGapLower: error('saddle'),
  holdOutGap: error('heldOut', { lowerEnd: 'holdOutGapLower' }),
  holdOutGapLower: error('heldOut'),
  worstGroupLoss: error('groups', { axis: 'linear', lowerEnd: 'leastGroupLoss' }),
  leastGroupLoss: { axis: 'linear', needs: 'groups' },
  primalGap: error('saddle'),
  populationGap: error('law'),
  populationExcess: error('minimizedLaw'),
  populationQueryError: error('bits'),
  recordQueryError: error('bits'),
};

/** The name of a diagnostic's column: gradientNorm for "gradient-norm", marginalError2 for "marginal-error-2". */
export function columnOf(id: string): Measure {
  return id.replace(/-([a-z\d])/g, (_, letter: string) => letter.toUpperCase()) as Measure;
}

/** The engine's id of what a column holds. */
export function diagnosticOf(measure: Measure): string {
  const known = diagnosticIds.find((id) => columnOf(id) === measure);
  return known ?? measure.replace(/[A-Z]|\d+/g, (letter) => `-${letter.toLowerCase()}`);
}

/** What can be drawn. */
export const measureNames: readonly Measure[] = [
  ...new Set([...Object.keys(known), ...diagnosticIds.map(columnOf)]),
].filter((name): name is Measure => diagnosticIds.some((id) => columnOf(id) === name));

/** The gap that theorems and plans speak of. */
export const gapMeasure = measureNames.find((name) => known[name]?.isGap)!;
/** Whether it says how well the model predicts. */
export const isScore = (measure: Measure) => known[measure]?.says !== undefined;
/** Whether it is of records that no run has learned from. */
export const isOfUnseen = (measure: Measure) => known[measure]?.needs?.startsWith('held') === true;
export const gapDiagnostic = diagnosticOf(gapMeasure);
export const needOf = (measure: Measure) => known[measure]?.needs;
export const isLoss = (measure: Measure) => known[measure]?.isLoss === true;
export const lowerEndOf = (measure: Measure): Measure | undefined => known[measure]?.lowerEnd;
export const levelsOf = (measure: Measure) => known[measure]?.levels ?? [];

/** A value of a score in words, such as "is right for 92 of 100 records"; '' of what is no score. */
export const sayScore = (measure: Measure, value: number) =>
  known[measure]?.says?.replace('{}', inHundred(value)) ?? '';
/** The same where its words stand already: "95". */
export const inHundred = (share: number) => String(Math.round(100 * share));

let told: readonly { id: string; title: string; unit?: string }[] = [];

/** Takes the engine's titles and units, once it has told them. */
export function learnMeasures({ diagnostics }: Pick<Catalogue, 'diagnostics'>): void {
  told = diagnostics;
}

export function measureInfo(measure: Measure): MeasureInfo {
  const id = diagnosticOf(measure);
  const { title = id, unit } = told.find((one) => one.id === id) ?? {};
  const named = unit === undefined ? title : `${title} (${unit})`;
  return { title: named, better: 'neither', axis: 'any', ...known[measure] };
}

/** The diagnostics of steps that none of these algorithms takes. */
export function diagnosticsWithout(
  algorithms: Experiment['algorithms'],
  catalogue: Catalogue,
): Set<string> {
  const special = new Set(catalogue.algorithms.flatMap((entry) => entry.diagnostics ?? []));
  for (const { id } of algorithms) {
    const entry = catalogue.algorithms.find((one) => one.id === id);
    for (const diagnostic of entry?.diagnostics ?? []) special.delete(diagnostic);
  }
  return special;
}
