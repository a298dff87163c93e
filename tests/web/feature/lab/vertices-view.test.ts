// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';

import { initialLab } from '../../../../web/src/feature/lab/state.ts';
import '../../../../web/src/feature/lab/vertices/question.ts';
import { FakeTheory } from '../../support/fake-theory.ts';

// There is no canvas here to draw on.
vi.mock('../../../../web/src/components/charts/lab-chart.ts', () => ({}));

function shown(tag: string, engine: object = new FakeTheory()) {
  const view = document.createElement(tag);
  Object.assign(view, { engine, settings: initialLab.vertices });
  document.body.append(view);
  return view;
}

/** The names of what is drawn, as a screen reader finds them. */
function charts(view: Element): (string | null)[] {
  return [...(view.shadowRoot?.querySelectorAll('nd-lab-chart') ?? [])].map((chart) =>
    chart.getAttribute('heading'),
  );
}

describe('the views of vertex draws', () => {
  it('show three charts and a named table of all levels', async () => {
    const view = shown('nd-bias-view');
    await vi.waitFor(() => expect(charts(view)).toHaveLength(3));
    const region = view.shadowRoot?.querySelector('[role=region]');
    expect(region?.getAttribute('aria-label')).toBe('By the largest level');
    expect(region?.querySelectorAll('tbody tr')).toHaveLength(15);
  });

  it('show a schedule by blocks, levels and seeds, with its parameters', async () => {
    const view = shown('nd-levels-view');
    await vi.waitFor(() => expect(charts(view)).toContain('Steps, over 200 seeds'));
    expect(view.shadowRoot?.textContent).toContain('Level budget U');
  });

  it('stand apart: a schedule that is refused says why, in its own place', async () => {
    const refusing = { theory: () => Promise.reject(new Error('the level budget is too small')) };
    const view = shown('nd-levels-view', refusing);
    await vi.waitFor(() =>
      expect(view.shadowRoot?.querySelector('[role=alert]')?.textContent).toContain('too small'),
    );
  });
});
