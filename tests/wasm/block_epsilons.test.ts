// What a block's rho comes to, by the engine itself: the dearest block's is the plan's own epsilon.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

import { createEngine } from '../../wasm/node/index.ts';
import { askBlockEpsilons } from '../../web/src/feature/ledger/block-epsilon-charts.ts';
import { budgetUse } from '../../web/src/feature/ledger/budget-bar.ts';

const example = join(import.meta.dirname, '../../examples/simplex-bias.json');

it('the dearest block at the stated delta pays the epsilon that the plan states', async () => {
  const experiment = readFileSync(example, 'utf8');
  const { delta } = (JSON.parse(experiment) as { privacy: { delta: number } }).privacy;
  const engine = await createEngine({ variant: 'simd', workers: 1 });
  try {
    const { plans } = await engine.plan(experiment);
    expect(plans.length).toBe(16);
    for (const plan of plans) {
      const use = budgetUse(plan, 0)!;
      expect(use.blocks.length).toBeGreaterThan(1);
      const { deltas, dearest, epsilons } = await askBlockEpsilons(engine, use, delta, 'optimal');
      expect(Math.max(...epsilons)).toBeCloseTo(plan.privacy.epsilon!, 8);
      const at = deltas.findIndex((one) => Math.abs(one / delta - 1) < 1e-9);
      expect(dearest[at]).toBeCloseTo(plan.privacy.epsilon!, 8);
      expect([...dearest].sort((a, b) => b - a)).toEqual(dearest);
    }
  } finally {
    engine.dispose();
  }
});
