import { choice, type ValuesOf } from '../shared/fields.ts';

export const settings = {
  preset: choice(
    'Figure 1',
    [
      { value: 'corrected', title: 'Corrected, with the exact error' },
      { value: 'paper-figure-1', title: 'As published (μ = 0.1)' },
      { value: 'paper-text', title: 'As the text says (μ = 0.5)' },
    ],
    'The text of the paper says μ = 0.5, its figure shows μ = 0.1 with Nesterov’s rate in place of the heavy ball’s. Corrected: the heavy ball’s own rate, a bound that holds, and the exact error.',
  ),
  step: choice(
    'Step',
    [
      { value: '1', title: '1/L' },
      { value: '0.5', title: '0.5/L' },
      { value: '0.1', title: '0.1/L' },
    ],
    'The three steps of the figure.',
  ),
  noise: choice(
    'Noise per iteration',
    [
      { value: '0.01', title: '0.01' },
      { value: '0.0001', title: '0.0001' },
    ],
    'The budget is spread over T steps, so each one gets noise of T times this standard deviation.',
  ),
};

export type FigureSettings = ValuesOf<typeof settings>;
