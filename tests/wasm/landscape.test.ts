// Iterates and the exact objective under them, through the bindings and a worker.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  EngineError,
  createEngine,
  outcomeOf,
  type Engine,
  type Experiment,
  type TraceEvent,
} from '../../wasm/node/index.ts';
import { endless, opening } from './experiments.ts';

let engine: Engine;
beforeAll(async () => {
  engine = await createEngine({ workers: 1 });
});
afterAll(() => {
  engine.dispose();
});

const kept: Experiment = {
  ...opening,
  run: { ...opening.run, repeats: 1, trace: { points: 5, iterates: true } },
};
const dimension = 31;
const unit = (place: number) => Array.from({ length: dimension }, (_, i) => Number(i === place));

async function failure(promise: Promise<unknown>): Promise<unknown> {
  return promise.then(
    () => 'answered',
    (error: unknown) =>
      error instanceof EngineError ? [error.body.code, error.body.field] : String(error),
  );
}

describe('iterates', () => {
  it('come with the live points as they stand in the result', async () => {
    const events: TraceEvent[] = [];
    const result = await engine.run(kept, { onTrace: (event) => events.push(event) });
    const live = events.filter(({ run }) => run === 0).flatMap(({ iterates = [] }) => iterates);
    const { iterates, iteration } = outcomeOf(result.runs[0]).trace;
    expect(iterates).toHaveLength(iteration.length);
    expect(live.map((point) => [...point])).toEqual(iterates);
  });
});

describe('the step sizes of the proximal point methods', () => {
  it('are those of Algorithm 4, and at the average what it takes of the last step', async () => {
    const inner = 40;
    const weight = 2;
    const { runs } = await engine.run({
      ...kept,
      problem: { ...kept.problem, domain: { kind: 'l2-ball', radius: 5 } },
      privacy: { notion: 'zcdp', rho: 1 },
      algorithms: [
        { id: 'noisy-gd', parameters: { innerIterations: inner, proximalWeight: weight } },
      ],
      run: { repeats: 1, trace: { points: inner } },
    });
    const { iteration, stepSize } = outcomeOf(runs[0]).trace;
    const last = inner - 1;
    expect(iteration).toEqual(Array.from({ length: inner }, (_, index) => index));
    // 2 / (Lambda (t + 1)); the average has weights 1, 2, ..: 2 / (T + 1) of the newest.
    const planned = iteration.map((t) => 2 / (weight * (t + 1)));
    const told = planned.map((size, t) => (t === 0 ? null : t === last ? (2 / (last + 2)) * size : size)); // prettier-ignore
    expect(stepSize).toHaveLength(inner);
    stepSize!.forEach((size, t) => {
      if (told[t] === null) expect(size).toBeNull();
      else expect(size).toBeCloseTo(told[t], 12);
    });
  });
});

describe('a landscape', () => {
  it('has the objective of a trace at its iterates, and on a line and a plane', async () => {
    const result = await engine.run(kept);
    const { iterates, objective } = outcomeOf(result.runs[1]).trace;
    const report = await engine.landscape(kept, {
      u: unit(0),
      v: unit(1),
      extent: { u: [-1, 1], v: [0, 2] },
      size: { u: 5, v: 3 },
      points: [...iterates!, unit(0).map((one) => -one)],
    });
    expect(report.pointValues!.slice(0, -1)).toEqual(objective);
    expect(report.values).toHaveLength(15);
    expect(report.values![0]).toBe(report.pointValues!.at(-1));
    expect(report.optimum!.value).toBe(result.nonPrivate!.references![0].optimum);
    expect(report.nonPrivate).toBe(true);
  });

  it('probes how the gap goes with the gradient', async () => {
    const { probe } = await engine.landscape(kept, { probe: { radius: 1, samples: 64 } });
    // Strongly convex with mu = 0.02, the regularizer's: kappa = 2, gamma is at most 1 / sqrt(2 mu).
    expect(probe!.used).toBe(64);
    expect(probe!.slope).toBeGreaterThan(1.5);
    const { probe: given } = await engine.landscape(kept, {
      probe: { radius: 1, samples: 64, exponent: 2 },
    });
    expect(given!.constant).toBeGreaterThan(0);
    expect(given!.constant).toBeLessThanOrEqual(1 / Math.sqrt(2 * 0.02));
  });

  it('names the field that is wrong', async () => {
    const ask = (request: object) => failure(engine.landscape(kept, request));
    expect(await ask({})).toEqual(['missing-field', 'u']);
    expect(await ask({ points: [[0, 1]] })).toEqual(['invalid-value', 'points.0']);
    const u = [Number.NaN, ...unit(0).slice(1)];
    expect(await ask({ u, extent: { u: [0, 1] } })).toEqual(['invalid-type', 'u']);
    const line = { u: unit(0), extent: { u: [0, 1] } };
    expect(await ask({ ...line, size: { u: 513 } })).toEqual(['invalid-value', 'size.u']);
  });

  it('ends soon after an abort', async () => {
    const controller = new AbortController();
    const u = Array.from({ length: 20 }, () => 1);
    const landscape = engine.landscape(
      endless,
      { u, v: u, extent: { u: [0, 1], v: [0, 1] }, size: { u: 512, v: 512 }, optimum: 0 },
      {
        signal: controller.signal,
        onProgress: () => {
          controller.abort();
        },
      },
    );
    expect(await failure(landscape)).toEqual(['cancelled', '']);
  });
});
