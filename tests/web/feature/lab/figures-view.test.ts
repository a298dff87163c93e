// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

import type { Figure1Answer } from '../../../../web/src/feature/lab/shared/queries.ts';
import { FiguresView } from '../../../../web/src/feature/lab/figures/question.ts';

// What draws is not looked at.
vi.mock('../../../../web/src/components/charts/lab-chart.ts', () => ({}));
vi.mock('../../../../web/src/components/charts/panel-grid.ts', () => ({}));

const figure1 = { query: 'figure-1', momenta: [0], rates: [0.9], curves: [{ momentum: 0, rate: 0.9, heavyBallRate: 0.9, bound: [], exact: null, logBound: [4, 3], logExact: null }] } as Figure1Answer; // prettier-ignore

it('puts nothing above a figure that stands there already', async () => {
  let tellFirst: (answer: Figure1Answer) => void = () => {};
  const theory = vi.fn(({ query }: { query: string }) =>
    query === 'figure-1'
      ? new Promise((resolve) => (tellFirst = resolve))
      : Promise.resolve({ noise: [1, 2] }),
  );
  const view = new FiguresView();
  Object.assign(view, { engine: { theory }, settings: { preset: 'strong', step: '1', noise: '1' } }); // prettier-ignore
  document.body.append(view);
  const has = (name: string) => view.shadowRoot!.querySelector(name) !== null;
  // All of the second figure is answered, and drawn with the next change at the latest.
  await vi.waitFor(() => expect(theory).toHaveBeenCalledTimes(9));
  await new Promise((resolve) => setTimeout(resolve));
  await view.updateComplete;
  expect(has('nd-panel-grid')).toBe(false);
  tellFirst(figure1);
  await vi.waitFor(() => expect(has('nd-panel-grid')).toBe(true));
  expect(has('nd-lab-chart')).toBe(true);
});
