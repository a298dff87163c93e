// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import { PromisePanel } from '../../../../web/src/feature/promise/promise-panel.ts';
import { cautionsOf } from '../../../../web/src/feature/warnings/cautions.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { FakeEngine } from '../../support/fake-engine.ts';

const note = 'KL condition: kappa = 2, gamma = 1: stated in the file.';

/** The plan of one algorithm, with or without a note. */
async function planned(notes?: string[]) {
  const plan = await new FakeEngine().plan({ ...defaultExperiment, algorithms: [{ id: 'dp-gd' }] });
  for (const one of plan.plans) if (notes) one.notes = notes;
  return plan;
}

describe('what a plan rests on', () => {
  it('is told with its promise, and is nothing to take care of', async () => {
    const [plan, plain] = [await planned([note]), await planned()];
    const panel = new PromisePanel();
    panel.colors = [0];
    panel.plan = plan;
    document.body.append(panel);
    await panel.updateComplete;
    const told = () =>
      [...panel.shadowRoot!.querySelectorAll('nd-disclosure p')].map((line) => line.textContent);
    expect(told()).toEqual([plan.plans[0].privacy.statement, note]);
    expect(cautionsOf(plan, null)).toEqual(cautionsOf(plain, null));
    panel.plan = plain;
    await panel.updateComplete;
    expect(told()).toEqual([plain.plans[0].privacy.statement]);
    panel.remove();
  });
});
