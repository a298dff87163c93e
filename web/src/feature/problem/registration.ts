import { problemId } from '../../experiment/gallery.ts';
import { formatNumber } from '../../format/number.ts';
import type { Feature, FeatureContext } from '../registration.ts';
import './problem-panel.ts';

export const problem: Feature = {
  title: 'Problem',
  place: 'data',
  order: 20,
  fold: { summary: problemSummary, block: 'problem' },
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-problem-panel',
  takes: ['engine', 'catalogue', 'experiment', 'plan', 'form'],
};

/** "Logistic, L2 0.05": the terms of the objective that are there. */
function problemSummary({ state }: FeatureContext): string {
  const { problem } = state.experiment;
  const { domains, gallery, losses, regularizers, saddles } = state.catalogue!;
  const titleIn = (list: readonly { id: string; title: string }[], id: string) =>
    list.find((one) => one.id === id)?.title ?? id;
  const { kind = 'none', strength } = problem.regularizer ?? {};
  const domain = problem.domain?.kind ?? 'all';
  const weight = typeof strength === 'number' ? ` ${formatNumber(strength)}` : '';
  return [
    titleIn([...losses, ...saddles, ...gallery], problemId(problem)),
    kind === 'none' ? '' : `${titleIn(regularizers, kind)}${weight}`,
    domain === 'all' ? '' : titleIn(domains, domain),
  ]
    .filter(Boolean)
    .join(', ');
}
