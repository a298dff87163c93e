// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';

import type { NoisyDescentElement as Contract } from '../../../wasm/client/element.ts';
import { NoisyDescent } from '../../../web/src/element/element.ts';

vi.mock('../../../web/src/element/full.ts', () => ({
  get Session() {
    throw new Error('its code cannot be loaded');
  },
}));
vi.mock('../../../web/src/element/visible.ts', () => ({ whenVisible: () => () => undefined }));
customElements.define('noisy-descent', NoisyDescent);

function make(attributes: Record<string, string> = {}): NoisyDescent {
  const element = new NoisyDescent();
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

/** What an element says is wrong. */
async function complaint(attributes?: Record<string, string>): Promise<string> {
  const element = make(attributes);
  document.body.append(element);
  const alert = () => {
    const root = element.shadowRoot!;
    const inner = root.querySelector('nd-compact-view')?.shadowRoot;
    return (inner ?? root).querySelector('[role=alert]');
  };
  await vi.waitFor(() => expect(alert()).not.toBeNull());
  const text = alert()!.textContent.replace(/\s+/g, ' ').trim();
  element.remove();
  return text;
}

it('an element says what is wrong alike in every view, with the field only where it is one’s fault', async () => {
  for (const view of ['chart', 'full']) {
    const words = await complaint({ view, hide: 'everything' });
    expect(words, view).toMatch(/^hide: "everything" is not one of/);
  }
  expect(await complaint({ view: 'full' })).toBe('its code cannot be loaded');
});

it('an element without a source says what to give, tells the page once, and keeps no room', async () => {
  const element = make();
  const heard: unknown[] = [];
  (element as Contract).addEventListener('error', ({ detail }) => heard.push(detail));
  document.body.append(element);
  await element.updateComplete;
  element.theme = 'dark';
  await element.updateComplete;
  expect(heard).toEqual([
    {
      code: 'missing-field',
      field: 'experiment',
      message: expect.stringMatching(/^Give an experiment/) as string,
    },
  ]);
  expect(element.hasAttribute('failed')).toBe(true);
  element.remove();
  expect(await complaint()).toMatch(/^experiment: Give an experiment/);
});

it('an element whose source is being read says nothing yet', async () => {
  const element = make({ src: 'data:application/json,{}' });
  document.body.append(element);
  await element.updateComplete;
  expect(element.hasAttribute('failed')).toBe(false);
  element.remove();
});
