import type { Catalogue, Experiment } from '../engine/types.ts';
import { isWithin, normalizePath } from './paths.ts';

/** What went wrong, in the engine's words: a stable code, the field's path, and what to do. */
export interface Problem {
  code: string;
  field: string;
  message: string;
}

/** Any thrown value as a problem; an engine error keeps its code and field. */
export function toProblem(error: unknown): Problem {
  if (isProblemLike(error)) {
    return { code: error.code, field: normalizePath(error.field), message: error.message };
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'unexpected', field: '', message };
}

export function isCancelled(error: unknown): boolean {
  return (
    (isProblemLike(error) && error.code === 'cancelled') ||
    (error instanceof DOMException && error.name === 'AbortError')
  );
}

/**
 * The form field that shows a problem: the longest of the given paths that contains the problem's
 * field, or null when none does and the problem belongs in the banner.
 */
export function placeProblem(problem: Problem, paths: Iterable<string>): string | null {
  let best: string | null = null;
  for (const path of paths) {
    if (isWithin(problem.field, path) && path.length > (best?.length ?? -1)) best = path;
  }
  return best;
}

/** The paths of all fields that the forms show for this experiment. */
export function formPaths(experiment: Experiment, catalogue: Catalogue): string[] {
  const paths = [
    'data',
    'problem.loss',
    'problem.regularizer',
    'problem.domain',
    'problem.constants',
  ];
  paths.push(...Object.keys(experiment.data).map((key) => `data.${key}`));
  paths.push('data.target', 'data.header', 'data.delimiter', 'data.features', 'data.format');
  (experiment.data.preprocess ?? []).forEach((step, index) => {
    const info = catalogue.preprocess.find((known) => known.kind === step.kind);
    const path = `data.preprocess.${index}`;
    paths.push(path, ...(info?.parameters ?? []).map((parameter) => `${path}.${parameter.name}`));
  });
  if (experiment.data.kind === 'synthetic') {
    const { name } = experiment.data;
    const synthetic = catalogue.syntheticData.find((known) => known.name === name);
    paths.push(...(synthetic?.parameters ?? []).map((parameter) => `data.${parameter.name}`));
  }
  const regularizer = catalogue.regularizers.find(
    (known) => known.id === experiment.problem.regularizer?.kind,
  );
  paths.push(
    ...(regularizer?.parameters ?? []).map((parameter) => `problem.regularizer.${parameter.name}`),
  );
  paths.push(...['notion', 'epsilon', 'delta', 'rho', 'mechanism'].map((key) => `privacy.${key}`));
  paths.push('privacy.neighbours', 'privacy.calibration');
  experiment.algorithms.forEach((entry, index) => {
    const info = catalogue.algorithms.find((known) => known.id === entry.id);
    const path = `algorithms.${index}`;
    paths.push(path);
    paths.push(
      ...(info?.parameters ?? []).map((parameter) => `${path}.parameters.${parameter.name}`),
    );
  });
  paths.push('run.repeats', 'run.randomness.seed', 'run.randomness.mode', 'run.trace.points');
  return paths;
}

function isProblemLike(error: unknown): error is Problem {
  return (
    typeof error === 'object' &&
    error !== null &&
    'code' in error &&
    typeof error.code === 'string' &&
    'field' in error &&
    typeof error.field === 'string' &&
    'message' in error &&
    typeof error.message === 'string'
  );
}
