// @vitest-environment happy-dom
import { html } from 'lit';
import { describe, expect, it, vi } from 'vitest';

import { AnswerView } from '../../../../web/src/feature/lab/shared/answer-view.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

class Doubled extends AnswerView<number, number> {
  protected override readonly heading = 'Doubling';
  protected override readonly waiting = 'Doubling…';
  answers: ((answer: number) => void)[] = [];

  protected override ask(_: unknown, settings: number): Promise<number> {
    if (settings < 0)
      return Promise.reject(Object.assign(new Error('too small'), { field: 'start' }));
    return new Promise((resolve) => this.answers.push(resolve));
  }

  protected override draw(answer: number, settings: number) {
    return html`<p>twice ${settings} is ${answer}</p>`;
  }
}
customElements.define('nd-doubled', Doubled);

function shown(settings: number): { view: Doubled; text: () => string | null | undefined } {
  const view = new Doubled();
  Object.assign(view, { engine: new FakeTheory(), settings });
  document.body.append(view);
  return { view, text: () => view.shadowRoot?.textContent.replace(/\s+/g, ' ').trim() };
}

describe('the view of a question', () => {
  it('draws an answer with the settings that it answers, while the next is awaited', async () => {
    const { view, text } = shown(2);
    await view.updateComplete;
    expect(text()).toBe('Doubling Doubling…');
    view.answers.shift()!(4);
    await vi.waitFor(() => expect(text()).toBe('twice 2 is 4'));
    view.settings = 3;
    await view.updateComplete;
    expect(text()).toBe('twice 2 is 4');
    view.answers.shift()!(6);
    await vi.waitFor(() => expect(text()).toBe('twice 3 is 6'));
  });

  it('says why the engine refused', async () => {
    const { view, text } = shown(-1);
    await vi.waitFor(() => expect(text()).toContain('too small'));
    expect(view.shadowRoot?.querySelector('[role=alert]')?.textContent).toBe('too small');
  });

  it('tells the page of which setting it was refused, and when it is answered again', async () => {
    const told: unknown[] = [];
    const listen = (event: Event) => told.push((event as CustomEvent<unknown>).detail);
    document.addEventListener('nd-refused', listen);
    const { view, text } = shown(-1);
    await vi.waitFor(() => expect(told).toEqual([{ field: 'start', problem: 'too small' }]));
    view.settings = 3;
    await view.updateComplete;
    await vi.waitFor(() => expect(view.answers).toHaveLength(1));
    view.answers.shift()!(6);
    await vi.waitFor(() => expect(text()).toBe('twice 3 is 6'));
    expect(told.at(-1)).toEqual({ field: '', problem: '' });
    document.removeEventListener('nd-refused', listen);
  });
});
