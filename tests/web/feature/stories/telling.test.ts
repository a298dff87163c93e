// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';

import { examples } from '../../../../web/src/feature/gallery/files.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { Telling, type Shown } from '../../../../web/src/feature/stories/telling.ts';
import { stories } from '../../../../web/src/feature/stories/table.ts';
import { Store } from '../../../../web/src/store/store.ts';

let store: Store;
let telling: Telling;
const tell = vi.fn<(shown: Shown, isFirst: boolean) => Promise<void>>();
const leaveStory = vi.fn();
const [{ id, steps }] = stories;

beforeEach(() => {
  store = new Store(defaultExperiment);
  tell.mockReset().mockImplementation(({ place }) => {
    store.patch({ place });
    return Promise.resolve();
  });
  leaveStory.mockReset();
  telling = new Telling({
    session: { tell, leaveStory, bench: { run: () => undefined } },
    chart: null,
    example: (name) => Promise.resolve(examples[name]),
    shown: () => store.state,
    find: () => null,
    requestUpdate: () => undefined,
  });
});

function press(key: string, target: EventTarget = document.body, more: KeyboardEventInit = {}) {
  const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more });
  const hear = (heard: Event) => telling.key(heard as KeyboardEvent);
  window.addEventListener('keydown', hear, { once: true });
  target.dispatchEvent(event);
  return event.defaultPrevented;
}

describe('a story that is told', () => {
  it('leaves what was open behind once, and shows each step in its place', async () => {
    await telling.go(id, 1);
    await telling.go(id, 2);
    expect(tell.mock.calls.map(([, isFirst]) => isFirst)).toEqual([true, false]);
    const [{ experiment, place }] = tell.mock.calls[1];
    expect(experiment.privacy.epsilon).toBe(steps[1].recipe.edits['privacy.epsilon']);
    expect(place).toMatchObject({ view: 'play', story: { id, step: 2, isShown: true } });
  });

  it('opens what an address names without another entry of the history', async () => {
    store.patch({ place: { view: 'play', lab: '', story: { id, step: 2, isShown: false } } });
    telling.updated();
    await vi.waitFor(() => expect(tell).toHaveBeenCalledTimes(1));
    expect(tell.mock.calls[0][1]).toBe(false);
    telling.updated();
    expect(tell).toHaveBeenCalledTimes(1);
  });

  it.each(['__proto__', '<b>', 'no-such-story'])('says that there is no %s', async (name) => {
    await telling.go(name, 1);
    expect(tell).not.toHaveBeenCalled();
    expect(leaveStory.mock.calls[0][0]).toMatch(/^There is no story of this name/);
  });

  it('the last of two quick steps wins', async () => {
    await Promise.all([telling.go(id, 2), telling.go(id, 3)]);
    expect(tell.mock.calls.map(([{ place }]) => place.story?.step)).toEqual([3]);
  });

  it('turns by arrow keys, but not in fields, sliders, dialogs, or with another key held', async () => {
    await telling.go(id, 2);
    expect(press('ArrowRight')).toBe(true);
    await vi.waitFor(() => expect(store.state.place.story?.step).toBe(3));
    for (const tag of ['input', 'select', 'textarea', 'dialog']) {
      const field = document.body.appendChild(document.createElement(tag));
      expect(press('ArrowRight', field), tag).toBe(false);
      field.remove();
    }
    expect(press('ArrowLeft', document.body, { altKey: true })).toBe(false);
    expect(press('ArrowLeft')).toBe(true);
    await vi.waitFor(() => expect(store.state.place.story?.step).toBe(2));
    expect(press('Escape')).toBe(true);
    expect(leaveStory).toHaveBeenCalledWith('');
  });
});
