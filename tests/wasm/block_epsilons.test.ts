// What a block's rho comes to, by the engine itself: the dearest block's is the plan's own epsilon.
import { expect, it } from 'vitest';

import { createEngine } from '../../wasm/node/index.ts';
import { askBlockEpsilons } from '../../web/src/privacy/block-epsilons.ts';
import { blockCosts } from '../../web/src/privacy/budget-use.ts';

it('the dearest block at the stated delta pays the epsilon that was asked for', async () => {
  // What a run on 10 000 records at (1, 1e-6) states.
  const blocks = blockCosts({
    vertices: { blockSize: 6, perPoint: 1, output: 1, primalMove: 2, dualMove: 2 },
    noise: { quantity: 'gumbel-scale', planned: 1665, values: [[1665, 123.25318297425513]], grids: null, text: '' }, // prettier-ignore
  });
  const use = { label: 'A', colorIndex: 0, currency: 'ε', spent: 1, allowed: 1, blocks, levels: null } as const; // prettier-ignore
  const engine = await createEngine({ variant: 'simd', workers: 1 });
  try {
    const { epsilons, deltas, dearest } = await askBlockEpsilons(engine, use, 1e-6, 'optimal');
    expect(epsilons[0]).toBeCloseTo(1, 8);
    expect(dearest[deltas.findIndex((delta) => Math.abs(delta / 1e-6 - 1) < 1e-9)]).toBeCloseTo(1, 8); // prettier-ignore
    expect([...dearest].sort((a, b) => b - a)).toEqual(dearest);
  } finally {
    engine.dispose();
  }
});
