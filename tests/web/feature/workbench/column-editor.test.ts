// @vitest-environment happy-dom
// From a dropped file to synthetic data: roles, public lists, what fits, and the one click.
import { afterEach, describe, expect, it } from 'vitest';

import { ColumnEditor } from '../../../../web/src/feature/workbench/column-editor.ts';
import type { Experiment } from '../../../../web/src/engine/types.ts';
import { columnsOf } from '../../../../web/src/feature/workbench/make.ts';
import { fakeCatalogue } from '../../support/fake-engine.ts';
import { csv } from './results.ts';

const catalogue = {
  ...fakeCatalogue,
  saddles: [
    {
      ...fakeCatalogue.gallery[0],
      id: 'marginal-queries',
      targets: 'labels' as const,
      parameters: [{ name: 'queries' } as never],
    },
  ],
  builtinData: [
    {
      ...fakeCatalogue.builtinData[0],
      target: 'diagnosis: 0 malignant, 1 benign',
      columns: [{ name: 'radius', lower: 0, upper: 30 }],
    },
  ],
};

const file = { name: 'people.csv', blob: new Blob([csv()]) };
const experiment: Experiment = {
  version: 1,
  data: { kind: 'file', name: 'people.csv', format: 'csv' },
  problem: { loss: 'logistic' },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd' }],
};

async function editorOf(part: Partial<ColumnEditor> = {}) {
  const editor = new ColumnEditor();
  Object.assign(editor, { catalogue, experiment, file, ...part });
  const edits: Experiment[] = [];
  editor.addEventListener('nd-edit', (event) => edits.push((event as CustomEvent<{ value: Experiment }>).detail.value)); // prettier-ignore
  document.body.append(editor);
  const root = editor.shadowRoot!;
  await expect.poll(() => root.querySelectorAll('li').length).toBeGreaterThan(0);
  return { editor, edits, root };
}

const text = (root: ShadowRoot) => root.textContent.replace(/\s+/g, ' ');
const make = (root: ShadowRoot) => root.querySelector<HTMLButtonElement>('button.make')!;

async function set(editor: ColumnEditor, selector: string, value: string) {
  const field = editor.shadowRoot!.querySelector<HTMLInputElement>(selector)!;
  field.value = value;
  field.dispatchEvent(new Event('change'));
  await editor.updateComplete;
}

async function press(editor: ColumnEditor, words: string) {
  const buttons = [...editor.shadowRoot!.querySelectorAll('button')];
  buttons.find((one) => one.textContent.includes(words))!.click();
  await editor.updateComplete;
}

afterEach(() => document.body.replaceChildren());

describe('columns of a file', () => {
  it('get roles at once, and wait until somebody says that their lists are public', async () => {
    const { editor, edits, root } = await editorOf();
    const levels = [...root.querySelectorAll('.levels')].map(({ textContent }) => textContent);
    expect(levels).toEqual(['3 levels', '3 levels', '2 levels']);
    expect(text(root)).toContain('3 columns: 18 of at most 1 048 576 combinations');
    expect(text(root)).toContain('such a list is not private');
    expect(make(root).disabled).toBe(true);
    const sure = root.querySelector<HTMLInputElement>('.check input')!;
    sure.checked = true;
    sure.dispatchEvent(new Event('change'));
    await editor.updateComplete;
    expect(make(root).disabled).toBe(false);
    make(root).click();
    expect(edits).toHaveLength(1);
    expect(edits[0].problem).toMatchObject({ kind: 'saddle', name: 'marginal-queries' });
    expect(columnsOf(edits[0].data)?.map(({ name }) => name)).toEqual(['work', 'age', 'income']);
    expect(edits[0].data).toMatchObject({ target: 'income', header: 'yes' });
  });

  it('need no such word once each list is stated by hand', async () => {
    const { editor, edits, root } = await editorOf();
    await press(editor, 'work');
    await set(editor, 'textarea', ' State \n\nPrivate\nSelf-employed');
    await press(editor, 'age');
    await set(editor, '#edges', '30, 50');
    await press(editor, 'income');
    await set(editor, 'textarea', '<=50K\n>50K');
    expect(text(root)).not.toContain('not private');
    make(root).click();
    expect(columnsOf(edits[0].data)).toEqual([
      { name: 'work', words: ['State', 'Private', 'Self-employed'], other: 'other' },
      { name: 'age', edges: [30, 50] },
      { name: 'income', words: ['<=50K', '>50K'] },
    ]);
  });

  it('are divided by a range that is stated', async () => {
    const { editor, root } = await editorOf();
    await press(editor, 'age');
    for (const [id, value] of [
      ['lower', '0'],
      ['upper', '100'],
      ['bins', '4'],
    ]) {
      root.querySelector<HTMLInputElement>(`#${id}`)!.value = value;
    }
    await press(editor, 'Set');
    expect(root.querySelector<HTMLInputElement>('#edges')!.value).toBe('25, 50, 75');
    expect(text(root)).toContain('4 levels');
  });

  it('say what is wrong, beside the column, and nothing is made of them', async () => {
    const { editor, root } = await editorOf();
    await press(editor, 'age');
    await set(editor, '#edges', '50, 30');
    expect(text(root)).toContain('Edges must be in ascending order.');
    expect(make(root).disabled).toBe(true);
  });

  it('have one that is predicted', async () => {
    const { editor, root } = await editorOf();
    await set(editor, 'li:first-child select', 'target');
    const roles = [...root.querySelectorAll('select')].map(({ value }) => value);
    expect(roles).toEqual(['target', 'bins', 'words']);
  });

  it('say what to do where there are too many combinations', async () => {
    const { editor, root } = await editorOf();
    const many = Array.from({ length: 60 }, (_, k) => k).join(', ');
    const wide = ['a,b,c,d,e', ...Array.from({ length: 20 }, (_, i) => `${i},${i},${i},${i},${i}`)];
    editor.file = { name: 'people.csv', blob: new Blob([wide.join('\n')]) };
    await expect.poll(() => root.querySelectorAll('li').length).toBe(5);
    for (const name of ['a', 'b', 'c', 'd']) {
      await press(editor, name);
      await set(editor, '#edges', many);
    }
    expect(text(root)).toContain('Too many combinations. “a” has the most levels: leave it out.');
    expect(make(root).disabled).toBe(true);
  });

  it('are told anew when the experiment goes back', async () => {
    const { editor, edits, root } = await editorOf();
    await press(editor, 'age');
    await set(editor, '#edges', '30');
    const sure = root.querySelector<HTMLInputElement>('.check input')!;
    sure.checked = true;
    sure.dispatchEvent(new Event('change'));
    await editor.updateComplete;
    make(root).click();
    editor.experiment = edits[0];
    await editor.updateComplete;
    expect(make(root).textContent).toContain('Use these columns');
    expect(text(root)).not.toContain('not private');
    const changed = { ...edits[0], data: { ...edits[0].data, columns: [{ name: 'age', edges: [40] }] } }; // prettier-ignore
    editor.experiment = changed;
    await expect.poll(() => root.querySelectorAll('li.out').length).toBe(2);
  });
});

it('columns of a public table have bins of their public ranges', async () => {
  const builtin = { ...experiment, data: { kind: 'builtin', name: 'breast-cancer' } as const };
  const { edits, root } = await editorOf({ experiment: builtin, file: null });
  expect(text(root)).not.toContain('not private');
  make(root).click();
  expect(columnsOf(edits[0].data)).toEqual([
    { name: 'radius', edges: [10, 20] },
    { name: 'target', edges: [0.5] },
  ]);
});
