import { describe, expect, it } from 'vitest';

import { encodeLink, encodePlainLink } from '../../../wasm/client/link/index.ts';
import { readArrival } from '../../../web/src/link/arrival.ts';
import { placeOf, withPlace, withoutPlace } from '../../../web/src/link/place.ts';
import { linkViewOf, viewOfLink } from '../../../web/src/link/view.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { home, initialView, type View } from '../../../web/src/store/state.ts';

const link = encodePlainLink({ experiment: defaultExperiment, engine: '0.1.0' });
const lab = { view: 'lab', lab: 'horizon,horizon.epsilon:1e-2,horizon.mode:paper-text' } as const;

describe('the address', () => {
  it.each(['', '#', '#top', '#inside', '#table', `#lab=${lab.lab}`, '#lab='])(
    '%j holds no link',
    async (hash) => {
      expect(await readArrival(hash)).toEqual({ kind: 'none' });
    },
  );

  it.each([link, withPlace(link, lab)])('holds the experiment: %s', async (hash) => {
    expect(await readArrival(hash)).toMatchObject({
      kind: 'link',
      view: null,
      link: { experiment: defaultExperiment },
    });
  });

  it('says what is wrong with its link', async () => {
    expect(await readArrival(link.slice(0, -3))).toMatchObject({
      kind: 'broken',
      code: 'invalid-link',
    });
    expect(await readArrival('#v7.plain.e30')).toMatchObject({ kind: 'broken', code: 'unsupported-version', field: 'link' }); // prettier-ignore
  });
});

describe('the place in the address', () => {
  it('stands beside the link and takes nothing from it', () => {
    const hash = withPlace(link, lab);
    expect(placeOf(hash)).toEqual(lab);
    expect(withoutPlace(hash)).toBe(link);
    expect(withoutPlace(link)).toBe(link);
  });

  it('stands alone where the experiment is the opening one', () => {
    expect(withPlace('', lab)).toBe(`#lab=${lab.lab}`);
    expect(placeOf(`#lab=${lab.lab}`)).toEqual(lab);
    expect(withoutPlace(`#lab=${lab.lab}`)).toBe('');
  });

  it('is the first screen where the address is empty, and behind it with a link', () => {
    const play = { view: 'play', lab: '' } as const;
    for (const [hash, place, written] of [
      ['', play, ''],
      ['', home, '#inside'],
      [link, home, link],
      [link, play, `${link}&play`],
      ['', { view: 'table', lab: '' }, '#table'],
      [link, { view: 'table', lab: '' }, `${link}&table`],
    ] as const) {
      expect(withPlace(hash, place)).toBe(written);
      expect(placeOf(written)).toEqual(place);
      expect(withoutPlace(written)).toBe(hash);
    }
    expect(placeOf(`#lab=${'a'.repeat(10_000)}`)).toEqual(home);
  });

  it('holds a story over any view, beside a link or alone', async () => {
    const story = { id: 'price-of-epsilon', step: 2, isShown: true };
    for (const [hash, place, written] of [
      ['', { view: 'play', lab: '' }, '#story=price-of-epsilon.2'],
      ['', home, '#inside&story=price-of-epsilon.2'],
      [link, home, `${link}&story=price-of-epsilon.2`],
      [link, { view: 'play', lab: '' }, `${link}&play&story=price-of-epsilon.2`],
      [link, lab, `${withPlace(link, lab)}&story=price-of-epsilon.2`],
    ] as const) {
      expect(withPlace(hash, { ...place, story })).toBe(written);
      // Alone it was not shown yet.
      const isShown = written !== '#story=price-of-epsilon.2';
      expect(placeOf(written)).toEqual({ ...place, story: { ...story, isShown } });
      expect(withoutPlace(written)).toBe(hash);
      expect((await readArrival(written)).kind).toBe(hash === '' ? 'none' : 'link');
    }
  });

  it.each(['.', '.0', '.-1', '.1e3', '.100', '.x', '.%00'])(
    'begins a story at its first step: %s',
    (step) => {
      expect(placeOf(`#story=a${step}`).story).toEqual({ id: 'a', step: 1, isShown: false });
    },
  );

  it('reads no long name of a story', () => {
    expect(placeOf(`#story=${'a'.repeat(10_000)}`).story?.id).toHaveLength(60);
  });

  it('cannot smuggle an experiment', async () => {
    const hash = withPlace('', { view: 'lab', lab: `quadratic&e=abc${link}` });
    expect(await readArrival(hash)).toEqual({ kind: 'none' });
    expect(placeOf(hash).lab).toBe(`quadratic&e=abc${link}`);
  });
});

describe('the view in a link', () => {
  it.each<[string, Partial<View>]>([
    ['as the page opens', {}],
    ['by gradients, in accuracy', { axis: 'gradientEvaluations', measure: 'accuracy' }],
    [
      'linear, with bounds, without floors and without what stands beside',
      { scale: 'linear', showBounds: true, showFloors: false, showBeside: false },
    ],
    ['with faded curves', { faded: ['DP-GD', 'ε'] }],
    ['at a point of a sweep', { layout: 'single', sweep: { 'privacy.epsilon': 2 } }],
    ['with an axis left open', { sweep: { 'algorithms.*.parameters.iterations': null } }],
  ])('comes back %s', async (_, part) => {
    const view = { ...initialView, ...part };
    const content = { experiment: defaultExperiment, engine: '0.1.0', view: linkViewOf(view) };
    expect(await readArrival(await encodeLink(content))).toMatchObject({ view });
  });

  it('is the opening one where it says what this page does not know', () => {
    const opening = linkViewOf(initialView);
    const strange = { ...opening, axis: '__proto__', measure: 'constructor', layout: '<b>' };
    expect(viewOfLink(strange)).toEqual(initialView);
  });
});
