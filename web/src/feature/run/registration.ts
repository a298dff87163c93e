import { html } from 'lit';
import { formatCounted } from '../../format/number.ts';
import type { Feature, FeatureContext } from '../registration.ts';
import './run-panel.ts';

export const run: Feature = {
  title: 'Repeats and noise',
  place: 'algorithms',
  order: 20,
  fold: { summary: runSummary, block: 'run' },
  when: ({ state }) => state.catalogue !== null,
  view: ({ state, form }) =>
    html`<nd-run-panel
      .catalogue=${state.catalogue}
      .experiment=${state.experiment}
      .form=${form}
    ></nd-run-panel>`,
};

function runSummary({ state }: FeatureContext): string {
  const { repeats = 1, randomness } = state.experiment.run ?? {};
  const noise =
    randomness?.mode === 'secure' ? 'secure noise' : `noise from seed ${randomness?.seed ?? 1}`;
  return `${formatCounted(repeats, 'repeat')}, ${noise}`;
}
