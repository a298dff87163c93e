import type { Catalogue, DataSpec, Experiment, PreprocessStep } from '../engine/types.ts';
import { diagnosticsBut, hasGroups, ranking, scored } from '../results/asked-measures.ts';
import { gapDiagnostic, holdsOut, predictionNeeds, type Need } from '../results/measures.ts';
import {
  galleryEntry,
  madeFor,
  problemId,
  saddleEntry,
  withGallery,
  withSaddle,
  type SaddleEntry,
} from '../experiment/gallery.ts';
import { withValueAt } from '../experiment/paths.ts';
import { startOf } from '../experiment/starts.ts';
import type { DataFile } from './state.ts';

/**
 * The experiment on another data source, with the preparation and the loss that the catalogue
 * suggests for it. `chosen` is `builtin:NAME`, `synthetic:NAME` or `file`.
 */
export function withSource(
  experiment: Experiment,
  chosen: string,
  known: { catalogue: Catalogue; file: DataFile | null },
): Experiment {
  return measuringWhatIsHeldOut(ofSource(experiment, chosen, known));
}

/** The experiment without the diagnostics of rows held out, where none are. */
export function measuringWhatIsHeldOut(experiment: Experiment): Experiment {
  return holdsOut(experiment.data.preprocess) ? experiment : unmeasured(experiment, ofHeldOut);
}

const ofHeldOut: readonly Need[] = ['heldOut', 'heldLabels', 'heldRanks', 'heldNumbers'];

function ofSource(
  experiment: Experiment,
  chosen: string,
  { catalogue, file }: { catalogue: Catalogue; file: DataFile | null },
): Experiment {
  const separator = chosen.indexOf(':');
  const kind = separator < 0 ? chosen : chosen.slice(0, separator);
  const name = chosen.slice(separator + 1);
  if (kind === 'file') return describeFile(experiment, file ?? { name: 'file' });
  if (kind === 'synthetic') return withSynthetic(experiment, catalogue, name);
  const set = catalogue.builtinData.find((known) => known.name === name);
  const preprocess = (set?.suggestedPreprocess ?? []) as PreprocessStep[];
  const loss = set?.suggestedLoss ?? problemId(experiment.problem);
  return {
    ...withLoss(experiment, alike(experiment.problem, loss, catalogue), catalogue),
    title: set?.title ?? name,
    data: { kind: 'builtin', name, preprocess },
  };
}

/** The experiment with its data taken from a file; the name tells the format. */
export function describeFile(experiment: Experiment, file: { name: string }): Experiment {
  const libsvm = /\.(libsvm|svm|t)$/i.test(file.name);
  const before = experiment.data.kind === 'file' ? experiment.data : undefined;
  const preprocess: PreprocessStep[] = before?.preprocess ?? [
    { kind: 'clip-rows', norm: 'l1', bound: 1, mode: 'clip' },
  ];
  const data: DataSpec = {
    kind: 'file',
    name: file.name,
    format: libsvm ? 'libsvm' : 'csv',
    ...(/\.tsv$/i.test(file.name) ? { delimiter: '\t' } : {}),
    preprocess,
  };
  return { ...experiment, title: file.name, data };
}

/** What is known of a file by its name, and the example that is made for it; null for any other. */
export function offeredExample(file: {
  name: string;
}): { example: string; title: string; text: string } | null {
  if (!/^covtype\b/i.test(file.name)) return null;
  return {
    example: 'covertype-file',
    title: 'Set it up with public ranges',
    text: 'This looks like the Covertype data: 581 012 records, 54 columns, 7 kinds of forest.',
  };
}

/**
 * The experiment with another loss, or a problem of the gallery with its records; leaving the
 * gallery takes generated records along that the loss is for. A loss whose gradients nothing bounds gets a clip, which the
 * reader sees and may change; a loss that needs none loses it. Accuracy is measured where there are
 * labels only.
 */
export function withLoss(experiment: Experiment, loss: string, catalogue: Catalogue): Experiment {
  const chosen = ofProblem(experiment, loss, catalogue);
  return asksOfGroups(chosen) && !hasGroups(catalogue, chosen) ? withoutGroups(chosen) : chosen;
}

