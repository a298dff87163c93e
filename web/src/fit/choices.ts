import type { Catalogue, Experiment } from '../engine/types.ts';
import { textOf } from '../format/number.ts';
import { advisedDelta } from '../privacy/advice.ts';
import { withAlgorithm } from '../store/algorithms.ts';
import { problemId } from '../experiment/gallery.ts';
import { valueAt, withValueAt } from '../experiment/paths.ts';
import { withLoss } from '../store/sources.ts';
import { isSettable, termOf } from '../experiment/terms.ts';

/** A list of the forms whose entries may not fit with the rest of the experiment. */
export type Menu =
  | 'algorithm'
  | 'loss'
  | 'regularizer'
  | 'domain'
  | 'notion'
  | 'mechanism'
  | 'neighbours'
  | 'calibration';

export const menus: readonly Menu[] = [
  'algorithm',
  'loss',
  'regularizer',
  'domain',
  'notion',
  'mechanism',
  'neighbours',
  'calibration',
];

export interface ChoiceFacts {
  catalogue: Catalogue;
  /** How many records there are, where a plan said so. */
  samples: number | null;
}

export interface Entry {
  id: string;
  title: string;
}

/** What a menu offers. */
export function entriesOf(menu: Menu, catalogue: Catalogue): readonly Entry[] {
  switch (menu) {
    case 'algorithm':
      return catalogue.algorithms;
    case 'loss':
      return [...catalogue.losses, ...catalogue.gallery, ...catalogue.saddles];
    case 'regularizer':
      return catalogue.regularizers;
    case 'domain':
      return catalogue.domains.filter((one) => isSettable(one));
    case 'notion':
      return catalogue.notions;
    case 'mechanism':
      return catalogue.mechanisms.filter(({ id }) => id === 'laplace' || id === 'gaussian');
    case 'neighbours':
      return catalogue.neighbours;
    case 'calibration':
      return catalogue.calibrations;
  }
}

/** What is chosen in a menu now; '' for a default, and where an entry is added. */
export function chosenIn(menu: Menu, { problem, privacy }: Experiment): string {
  switch (menu) {
    case 'algorithm':
      return '';
    case 'loss':
      return problemId(problem);
    case 'regularizer':
      return problem.regularizer?.kind ?? 'none';
    case 'domain':
      return problem.domain?.kind ?? 'all';
    default:
      return textOf(valueAt(privacy, menu));
  }
}

/**
 * The experiment after an entry of a menu was chosen. The forms do just this, and it is what is
 * judged beforehand; '' goes back to the default where there is one.
 */
export function withChoice(
  experiment: Experiment,
  menu: Menu,
  id: string,
  facts: ChoiceFacts,
): Experiment {
  const { catalogue } = facts;
  switch (menu) {
    case 'algorithm':
      return withAlgorithm(experiment, id, catalogue);
    case 'loss':
      return withLoss(experiment, id, catalogue);
    case 'regularizer': {
      const info = catalogue.regularizers.find((known) => known.id === id);
      const term = info && termOf(info, experiment.problem.regularizer);
      return withValueAt(experiment, 'problem.regularizer', term);
    }
    case 'domain': {
      const info = catalogue.domains.find((known) => known.id === id);
      // Problems of the gallery have a ball where none is given.
      const everywhere = experiment.problem.kind === 'gallery' ? { kind: 'all' } : undefined;
      const term = id === 'all' || !info ? everywhere : termOf(info, experiment.problem.domain);
      return withValueAt(experiment, 'problem.domain', term);
    }
    case 'notion':
      return { ...experiment, privacy: withNotion(experiment.privacy, id, facts.samples) };
    case 'calibration': {
      // The constant belongs to one calibration.
      const bare =
        id === 'paper' ? experiment : withValueAt(experiment, 'privacy.noiseConstant', undefined);
      return withValueAt(bare, 'privacy.calibration', id || undefined);
    }
    default:
      return withValueAt(experiment, `privacy.${menu}`, id || undefined);
  }
}

/** Each notion has its own budget fields; what another one needs would be an error. */
function withNotion(
  privacy: Experiment['privacy'],
  notion: string,
  samples: number | null,
): Experiment['privacy'] {
  const { epsilon, delta, rho, ...rest } = privacy;
  const advised = samples === null ? 1e-6 : advisedDelta(samples);
  const budgets: Record<string, object> = {
    pure: { epsilon: epsilon ?? 1 },
    approximate: { epsilon: epsilon ?? 1, delta: delta ?? advised },
    zcdp: { rho: rho ?? 0.5 },
    none: {},
  };
  return { ...rest, notion, ...budgets[notion] } as Experiment['privacy'];
}
