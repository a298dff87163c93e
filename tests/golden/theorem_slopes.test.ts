// The slopes that examples of "DP-ERM Revisited" print are those that their cards speak of, beside the slopes of the bounds.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { ExperimentResult } from '../../wasm/client/types.ts';
import { root } from '../../wasm/toolchain/process.mjs';
import { call } from './record.ts';

interface Slope {
  value: number;
  /** Of 95%; absent where all repeats are alike. */
  lower?: number;
  upper?: number;
  /** Of the bounds that the plans promise. */
  bound?: number;
}

interface Swept {
  slopes: Map<string, Slope>;
  /** Means at the end by what is swept, in the order of the sweep. */
  ends: { label: string; sweep: Record<string, unknown>; mean: number }[];
}

/** An example's slopes by label and by what else is swept, from fewer repeats than the file has. */
async function swept(name: string, measure: string, repeats: number): Promise<Swept> {
  const experiment = JSON.parse(readFileSync(join(root, 'examples', `${name}.json`), 'utf8')) as { run: object };
  const run = { ...experiment.run, repeats };
  const { out } = await call(['run', '-', '--quiet'], JSON.stringify({ ...experiment, run }));
  const [head = '', ...lines] = (await call(['export', '-', '--table', 'slopes'], out)).out.trim().split('\n');
  const columns = head.split(',');
  const slopes = new Map<string, Slope>();
  for (const line of lines) {
    const cells = [...line.matchAll(/("[^"]*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) => cell.replaceAll('"', ''));
    const cell = (column: string) => cells[columns.indexOf(column)] ?? '';
    const number = (column: string) => (cell(column) === '' ? undefined : Number(cell(column)));
    if (cell('measure') !== measure) continue;
    const others = columns.filter((column) => column.startsWith('sweep.')).map(cell);
    slopes.set([cell('label'), ...others].join(', '), {
      value: Number(cell('nonPrivate.slope')),
      lower: number('nonPrivate.lower'),
      upper: number('nonPrivate.upper'),
      bound: number('boundSlope'),
    });
  }
  const summary = (JSON.parse(out) as ExperimentResult).nonPrivate?.summary ?? [];
  const ends = summary.map(({ label, sweep, final }) => ({ label, sweep, mean: final[measure].mean }));
  return { slopes, ends: ends as Swept['ends'] };
}

const near = (slope: Slope | undefined, value: number, tolerance: number) => {
  expect(Math.abs(slope!.value - value)).toBeLessThan(tolerance);
};

// Noise is reproducible: nothing here fails by chance.
describe('DP-ERM Revisited', () => {
  it('Theorem 4.2: the gap of DP-SVRG falls with n squared, but for the epochs that grow with log n', async () => {
    const { slopes, ends } = await swept('erm-svrg-rate', 'suboptimality', 4);
    const epochs = { 'mean-estimation': [5, 9, 13], logistic: [2, 6, 10] };
    for (const [loss, [few, , many]] of Object.entries(epochs)) {
      const slope = slopes.get(`DP-SVRG, ${loss}`)!;
      near(slope, -1.6, 0.25);
      near({ value: slope.bound! }, -1.87, 0.05);
      const means = ends.filter(({ sweep }) => sweep['problem.loss'] === loss).map(({ mean }) => mean);
      near({ value: Math.log(means[2] / many / (means[0] / few)) / Math.log(16) }, -2, 0.2);
    }
  });

  it('Theorem 4.4: the gap of DP-SVRG++ on the worst curvature of each n falls with n, of each curvature alone it does not', async () => {
    const { slopes, ends } = await swept('erm-doubling-rate', 'suboptimality', 4);
    const [easy, , hard, flat] = [...slopes.values()];
    near(easy, -2, 0.3);
    near(hard, -1, 0.25);
    expect(flat.value).toBeGreaterThan(-0.75);
    for (const { bound } of slopes.values()) near({ value: bound! }, -1, 0.02);
    const worst = [250, 1000, 4000].map((samples) =>
      Math.max(...ends.filter(({ sweep }) => sweep['data.samples'] === samples).map(({ mean }) => mean)),
    );
    near({ value: Math.log(worst[2] / worst[0]) / Math.log(16) }, -1, 0.15);
  });

  it('Theorem 5.4: the gap of DP-AccMD grows with p in an l2 ball, and in an l1 ball at most as its logarithm', async () => {
    const { slopes: bodies } = await swept('erm-dimension', 'suboptimality', 6);
    expect(bodies.get('DP-AccMD, l1-ball')!.upper).toBeLessThan(0.1);
    near({ value: bodies.get('DP-AccMD, l1-ball')!.bound! }, 0.22, 0.01);
    near(bodies.get('DP-AccMD, l2-ball'), 0.75, 0.07);
    near({ value: bodies.get('DP-AccMD, l2-ball')!.bound! }, 0.5, 0.01);
    const { slopes: norms } = await swept('erm-dimension-norms', 'suboptimality', 4);
    expect(norms.get('Entropy of the vertices')!.upper).toBeLessThan(0.1);
    near(norms.get('A p-norm'), norms.get('A p-norm')!.bound!, 0.12);
  });

  it('Algorithm 3 as printed ends where it ends for every epsilon, in every run', async () => {
    const { slopes } = await swept('erm-printed-leak', 'suboptimality', 40);
    const printed = slopes.get('As printed, T = 1')!;
    near(printed, 0, 1e-12);
    expect(printed).not.toMatchObject({ lower: expect.any(Number) as number });
    const repaired = slopes.get('Repaired, T of the theorem')!;
    near(repaired, -1.23, 0.15);
    near({ value: repaired.bound! }, -1, 0.02);
    const audit = await call(['audit', join(root, 'examples', 'erm-printed-leak.json'), '--runs', '500', '--quiet']);
    expect(JSON.parse(audit.out)).toMatchObject({ algorithm: 'dp-accmd-literal', verdict: 'refuted' });
  });

  it('Theorem 6.2: the gap of DP-GD falls with n squared under the condition alone, but for steps that grow with log n', async () => {
    const { slopes: wiggly } = await swept('erm-pl-rate', 'suboptimality', 60);
    near(wiggly.get('T = 20'), -2, 0.1);
    near(wiggly.get('T of the theorem'), -1.77, 0.1);
    near({ value: wiggly.get('T of the theorem')!.bound! }, -1.85, 0.01);
    const { slopes: squares } = await swept('erm-rank-deficient', 'suboptimality', 40);
    near(squares.get('T = 20'), -2, 0.1);
    near(squares.get('T of the theorem'), -1.7, 0.1);
  });

  it('Theorem 6.3: the squared gradient falls with n and grows with the root of p', async () => {
    const { slopes: records } = await swept('erm-gradient-rate', 'gradientNorm', 200);
    const { slopes: coordinates } = await swept('erm-gradient-dimension', 'gradientNorm', 200);
    for (const label of ['A random iterate', 'The last iterate']) {
      near(records.get(label), -0.92, 0.1);
      near(coordinates.get(label), 0.5, 0.1);
    }
  });
});
