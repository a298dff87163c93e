// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';

import { StepsPanel } from '../../../../web/src/feature/steps/steps-panel.ts';
import type { SmallChart } from '../../../../web/src/components/charts/small-chart.ts';
import type { Catalogue, PlanReport } from '../../../../web/src/engine/types.ts';
import { floor, live } from '../../support/told-steps.ts';

const columns = [
  { name: 'noisyNorm', title: 'Noisy norm', description: 'N_t.' },
  { name: 'noiseScale', title: 'Noise', description: 'sigma_t.' },
];
const catalogue = { algorithms: [{ id: 'fixed' }, { id: 'adaptive', columns }] } as unknown as Catalogue; // prettier-ignore
const privacy = { notion: 'zcdp', rho: 1 };
const plan = {
  plans: ['fixed', 'adaptive'].map((id) => ({ algorithm: id, label: id === 'fixed' ? 'Fixed' : 'Adaptive', sweep: {}, privacy })), // prettier-ignore
} as unknown as PlanReport;

async function panelOf(picture: object): Promise<StepsPanel> {
  const panel = new StepsPanel();
  panel.catalogue = catalogue;
  panel.picture = { ...live(), plan, ...picture };
  document.body.append(panel);
  await panel.updateComplete;
  return panel;
}

function words(panel: StepsPanel): string {
  return panel.shadowRoot!.textContent.replaceAll(/\s+/g, ' ');
}

function charts(panel: StepsPanel): SmallChart[] {
  return [...panel.shadowRoot!.querySelectorAll<SmallChart>('nd-small-chart')];
}

afterEach(() => document.body.replaceChildren());

it('shows live what was spent of the cap, and in words why runs ended', async () => {
  const panel = await panelOf({});
  const meter = panel.shadowRoot!.querySelector('[role=meter]')!;
  expect(meter.getAttribute('aria-valuemax')).toBe('1');
  expect(meter.getAttribute('aria-valuetext')).toBe('0.1 (0.1–0.2) of 1');
  expect(words(panel)).toContain('ρ spent 0.1 (0.1–0.2)');
  expect(words(panel)).toContain('cap 1');
  expect(words(panel)).toContain(`1 run: ${floor.text}`);
});

it('draws what each step told of itself, of the repeat that is chosen', async () => {
  const panel = await panelOf({});
  const drawn = () => charts(panel).map(({ yName, series }) => [yName, series[0].x, series[0].y]);
  expect(drawn()).toEqual([
    ['noisyNorm', [1, 2], [4, -1]],
    ['noiseScale', [1, 2], [2, 0.5]],
  ]);
  const menu = panel.shadowRoot!.querySelector('select')!;
  menu.value = '1';
  menu.dispatchEvent(new Event('change'));
  await panel.updateComplete;
  expect(words(panel)).toContain('Noisy norm 5');
  expect(words(panel)).toContain('Noise 3');
});

it('is nothing where no algorithm tells of its steps', async () => {
  const panel = await panelOf({});
  panel.catalogue = { algorithms: [{ id: 'fixed' }, { id: 'adaptive' }] } as unknown as Catalogue;
  await panel.updateComplete;
  expect(panel.shadowRoot!.querySelector('section')).toBeNull();
});
