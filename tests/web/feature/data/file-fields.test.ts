// @vitest-environment happy-dom
// What the page says of a file that was looked at, and the fields that change how it is read.
import { afterEach, expect, it } from 'vitest';

import { FileFields } from '../../../../web/src/feature/data/file-fields.ts';
import type { Experiment, InspectReport } from '../../../../web/src/engine/types.ts';

const file = { name: 'bank.csv', blob: new Blob(['a']) };
const report: InspectReport = {
  ...{ nonPrivate: true, notice: '', name: 'bank.csv', bytes: 9, isCompressed: false },
  ...{ problem: null, format: 'csv', encoding: 'utf-8', records: 40, delimiter: ',', decimal: '.' },
  ...{ header: true, columnCount: 2 },
  columns: [
    { position: 0, name: 'a', kind: 'number', missing: 0, lower: 0, upper: 1 },
    {
      ...{ position: 1, name: 'label', kind: 'category', missing: 0, wordCount: 2 },
      words: [
        { word: 'no', count: 20 },
        { word: 'yes', count: 20 },
      ],
    },
  ],
  proposal: {
    data: {
      ...{ kind: 'file', name: 'bank.csv', format: 'csv', header: 'yes', target: 'label' },
      positive: 'yes',
    },
    ...{ target: '"label"', targets: 'labels', loss: 'logistic' },
    choices: [{ field: 'target', sentence: 'The target is "label": its name says so.' }],
  },
};
const experiment: Experiment = {
  version: 1,
  data: report.proposal!.data,
  problem: { loss: 'logistic' },
  privacy: { notion: 'pure', epsilon: 1 },
  algorithms: [{ id: 'dp-gd' }],
};
const form = { errorAt: () => '' };

async function fieldsOf(part: Partial<FileFields> = {}) {
  const fields = new FileFields();
  Object.assign(fields, { experiment, file, form, ...part });
  document.body.append(fields);
  await fields.updateComplete;
  const root = fields.shadowRoot!;
  const labels = [...root.querySelectorAll('nd-choice-field, nd-text-field')].map((one) =>
    one.getAttribute('label') === null
      ? (one as HTMLElement & { label: string }).label
      : one.getAttribute('label'),
  );
  return { root, labels, text: root.textContent.replace(/\s+/g, ' ') };
}

afterEach(() => document.body.replaceChildren());

it('a file that was looked at is told of in a line, with a sentence for each choice', async () => {
  const { text, labels, root } = await fieldsOf({ seen: { file, report, stated: {} } });
  expect(text).toContain(
    '40 records, 2 columns, comma, header; target “label”: “yes” counts as yes',
  );
  expect(text).toContain('The target is “label”: its name says so.');
  expect(text).toContain('you state that these are public');
  expect(root.querySelector('details')!.open).toBe(false);
  expect(labels).toEqual([
    ...['Format', 'Separator', 'Decimal mark', 'Header', 'Letters', 'Comments'],
    ...['Target column', 'Counts as yes'],
  ]);
});

it('one that nobody looked at has its fields open', async () => {
  const { root, labels } = await fieldsOf();
  expect(root.querySelector('details')!.open).toBe(true);
  expect(labels).not.toContain('Counts as yes');
});

it('what the reader will refuse is said', async () => {
  const problem = 'line 3: an empty line';
  const seen = { file, report: { ...report, problem }, stated: {} };
  expect((await fieldsOf({ seen })).text).toContain(problem);
});
