// @vitest-environment happy-dom
// What a problem is set by stands in its form, and nothing that another setting has replaced.
import { afterEach, expect, it } from 'vitest';

import type { ParameterField } from '../../../../web/src/components/fields/parameter-field.ts';
import { ProblemPanel } from '../../../../web/src/feature/problem/problem-panel.ts';
import type { Experiment } from '../../../../web/src/engine/types.ts';
import { fakeCatalogue } from '../../support/fake-engine.ts';

const radius = { name: 'radius', title: 'Radius', type: 'number', default: 5 };
const groups = { id: 'groups', title: 'Groups', description: '', targets: 'labels', parameters: [radius] }; // prettier-ignore
const catalogue = { ...fakeCatalogue, saddles: [groups] } as unknown as typeof fakeCatalogue;

async function panelOf(problem: Experiment['problem']) {
  const panel = new ProblemPanel();
  panel.catalogue = catalogue;
  panel.experiment = { problem, data: { kind: 'builtin', name: 'x' } } as unknown as Experiment;
  panel.form = {
    errorAt: () => '',
    fit: { misfitsOf: () => [] },
  } as unknown as ProblemPanel['form'];
  document.body.append(panel);
  await panel.updateComplete;
  const root = panel.shadowRoot!;
  return {
    fields: [...root.querySelectorAll<ParameterField>('nd-parameter-field')].map(
      (field) => field.path,
    ),
    text: root.textContent.replace(/\s+/g, ' '),
  };
}

afterEach(() => document.body.replaceChildren());

it('has no radius beside public models, and says how many there are', async () => {
  const ball = await panelOf({ kind: 'saddle', name: 'groups' });
  expect(ball.fields).toEqual(['problem.radius']);
  expect(ball.text).not.toContain('models');

  const domain = { kind: 'hull', vertices: [[1, 0], [0, 1]] }; // prettier-ignore
  const hull = await panelOf({ kind: 'saddle', name: 'groups', domain });
  expect(hull.fields).toEqual([]);
  expect(hull.text).toContain('x mixes 2 models');
});
