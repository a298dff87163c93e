import { readdirSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import { presets } from '../../../web/src/app/presets.ts';
import { checkExperiment } from '../../../web/src/link/check.ts';
import { decodeHash, encodeHash } from '../../../web/src/link/hash.ts';
import { placeOf, withPlace } from '../../../web/src/link/place.ts';
import { decodeView, withView } from '../../../web/src/link/view.ts';
import { defaultExperiment } from '../../../web/src/store/defaults.ts';
import { initialView, type View } from '../../../web/src/store/state.ts';

const swept = {
  ...defaultExperiment,
  sweep: [
    { path: 'privacy.epsilon', values: [0.1, 1, 10] },
    { path: 'algorithms.*.parameters.iterations', values: [10, 100] },
  ],
};

describe('the view in the address', () => {
  it.each<[string, Partial<View>]>([
    ['as the page opens', {}],
    ['by gradients, in accuracy', { axis: 'gradientEvaluations', measure: 'accuracy' }],
    [
      'linear, with bounds, without floors',
      { scale: 'linear', showBounds: true, showFloors: false },
    ],
    ['at a point of a sweep', { layout: 'single', sweep: { 'privacy.epsilon': 2 } }],
    ['with an axis left open', { sweep: { 'algorithms.*.parameters.iterations': null } }],
  ])('comes back %s', (_, part) => {
    const view = { ...initialView, ...part };
    const hash = withView(encodeHash(swept), view, swept);
    expect(decodeView(hash, swept)).toEqual(view);
    expect(decodeHash(hash, checkExperiment)).toEqual({ kind: 'experiment', experiment: swept });
  });

  it('stands beside the lab', () => {
    const lab = { view: 'lab', lab: 'horizon' } as const;
    const hash = withPlace(withView(encodeHash(swept), initialView, swept), lab);
    expect(placeOf(hash)).toEqual(lab);
    expect(decodeView(hash, swept)).toEqual(initialView);
  });

  it('is the reader’s own where an older link says nothing of it', () => {
    expect(decodeView(encodeHash(swept), swept)).toBeNull();
  });

  it.each(['', 'x:__proto__,y:constructor', 'sweep.0:3,sweep.1:-1,sweep.7:0', 'layout:<b>', ',:,'])(
    'is the opening one where it says %j',
    (text) => {
      expect(decodeView(`#e=x&v=${text}`, swept)).toEqual(initialView);
    },
  );
});

describe('presets', () => {
  it('are all the examples, and each says what to look at', () => {
    const files = readdirSync(new URL('../../../examples/', import.meta.url));
    const names = files.filter((name) => name.endsWith('.json')).map((name) => name.slice(0, -5));
    expect(presets.map(({ name }) => name).sort()).toEqual(names.sort());
    for (const { name, look, view } of presets) {
      expect(look, name).toMatch(/\.$/);
      expect(view, name).toBeDefined();
    }
  });

  it('open by gradients where they are about gradients', () => {
    const preset = presets.find(({ title }) =>
      title.startsWith('Gap against gradient evaluations'),
    );
    expect(preset?.view.axis).toBe('gradientEvaluations');
  });
});
