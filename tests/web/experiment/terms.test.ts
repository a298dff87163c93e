import { describe, expect, it } from 'vitest';

import type { Catalogue, Experiment } from '../../../web/src/engine/types.ts';
import { widthQuery } from '../../../web/src/feature/problem/domain-facts.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { formPaths } from '../../../web/src/store/places.ts';
import { withClip, withLoss } from '../../../web/src/store/sources.ts';
import { isSettable, termOf } from '../../../web/src/experiment/terms.ts';

const parameter = (name: string, more: object = {}) =>
  ({ name, title: name, type: 'number', unit: '', description: '', source: '', ...more }) as never;

const from = (value: number) => ({ start: { value } });
const strength = parameter('strength', from(0.01));
const radius = parameter('radius', from(1));
const l2 = { id: 'l2', parameters: [strength] };
const net = { id: 'elastic-net', parameters: [strength, parameter('l2Strength', from(0.02))] };
const ball = { id: 'l1-ball', parameters: [radius] };
const group = { id: 'group-ball', parameters: [radius, parameter('groupSize', from(2))] };
const hull = {
  id: 'hull',
  parameters: [
    parameter('vertices', { type: 'vectors' }),
    parameter('mirrored', { type: 'boolean', default: false }),
  ],
};

describe('a term of another kind', () => {
  it('starts with what it needs', () => {
    expect(termOf(net)).toEqual({ kind: 'elastic-net', strength: 0.01, l2Strength: 0.02 });
    expect(termOf(group)).toEqual({ kind: 'group-ball', radius: 1, groupSize: 2 });
    expect(termOf({ id: 'none' })).toEqual({ kind: 'none' });
  });

  it('keeps what it shares with the one before, and nothing else', () => {
    expect(termOf(net, { kind: 'l2', strength: 0.3, groupSize: 4 })).toEqual({
      kind: 'elastic-net',
      strength: 0.3,
      l2Strength: 0.02,
    });
  });

  it('is offered by a form unless it is made of points', () => {
    expect([l2, ball, hull].map(isSettable)).toEqual([true, true, false]);
  });
});

describe('the width of a domain', () => {
  it('is asked for sets that have one', () => {
    expect(widthQuery({ kind: 'l1-ball', radius: 2 }, 54)).toEqual({
      query: 'gaussian-width',
      set: 'l1-ball',
      dimensions: [54],
      radius: 2,
    });
    expect(widthQuery({ kind: 'all' }, 54)).toBeNull();
    expect(widthQuery({ kind: 'box', lower: 0, upper: 1 }, 54)).toBeNull();
  });

  it('is drawn with as many draws as are quick, or not at all', () => {
    const of = (dimension: number) =>
      widthQuery({ kind: 'group-ball', radius: 1, groupSize: 5 }, dimension);
    expect(of(54)).toMatchObject({ draws: 2000, groupSize: 5 });
    expect(of(20_000)).toMatchObject({ draws: 200 });
    expect(of(100_000)).toBeNull();
  });
});

describe('a loss', () => {
  const catalogue = {
    saddles: [],
    losses: [
      { id: 'logistic', targets: 'labels', needsGradientClip: false },
      {
        id: 'huber',
        targets: 'numbers',
        needsGradientClip: false,
        parameters: [parameter('width')],
      },
      { id: 'squared', targets: 'numbers', needsGradientClip: true },
    ],
    gallery: [],
    regularizers: [l2],
    domains: [ball],
    constants: [],
    gradientClip: [],
    algorithms: [],
    preprocess: [],
    syntheticData: [],
  } as unknown as Catalogue;
  const of = (problem: object) => ({ ...defaultExperiment, problem }) as Experiment;

  it('takes its own parameters with it when it goes', () => {
    const wide = of({ loss: 'huber', width: 0.5 });
    expect(withLoss(wide, 'logistic', catalogue).problem).toEqual({ loss: 'logistic' });
  });

  it('needs no clip in a bounded domain', () => {
    const domain = { kind: 'l1-ball', radius: 1 };
    expect(withLoss(of({ loss: 'huber', domain }), 'squared', catalogue).problem).toEqual({
      loss: 'squared',
      domain,
    });
    expect(withLoss(of({ loss: 'huber' }), 'squared', catalogue).problem).toHaveProperty(
      'gradientClip',
    );
  });

  it('that is not clipped has no clipped records to count', () => {
    const clip = { norm: 'l2', bound: 1 } as const;
    const counting = {
      ...of({ loss: 'squared', gradientClip: clip }),
      run: { diagnostics: ['objective', 'clipped-fraction'] },
    } as Experiment;
    expect(withClip(counting, { ...clip, bound: 2 }).run).toEqual(counting.run);
    const free = withClip(counting, undefined);
    expect(free.problem).toEqual({ loss: 'squared' });
    expect(free.run?.diagnostics).toEqual(['objective']);
    expect(withLoss(counting, 'huber', catalogue).run?.diagnostics).toEqual(['objective']);
  });

  it('and the domain have places for errors', () => {
    const paths = formPaths(
      of({ loss: 'huber', domain: { kind: 'l1-ball', radius: 1 } }),
      catalogue,
    );
    expect(paths).toEqual(
      expect.arrayContaining(['problem.domain', 'problem.domain.radius', 'problem.width']),
    );
  });
});