function asksOfGroups({ run }: Experiment): boolean {
  const asked = run?.diagnostics ?? [];
  const isMeasured = diagnosticsBut('groups', asked).length < asked.length;
  return isMeasured || run?.trace?.groupLosses !== undefined;
}

/** What problems without groups have none of is no longer asked for. */
function withoutGroups(experiment: Experiment): Experiment {
  const trace = { ...experiment.run?.trace, groupLosses: false };
  return unmeasured({ ...experiment, run: { ...experiment.run, trace } }, ['groups']);
}

function ofProblem(experiment: Experiment, loss: string, catalogue: Catalogue): Experiment {
  const chosen = catalogue.gallery.find(({ id }) => id === loss);
  if (chosen) return unmeasured(withGallery(experiment, chosen), predictionNeeds);
  if (galleryEntry(experiment.problem, catalogue)) return fromGallery(experiment, loss, catalogue);
  const saddle = catalogue.saddles.find(({ id }) => id === loss);
  if (saddle) return toSaddle(experiment, saddle, catalogue);
  if (saddleEntry(experiment.problem, catalogue)) return fromSaddle(experiment, loss, catalogue);
  const problem = clipped(experiment.problem, loss, catalogue);
  const before = targetsOf(problemId(experiment.problem), catalogue);
  const targets = targetsOf(loss, catalogue);
  const diagnostics = experiment.run?.diagnostics;
  if (targets === before || !diagnostics) return countingClips({ ...experiment, problem });
  const others = predictionNeeds.reduce((left, need) => diagnosticsBut(need, left), diagnostics);
  const measured =
    targets === 'labels' || targets === 'classes' ? scored(others, experiment.data) : others;
  return countingClips({
    ...experiment,
    problem,
    run: { ...experiment.run, diagnostics: measured },
  });
}

/** The experiment without the diagnostics that need what its problem does not have; it clips no gradients, either. */
function unmeasured(experiment: Experiment, lacks: readonly Need[]): Experiment {
  const { run } = experiment;
  const asked = run?.diagnostics;
  if (!asked) return experiment;
  const diagnostics = lacks.reduce((left, need) => diagnosticsBut(need, left), asked);
  return countingClips({ ...experiment, run: { ...run, diagnostics } });
}

const notOfSaddles: readonly Need[] = [
  ...predictionNeeds.filter((need) => need !== 'ranks'),
  'optimum',
  'minimizedLaw',
];

/** Saddle problems of labelled records are scored by how well they rank them. */
function toSaddle(experiment: Experiment, saddle: SaddleEntry, catalogue: Catalogue): Experiment {
  const chosen = unmeasured(withSaddle(experiment, saddle), notOfSaddles);
  const asked = chosen.run?.diagnostics;
  if (!asked) return chosen;
  const bare = diagnosticsBut('ranks', asked);
  const isRanked = saddle.targets === 'labels' && saddle.linearModel !== false;
  const diagnostics = isRanked ? ranking(bare, catalogue) : bare;
  return { ...chosen, run: { ...chosen.run, diagnostics } };
}

/** A minimization has an optimum again, and nothing of the saddle problem. */
function fromSaddle(experiment: Experiment, loss: string, catalogue: Catalogue): Experiment {
  const { run } = experiment;
  const asked = run?.diagnostics;
  const bare = asked && diagnosticsBut('law', diagnosticsBut('saddle', asked));
  const minimized = bare && [...diagnosticsBut('ranks', bare), gapDiagnostic];
  const measured = asked && { run: { ...run, diagnostics: minimized } };
  return withLoss({ ...experiment, problem: { loss: '' }, ...measured }, loss, catalogue);
}

/** What stands for a loss where the problem was a saddle problem: one for the same kind of targets. */
function alike({ kind, name }: Experiment['problem'], loss: string, catalogue: Catalogue): string {
  if (kind !== 'saddle') return loss;
  const targets = targetsOf(loss, catalogue);
  const suiting = catalogue.saddles.filter((one) => one.targets === targets);
  return (suiting.find(({ id }) => id === name) ?? suiting.at(0))?.id ?? loss;
}

