import { readFile } from 'node:fs/promises';

import { expect, it, vi } from 'vitest';

import { hasLowerBounds, LowerBounds } from '../../../web/src/app/lower-bounds.ts';
import type { Experiment, PageEngine } from '../../../web/src/engine/types.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import type { State } from '../../../web/src/store/state.ts';

const file = new URL('../../../examples/kl-adaptive-rate.json', import.meta.url);
const ofKl = JSON.parse(await readFile(file, 'utf8')) as Experiment;
const view = { layout: 'ends', measure: 'suboptimality', showBounds: true, sweep: {} };
const catalogue = { algorithms: [{ id: 'dp-gd', paper: 'Old' }, { id: 'kl-spider', paper: 'Under the KL Condition' }] }; // prettier-ignore

/** A state of what matters here. */
function stateOf(experiment: Experiment, changes: object = {}, status = 'done'): Readonly<State> {
  return { picture: { experiment, status }, view: { ...view, ...changes }, catalogue } as unknown as State; // prettier-ignore
}

it('is offered of the gap at the ends of KL problems over n or rho alone', () => {
  expect(hasLowerBounds(stateOf(ofKl))).toBe(true);
  expect(hasLowerBounds(stateOf(ofKl, {}, 'running'))).toBe(false);
  expect(hasLowerBounds(stateOf(ofKl, { layout: 'single' }))).toBe(false);
  expect(hasLowerBounds(stateOf(ofKl, { measure: 'gradientNorm' }))).toBe(false);
  const over = (experiment: Experiment, path: string): Experiment => ({ ...experiment, sweep: [{ path, values: [1, 2] }] }); // prettier-ignore
  expect(hasLowerBounds(stateOf(over(ofKl, 'privacy.rho')))).toBe(true);
  expect(hasLowerBounds(stateOf(over(ofKl, 'problem.power')))).toBe(false);
  const other = over(defaultExperiment, 'privacy.rho');
  expect(hasLowerBounds(stateOf(other))).toBe(false);
  expect(hasLowerBounds(stateOf({ ...other, algorithms: [{ id: 'kl-spider' }] }))).toBe(true);
});

it('draws nothing until it is asked for and known, and then what belongs to the picture', async () => {
  const requestUpdate = vi.fn();
  const plan = vi.fn(() => Promise.resolve({ constants: { kl: { exponent: 1.5, constant: 1 } }, data: {} })); // prettier-ignore
  const engine = { plan, theory: () => Promise.resolve({ lowerBoundRate: 0.5 }) } as unknown as PageEngine; // prettier-ignore
  const bounds = new LowerBounds({ requestUpdate });
  expect(bounds.below(stateOf(ofKl, { showBounds: false }), engine)).toBe(null);
  expect(bounds.below(stateOf(ofKl), null)).toBe(null);
  expect(plan).not.toHaveBeenCalled();
  expect(bounds.below(stateOf(ofKl), engine)).toBe(null);
  await vi.waitFor(() => expect(requestUpdate).toHaveBeenCalled());
  const [line] = bounds.below(stateOf(ofKl), engine)!.lines;
  expect(line.line.y).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
  expect(bounds.below(stateOf({ ...ofKl, title: 'Another' }), engine)).toBe(null);
});
