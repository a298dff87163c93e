// The chart of scores by which steps are chosen says what the scores are.
import { expect, it } from 'vitest';

import type { AlgorithmPlan } from '../../../../wasm/client/index.ts';
import { scoreTitle } from '../../../../web/src/feature/ledger/ledger-panel.ts';

const plan = (label: string, horizonScoreIs: AlgorithmPlan['horizonScoreIs']) =>
  ({ label, horizonScoreIs }) as AlgorithmPlan;

it('names an error bound where a theorem stands behind it', () => {
  expect(scoreTitle([plan('DP-NAG-opt', 'bound'), plan('DP-GD', null)])).toBe('Error bound');
});

it('names a guess where none does', () => {
  expect(scoreTitle([plan('DP-HB-opt', 'guess')])).toBe('Guessed error (no theorem bounds it)');
  expect(scoreTitle([plan('DP-NAG-opt', 'bound'), plan('DP-HB-opt', 'guess')])).toBe(
    'Error bound (DP-HB-opt: a guess)',
  );
});