function fromGallery(experiment: Experiment, loss: string, catalogue: Catalogue): Experiment {
  const generator = targetsOf(loss, catalogue) === 'numbers' ? 'linear' : 'logistic';
  const bare: Experiment = { ...experiment, problem: { loss } };
  return {
    ...withLoss(bare, loss, catalogue),
    ...syntheticSource(catalogue, generator),
  };
}

/** The experiment with gradients clipped like this, or not at all. */
export function withClip(
  experiment: Experiment,
  clip: Experiment['problem']['gradientClip'],
): Experiment {
  return countingClips(withValueAt(experiment, 'problem.gradientClip', clip));
}

/** Clipped records are counted only where something is clipped. */
function countingClips(experiment: Experiment): Experiment {
  const { problem, run } = experiment;
  const asked = run?.diagnostics ?? [];
  const diagnostics = diagnosticsBut('clip', asked);
  const isCounted = diagnostics.length < asked.length;
  if (!isCounted || problem.gradientClip !== undefined) return experiment;
  return { ...experiment, run: { ...run, diagnostics } };
}

/** What a loss or a saddle problem predicts: labels or numbers. */
export function targetsOf(loss: string, { losses, saddles }: Catalogue) {
  return [...losses, ...saddles].find((known) => known.id === loss)?.targets;
}

function clipped(
  problem: Experiment['problem'],
  loss: string,
  catalogue: Catalogue,
): Experiment['problem'] {
  const { gradientClip, ...rest } = problem;
  const info = catalogue.losses.find((known) => known.id === loss);
  const own = { ...withoutForeign(rest, loss, catalogue), loss };
  if (!info?.needsGradientClip) return own;
  // A bounded domain bounds the gradients by itself.
  const unbounded = ['all', 'nonnegative'].includes(problem.domain?.kind ?? 'all');
  if (!unbounded && gradientClip === undefined) return own;
  return { ...own, gradientClip: gradientClip ?? { norm: 'l1', bound: 1 } };
}

/** The problem without the parameters of the loss before, as far as the next one has none of them. */
function withoutForeign(
  problem: Experiment['problem'],
  loss: string,
  { losses }: Catalogue,
): Experiment['problem'] {
  const namesOf = (id: string) =>
    (losses.find((known) => known.id === id)?.parameters ?? []).map(({ name }) => name);
  const kept = namesOf(loss);
  const foreign = namesOf(problemId(problem)).filter((name) => !kept.includes(name));
  const entries = Object.entries(problem).filter(([name]) => !foreign.includes(name));
  return Object.fromEntries(entries);
}

/** The loss that a generator's targets are for: the first one of its kind in the catalogue. */
function lossOf(generator: string, { losses }: Catalogue): string {
  const targets = generator === 'linear' ? 'numbers' : 'labels';
  return losses.find((loss) => loss.targets === targets)?.id ?? '';
}

function withSynthetic(experiment: Experiment, catalogue: Catalogue, name: string): Experiment {
  const source = syntheticSource(catalogue, name);
  const made = madeFor(name, catalogue);
  if (made) return unmeasured(withGallery(experiment, made, source.data), predictionNeeds);
  const loss = alike(experiment.problem, lossOf(name, catalogue), catalogue);
  return { ...withLoss(experiment, loss, catalogue), ...source };
}

/** A generator's block with its defaults, and what to call the experiment. */
function syntheticSource(catalogue: Catalogue, name: string): { title: string; data: DataSpec } {
  const set = catalogue.syntheticData.find((known) => known.name === name);
  const values = (set?.parameters ?? []).flatMap((parameter) => {
    const value = startOf(parameter, null);
    return value === undefined ? [] : [[parameter.name, value] as const];
  });
  // Rows of uniform features are as long as they are many; all other generators bound their rows.
  const isSized = set?.parameters.some(
    (one) => one.name === 'features' && one.default !== undefined,
  );
  const isUniform =
    set === undefined || (set.features === 0 && set.rowValues === 0 && isSized !== true);
  const bound = { kind: 'clip-rows', norm: 'l1', bound: 20, mode: 'clip' } as const;
  const data: DataSpec = {
    ...Object.fromEntries(values),
    kind: 'synthetic',
    name,
    ...(isUniform ? { preprocess: [bound] } : {}),
  };
  return { title: set?.title ?? name, data };
}
