import { choice, number, type ValuesOf } from '../shared/fields.ts';
import { facts, logCount, source } from '../shared/settings.ts';

export const settings = {
  source,
  ...facts,
  innerSteps: number(
    'Inner steps N',
    [10, 75_000, 1e8],
    'All inner steps of the run. The experiments of the paper have 75 000 (DP-SVRG) and 655 340 (DP-SVRG++).',
    logCount,
  ),
  constant: choice(
    'Constant c of the theorem',
    [
      { value: '0', title: 'Proven (132 and a little)' },
      { value: '8', title: '8, not proven' },
    ],
    'The theorem names no constant. 132 is proven under its two conditions; with 8 figures look as in the paper, and nothing is proven.',
  ),
};

export type BatchSettings = ValuesOf<typeof settings>;
