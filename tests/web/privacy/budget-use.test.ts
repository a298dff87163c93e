// @vitest-environment happy-dom
// How a budget is spent: how much of it, by which block's records, and at which levels.
import { afterEach, describe, expect, it, vi } from 'vitest';

import { BudgetBar, spentWords } from '../../../web/src/components/charts/budget-bar.ts';
import { BlockEpsilonCharts } from '../../../web/src/components/charts/block-epsilon-charts.ts';
import { askBlockEpsilons } from '../../../web/src/privacy/block-epsilons.ts';
import { FakeEngine } from '../support/fake-engine.ts';
import type { AlgorithmPlan, StatementEntry } from '../../../web/src/engine/types.ts';
import { blockCosts, budgetUse, levelShares, type BudgetUse } from '../../../web/src/privacy/budget-use.ts'; // prettier-ignore

/** What a run of mirror descent by vertex sampling on 10 000 records states. */
const stated = {
  vertices: { blockSize: 6, perPoint: 1, output: 1, primalMove: 2, dualMove: 2 },
  noise: { planned: 1665, values: [[1665, 123.25318297425513]] },
  cost: { perRun: 0.02435597035953829 },
} as unknown as StatementEntry;

const planOf = (privacy: object) => ({ label: 'A', privacy }) as unknown as AlgorithmPlan;
const asked = { notion: 'approximate', requested: { epsilon: 1, delta: 1e-6 } };

afterEach(() => document.body.replaceChildren());

describe('what a record of a block pays', () => {
  it('is the whole run in the first block, as the statement says, and less in every later one', () => {
    const costs = blockCosts(stated);
    expect(costs[0].block).toBe(1);
    expect(costs[0].pays / stated.cost!.perRun).toBeCloseTo(1, 9);
    expect(costs.at(-1)!.block).toBe(1665);
    // The last block moves one release alone.
    expect(costs.at(-1)!.pays / (stated.cost!.perRun / 1665)).toBeCloseTo(1, 9);
    costs.slice(1).forEach(({ pays }, index) => expect(pays).toBeLessThan(costs[index].pays));
  });

  it('equals the sum over the releases after it, whatever their scales', () => {
    const values = [[3, 2], [4, 2, 16]]; // prettier-ignore
    const scales = [2, 2, 2, 2, 4, 8, 16];
    const entry = { ...stated, noise: { ...stated.noise!, values } };
    const costs = blockCosts(entry);
    expect(costs.map(({ block }) => block)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    costs.forEach(({ block, pays }) => {
      const sum = scales.slice(block - 1).reduce((total, scale) => {
        const eta = (2 * 2) / (6 * scale);
        return total + (2 * (eta ** 2 + eta ** 2)) / 8;
      }, 0);
      expect(pays / sum).toBeCloseTo(1, 12);
    });
  });

  it('is not told of what is no blocks', () => {
    expect(blockCosts({ noise: stated.noise })).toEqual([]);
    const ofTree = { rootBatch: 32, phase: 1, smoothness: 1, radius: 1 } as unknown as typeof stated.vertices; // prettier-ignore
    expect(blockCosts({ noise: stated.noise, vertices: ofTree })).toEqual([]);
  });
});

describe('what a record of a block pays as epsilon', () => {
  const use = budgetUse(planOf({ ...asked, epsilon: 1 }), 0, stated)!;

  it('is what its own rho converts to, the most in the first block', async () => {
    const engine = new FakeEngine();
    const found = await askBlockEpsilons(engine, use, 1e-6, 'standard');
    const byHand = (rho: number, delta: number) => rho + 2 * Math.sqrt(rho * Math.log(1 / delta));
    expect(found.blocks[0]).toBe(1);
    expect(found.blocks.length).toBeLessThanOrEqual(40);
    found.blocks.forEach((block, index) => {
      const { pays } = use.blocks.find((one) => one.block === block)!;
      expect(found.epsilons[index]).toBeCloseTo(byHand(pays, 1e-6), 12);
    });
    expect(Math.max(...found.epsilons)).toBe(found.epsilons[0]);
    found.deltas.forEach((delta, index) =>
      expect(found.dearest[index]).toBeCloseTo(byHand(use.blocks[0].pays, delta), 12),
    );
  });

  it('is drawn once the accountant has answered', async () => {
    const charts = new BlockEpsilonCharts();
    Object.assign(charts, { engine: new FakeEngine(), uses: [use], delta: 1e-6 });
    document.body.append(charts);
    await vi.waitFor(() =>
      expect(charts.shadowRoot!.querySelectorAll('nd-small-chart')).toHaveLength(2),
    );
    expect(charts.shadowRoot!.querySelector('h3')!.textContent).toContain('δ 1 × 10⁻⁶');
  });
});

describe('a budget', () => {
  it('is counted in what was asked for', () => {
    expect(budgetUse(planOf({ ...asked, epsilon: 0.9 }), 2, stated)).toMatchObject({ label: 'A', colorIndex: 2, currency: 'ε', spent: 0.9, allowed: 1 }); // prettier-ignore
    const rho = { notion: 'zcdp', requested: { rho: 0.5 }, rho: 0.5, epsilon: 5 };
    expect(budgetUse(planOf(rho), 0, undefined)).toMatchObject({ currency: 'ρ', spent: 0.5, allowed: 0.5, blocks: [], levels: null }); // prettier-ignore
    const leaking = { ...asked, epsilon: null, accounted: { epsilon: 0.5 } };
    expect(budgetUse(planOf(leaking), 0, undefined)).toMatchObject({ spent: 0.5 });
  });

  it('is nothing where none was asked for', () => {
    expect(budgetUse(planOf({ notion: 'none', requested: {}, epsilon: null }), 0, undefined)).toBeNull(); // prettier-ignore
  });

  it('has levels of its own steps, beside a law by which each is half as frequent as the one before', () => {
    expect(levelShares([7])).toEqual({ drawn: [1], law: [1] });
    const { drawn, law } = levelShares([50, 20, 20, 10]);
    expect(drawn).toEqual([0.5, 0.2, 0.2, 0.1]);
    expect(law.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 14);
    expect(law[3] / law[2]).toBe(0.5);
    const plan = { ...planOf({ ...asked, epsilon: 1 }), levelCounts: [50, 20, 20, 10] };
    expect(budgetUse(plan, 0, undefined)?.levels).toEqual({ drawn, law });
  });

  it('is told in words, and drawn as a bar', async () => {
    const use = (spent: number): BudgetUse => ({ label: 'A', colorIndex: 1, currency: 'ε', spent, allowed: 1, blocks: [], levels: null }); // prettier-ignore
    expect([1, 0.9999999, 0.25, 0, 1.5].map((spent) => spentWords(use(spent)))).toEqual(['all of ε 1', 'all of ε 1', '0.25 of ε 1', '0 of ε 1', 'ε 1.5, above ε 1']); // prettier-ignore
    const bar = new BudgetBar();
    bar.uses = [use(0.25), use(0), use(1.5)];
    document.body.append(bar);
    await bar.updateComplete;
    const images = [...bar.shadowRoot!.querySelectorAll('svg.plot')];
    expect(images[0].getAttribute('aria-label')).toBe('A: 0.25 of ε 1');
    const ends = images.map((image) => image.querySelector('.spent')?.getAttribute('x2'));
    expect(ends).toEqual(['70', undefined, '280']);
    expect(bar.shadowRoot!.querySelector('.over')!.textContent).toContain('above');
  });
});
