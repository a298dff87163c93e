// @vitest-environment happy-dom
// How a budget is spent: how much of it, by which block's records, and at which levels.
import { afterEach, describe, expect, it, vi } from 'vitest';

import {
  BudgetBar,
  spentWords,
  budgetUse,
  dearestBlock,
  levelShares,
  type BudgetUse,
} from '../../../../web/src/feature/ledger/budget-bar.ts';
import {
  BlockEpsilonCharts,
  askBlockEpsilons,
} from '../../../../web/src/feature/ledger/block-epsilon-charts.ts';
import { LedgerPanel } from '../../../../web/src/feature/ledger/ledger-panel.ts';
import { FakeEngine } from '../../support/fake-engine.ts';
import type { AlgorithmPlan, PlanReport } from '../../../../web/src/engine/types.ts';

/** What the engine tells of a plan of three blocks of six records. */
const told = {
  block: [1, 2, 3],
  firstRecord: [0, 6, 12],
  records: [6, 6, 6],
  drawsAfter: [6, 4, 2],
  rho: [0.01, 0.03, 0.005],
};

const planOf = (privacy: object, more: object = {}) =>
  ({ label: 'A', privacy, ...more }) as unknown as AlgorithmPlan;
const asked = { notion: 'approximate', requested: { epsilon: 1, delta: 1e-6 } };

afterEach(() => document.body.replaceChildren());

describe('what a record of a block pays', () => {
  it('is what the engine says, in rho, or in epsilon where that adds up', () => {
    const { blocks } = budgetUse(planOf({ ...asked, epsilon: 1 }, { blockCosts: told }), 0)!;
    expect(blocks).toEqual([
      { block: 1, draws: 6, pays: 0.01 },
      { block: 2, draws: 4, pays: 0.03 },
      { block: 3, draws: 2, pays: 0.005 },
    ]);
    const { rho, ...others } = told;
    const pure = { notion: 'pure', requested: { epsilon: 1 }, epsilon: 1 };
    const plan = planOf(pure, { blockCosts: { ...others, epsilon: rho } });
    expect(budgetUse(plan, 0)!.blocks).toEqual(blocks);
  });

  it('is the most in the dearest block, of several the first', () => {
    const blocks = [2, 7, 7, 1].map((pays, index) => ({ block: index + 1, draws: 1, pays }));
    expect(dearestBlock(blocks)).toBe(blocks[1]);
  });

  it('is told in the ledger, of which block most', async () => {
    const panel = new LedgerPanel();
    const report = (one: AlgorithmPlan) => ({ plans: [{ ...one, curves: {}, segments: [], sweep: {} }], data: { samples: 18 } }); // prettier-ignore
    panel.plan = report(planOf({ ...asked, epsilon: 1 }, { blockCosts: told })) as unknown as PlanReport; // prettier-ignore
    panel.colors = [0];
    document.body.append(panel);
    await panel.updateComplete;
    const words = panel.shadowRoot!.textContent.replace(/\s+/g, ' ');
    expect(words).toContain('ρ that one record pays, by its block');
    expect(words).toContain('A: block 2 pays most, 0.03; draws after it: 4.');
  });
});

describe('what a record of a block pays as epsilon', () => {
  const use = budgetUse(planOf({ ...asked, epsilon: 1 }, { blockCosts: told }), 0)!;

  it('is what its own rho converts to, the most in the dearest block', async () => {
    const engine = new FakeEngine();
    const found = await askBlockEpsilons(engine, use, 1e-6, 'standard');
    const byHand = (rho: number, delta: number) => rho + 2 * Math.sqrt(rho * Math.log(1 / delta));
    expect(found.blocks).toEqual([1, 2, 3]);
    found.epsilons.forEach((epsilon, index) =>
      expect(epsilon).toBeCloseTo(byHand(told.rho[index], 1e-6), 12),
    );
    found.deltas.forEach((delta, index) =>
      expect(found.dearest[index]).toBeCloseTo(byHand(0.03, delta), 12),
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
    expect(budgetUse(planOf({ ...asked, epsilon: 0.9 }), 2)).toMatchObject({ label: 'A', colorIndex: 2, currency: 'ε', spent: 0.9, allowed: 1 }); // prettier-ignore
    const rho = { notion: 'zcdp', requested: { rho: 0.5 }, rho: 0.5, epsilon: 5 };
    expect(budgetUse(planOf(rho), 0)).toMatchObject({ currency: 'ρ', spent: 0.5, allowed: 0.5, blocks: [], levels: null }); // prettier-ignore
    const leaking = { ...asked, epsilon: null, accounted: { epsilon: 0.5 } };
    expect(budgetUse(planOf(leaking), 0)).toMatchObject({ spent: 0.5 });
  });

  it('is nothing where none was asked for', () => {
    expect(budgetUse(planOf({ notion: 'none', requested: {}, epsilon: null }), 0)).toBeNull(); // prettier-ignore
  });

  it('has levels of its own steps, beside a law by which each is half as frequent as the one before', () => {
    expect(levelShares([7])).toEqual({ drawn: [1], law: [1] });
    const { drawn, law } = levelShares([50, 20, 20, 10]);
    expect(drawn).toEqual([0.5, 0.2, 0.2, 0.1]);
    expect(law.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 14);
    expect(law[3] / law[2]).toBe(0.5);
    const plan = { ...planOf({ ...asked, epsilon: 1 }), levelCounts: [50, 20, 20, 10] };
    expect(budgetUse(plan, 0)?.levels).toEqual({ drawn, law });
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
