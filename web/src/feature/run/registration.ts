import { formatCounted } from '../../format/number.ts';
import type { Feature, FeatureContext } from '../registration.ts';
import './run-panel.ts';

export const run: Feature = {
  title: 'Repeats and noise',
  place: 'algorithms',
  order: 20,
  fold: { summary: runSummary, block: 'run' },
  when: ({ state }) => state.catalogue !== null,
  panel: 'nd-run-panel',
  takes: ['catalogue', 'experiment', 'form'],
};

function runSummary({ state }: FeatureContext): string {
  const { repeats = 1, randomness } = state.experiment.run ?? {};
  const noise =
    randomness?.mode === 'secure' ? 'secure noise' : `noise from seed ${randomness?.seed ?? 1}`;
  return `${formatCounted(repeats, 'repeat')}, ${noise}`;
}
