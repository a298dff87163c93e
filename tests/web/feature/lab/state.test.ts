import { describe, expect, it } from 'vitest';

import {
  labViews,
  questionOf,
  questions,
  initialLab,
  labText,
  readLab,
  shownState,
  withOwnSetting,
  withSetting,
} from '../../../../web/src/feature/lab/state.ts';
import {
  sliderPosition,
  sliderValue,
  type NumberSetting,
} from '../../../../web/src/feature/lab/shared/fields.ts';
import { openFacts } from '../../../../web/src/feature/lab/shared/open-facts.ts';

const open = { samples: 569, dimension: 30, epsilon: 2, delta: 1e-5 };

describe('the lab’s settings', () => {
  it('come back from an address as they went in', () => {
    let state = withSetting(initialLab, 'quadratic.momentum', 0.85);
    state = withSetting(state, 'horizon.mode', 'paper-text');
    state = withSetting({ ...state, view: 'horizon' }, 'horizon.sensitivity', 1e-2);
    const text = labText(state);
    expect(text).toBe(
      'horizon,quadratic.momentum:0.85,horizon.mode:paper-text,horizon.sensitivity:0.01',
    );
    expect(readLab(text)).toEqual(state);
  });

  it('come back whatever is set', () => {
    for (const view of labViews) {
      for (const [name, setting] of Object.entries(questionOf(view).settings)) {
        const value = setting.kind === 'choice' ? setting.choices.at(-1)!.value : setting.maximum;
        const state = withSetting(initialLab, `${view}.${name}`, value);
        expect(state[view]).toHaveProperty(name, value);
        expect(readLab(labText(state)), `${view}.${name}`).toEqual(state);
      }
    }
  });

  it('have defaults inside their ranges', () => {
    for (const view of labViews) {
      for (const setting of Object.values(questionOf(view).settings)) {
        if (setting.kind === 'choice') continue;
        expect(setting.default).toBeGreaterThanOrEqual(setting.minimum);
        expect(setting.default).toBeLessThanOrEqual(setting.maximum);
      }
    }
  });

  it.each([
    '',
    'nowhere',
    'quadratic,quadratic.momentum:abc',
    'quadratic,quadratic.momentum',
    'quadratic,__proto__.polluted:1',
    'quadratic,quadratic.constructor:1',
    'quadratic,view:1',
    `quadratic,${'x'.repeat(100_000)}:1`,
  ])('keep their defaults for %.40j', (text) => {
    expect(readLab(text)).toEqual(initialLab);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('are moved into their range', () => {
    const { quadratic } = readLab('quadratic,quadratic.momentum:7,quadratic.iterations:33.3');
    expect(quadratic.momentum).toBe(0.99);
    expect(quadratic.iterations).toBe(33);
  });
});

describe('what follows the open experiment', () => {
  it('shows its numbers and keeps them out of the address', () => {
    const shown = shownState(initialLab, open);
    expect(shown.tables).toMatchObject(open);
    expect(shown.batch).toMatchObject({ samples: 569, epsilon: 2, delta: 1e-5 });
    expect(shown.quadratic).toEqual(initialLab.quadratic);
    expect(shownState(initialLab, null)).toBe(initialLab);
  });

  it('is the reader’s own from the first change on', () => {
    const state = withOwnSetting(initialLab, open, 'tables.epsilon', 5);
    expect(state.tables).toMatchObject({ ...open, epsilon: 5, source: 'own' });
    expect(shownState(state, { ...open, epsilon: 9 }).tables.epsilon).toBe(5);
    expect(state.batch.source).toBe('experiment');
  });

  it('goes on following when something else is set', () => {
    const state = withOwnSetting(initialLab, open, 'tables.conditionNumber', 7);
    expect(state.tables.source).toBe('experiment');
    expect(state.tables.conditionNumber).toBe(7);
  });

  it('shows the game of an experiment that draws vertices, and else the defaults', () => {
    expect(shownState(initialLab, open).vertices).toEqual(initialLab.vertices);
    const game = { primalVertices: 3, dualVertices: 5, lipschitz: 2, smoothness: 1, hessianLipschitz: 0 }; // prettier-ignore
    const playing = { ...open, game };
    const { samples, epsilon, delta } = open;
    expect(shownState(initialLab, playing).vertices).toMatchObject({ samples, epsilon, delta, ...game }); // prettier-ignore
    const state = withOwnSetting(initialLab, playing, 'vertices.lipschitz', 4);
    expect(state.vertices).toMatchObject({ samples: 569, primalVertices: 3, lipschitz: 4, source: 'own' }); // prettier-ignore
    expect(withOwnSetting(initialLab, open, 'vertices.lipschitz', 4).vertices.source).toBe('experiment'); // prettier-ignore
  });

  it('knows a game by its sets and its derivatives, where all of them are bounded', () => {
    const set = (size: number) => [{ size, kind: 'simplex', radius: null }];
    const saddle = { primal: set(3), dual: set(5) };
    const coordinates = { lipschitz: 2, smoothness: 1, hessianLipschitz: 0 };
    const plan = (bounds: object) => ({ data: { samples: 569, features: 15 }, saddle, constants: { coordinates: bounds } }) as never; // prettier-ignore
    const method = (id: string, ...needs: string[]) => ({ id, private: true, needs });
    const catalogue = { algorithms: [method('draws', 'two simplices'), method('walks', 'bounded domains')] } as never; // prettier-ignore
    const by = (id: string) => ({ privacy: { epsilon: 2 }, algorithms: [{ id }] }) as never;
    const game = { primalVertices: 3, dualVertices: 5, ...coordinates };
    expect(openFacts(by('draws'), plan(coordinates), catalogue)?.game).toEqual(game);
    expect(openFacts(by('walks'), plan(coordinates), catalogue)?.game).toBeUndefined();
    expect(openFacts(by('draws'), plan({ ...coordinates, smoothness: null }), catalogue)?.game).toBeUndefined(); // prettier-ignore
  });

  it('takes n and p from the plan, and an advised delta where none is set', () => {
    const plan = { data: { samples: 569, features: 30 }, constants: {} } as never;
    const experiment = (privacy: object) => ({ privacy, algorithms: [] }) as never;
    expect(openFacts(experiment({ notion: 'pure', epsilon: 2 }), plan, null)).toEqual({
      ...open,
      delta: 1e-5,
    });
    expect(openFacts(experiment({ notion: 'zcdp', rho: 1 }), plan, null)).toBeNull();
    expect(openFacts(experiment({ notion: 'pure', epsilon: 2 }), null, null)).toBeNull();
  });
});

describe('a slider', () => {
  const setting = (more: Partial<NumberSetting>): NumberSetting => ({
    ...questions.quadratic.settings.noise,
    ...more,
  });

  it.each([
    setting({}),
    setting({ scale: 'linear', minimum: 0, maximum: 0.99 }),
    setting({ integer: true, minimum: 1, maximum: 5000 }),
  ])('ends at its range and finds its way back', (one) => {
    expect(sliderValue(one, 0)).toBe(one.minimum);
    expect(sliderValue(one, 1)).toBe(one.maximum);
    const value = sliderValue(one, 0.4);
    expect(sliderValue(one, sliderPosition(one, value))).toBe(value);
  });
});
