// A default that changes later must not change what links mean that leave it out.
import { describe, expect, it } from 'vitest';

import type { FieldDefaults } from '../../../wasm/client/link/defaults/defaults.ts';
import { pinned } from '../../../wasm/client/link/defaults/pin.ts';
import { v1 } from '../../../wasm/client/link/defaults/v1.ts';
import { statedOfV1, v2 } from '../../../wasm/client/link/defaults/v2.ts';
import { v3 } from '../../../wasm/client/link/defaults/v3.ts';
import { v4, withGeometricSchedule } from '../../../wasm/client/link/defaults/v4.ts';

const experiment = {
  version: 1,
  data: {
    kind: 'synthetic',
    name: 'logistic',
    samples: 10,
    features: 2,
    preprocess: [{ kind: 'clip-rows', bound: 1 }, { kind: 'add-intercept' }],
  },
  problem: { loss: 'huber', domain: { kind: 'hull' }, gradientClip: { bound: 1 } },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd' }, { id: 'dp-nag', parameters: { iterations: 7 } }],
};

/** The engine's defaults after somebody changed some of them. */
const later = (change: Partial<FieldDefaults>): FieldDefaults => ({ ...v1.fields, ...change });
const pin = <Value>(value: Value, change: Partial<FieldDefaults>) =>
  pinned(value, v1.fields, later(change));

describe('the defaults of version 1', () => {
  const pinnedNow = (algorithm: object) =>
    pinned({ ...experiment, algorithms: [algorithm] }, statedOfV1, v2.fields).algorithms[0];

  it('state the steps that plans choose since', () => {
    expect(pinnedNow({ id: 'dp-hb', parameters: { batchSize: 5 } })).toEqual({
      ...{ id: 'dp-hb', parameters: { batchSize: 5, iterations: 200 } },
    });
    expect(pinnedNow({ id: 'dp-svrg', parameters: { epochs: 3 } })).toEqual({
      ...{ id: 'dp-svrg', parameters: { epochs: 3, theory: 'paper' } },
    });
  });

  it('leave steps to the theorem that chose them then', () => {
    const one = { id: 'dp-gd', parameters: { theory: 'pl' } };
    expect(pinnedNow(one)).toEqual(one);
  });

  it('are none of version 2', () => {
    expect(pinned(experiment, v2.fields, v2.fields)).toEqual(experiment);
  });
});

describe('the defaults of version 3', () => {
  const pinnedNow = (algorithm: object, privacy: object = {}) =>
    pinned(
      { ...experiment, privacy: { ...experiment.privacy, ...privacy }, algorithms: [algorithm] },
      withGeometricSchedule(v3.fields),
      v4.fields,
    ).algorithms[0];

  it('state the schedule that plans choose since', () => {
    const one = { id: 'phased-minimax', parameters: { schedule: 'geometric' } };
    expect(pinnedNow({ id: 'phased-minimax', parameters: {} })).toEqual(one);
    expect(pinnedNow({ id: 'phased-minimax' })).toMatchObject(one);
    const stated = { id: 'phased-output-perturbation', parameters: { schedule: 'equal' } };
    expect(pinnedNow(stated)).toEqual(stated);
  });

  it("leave the paper's calibration its own schedule", () => {
    const one = { id: 'phased-minimax', parameters: {} };
    expect(pinnedNow(one, { calibration: 'paper' })).toEqual(one);
    const rule = { id: 'phased-minimax', parameters: { regularization: 'paper' } };
    expect(pinnedNow(rule)).toEqual(rule);
  });
});

describe('the defaults of a version', () => {
  it('leave an experiment alone while they are those of the engine', () => {
    expect(pin(experiment, {})).toEqual(experiment);
  });

  it.each<[string, Partial<FieldDefaults>, object]>([
    ['the data', { data: { synthetic: { storage: 'sparse' } } }, { data: { storage: 'auto' } }],
    [
      'a generator',
      { synthetic: { logistic: { seed: 1, labels: 'logistic' } } },
      { data: { labels: 'sign' } },
    ],
    [
      'a step',
      { preprocess: { ...v1.fields.preprocess, 'clip-rows': { norm: 'l1', mode: 'clip' } } },
      {
        data: {
          preprocess: [{ kind: 'clip-rows', bound: 1, norm: 'l2' }, { kind: 'add-intercept' }],
        },
      },
    ],
    ['a loss', { loss: { huber: { width: 2 } } }, { problem: { width: 1 } }],
    [
      'a domain',
      { domain: { hull: { mirrored: true } } },
      { problem: { domain: { mirrored: false } } },
    ],
    ['a clip', { gradientClip: { norm: 'l1' } }, { problem: { gradientClip: { norm: 'l2' } } }],
    [
      'a block that is left out, which is then stated whole',
      { constants: { smoothness: 'data-spectral', strongConvexity: 'public-bound' } },
      { problem: { constants: { smoothness: 'public-bound', strongConvexity: 'public-bound' } } },
    ],
    [
      'privacy',
      { privacy: { neighbours: 'zero-out' } },
      { privacy: { neighbours: 'replace-one' } },
    ],
    [
      'a parameter',
      { parameters: { ...v1.fields.parameters, 'dp-nag': { iterations: 10, stepScale: 0.5 } } },
      { algorithms: [{ id: 'dp-gd' }, { parameters: { iterations: 7, stepScale: 1 } }] },
    ],
    ['the run', { run: { repeats: 5 } }, { run: { repeats: 1 } }],
    [
      'the seed',
      { randomness: { seed: 2 } },
      { run: { randomness: { mode: 'reproducible', seed: 1 } } },
    ],
  ])('are stated where those of the engine became others: of %s', (_, change, stated) => {
    expect(pin(experiment, change)).toMatchObject(stated);
  });

  it('are not stated where the experiment says something itself', () => {
    const said = {
      ...experiment,
      run: { repeats: 3 },
      privacy: { notion: 'pure', neighbours: 'zero-out' },
    };
    const change = {
      run: { repeats: 5 },
      privacy: { ...v1.fields.privacy, neighbours: 'zero-out' },
    };
    expect(pin(said, change)).toEqual(said);
  });

  it('hold inside of a sweep, too', () => {
    const steps = [{ kind: 'add-intercept' }];
    const sweep = [
      { path: 'data.preprocess', values: [steps, []] },
      { path: 'privacy.epsilon', values: [1, 2] },
    ];
    const preprocess = { ...v1.fields.preprocess, 'add-intercept': { value: 9 } };
    expect(pin({ ...experiment, sweep }, { preprocess }).sweep).toEqual([
      { path: 'data.preprocess', values: [[{ kind: 'add-intercept', value: 1 }], []] },
      sweep[1],
    ]);
  });
});
