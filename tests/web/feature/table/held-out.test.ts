// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';

import type { Experiment, InspectReport, Model } from '../../../../web/src/engine/types.ts';
import {
  calibrationPicture,
  groupSentence,
  groupsOf,
} from '../../../../web/src/feature/table/calibration-view.ts';
import { heldOutOf } from '../../../../web/src/feature/table/held-out.ts';

const lines = ['x;left', '1;no', '2;yes', '3;"yes"', '4;no', '5;no'];
const file = { name: 'a.csv', blob: new Blob([lines.join('\r\n')]) };
const report = { delimiter: ';', decimal: '.', records: 5 } as InspectReport;
const step = { kind: 'hold-out', share: 0.4, seed: 1 };

/** A model that says yes with 0.9 of rows whose number is even, and how often it was right by the engine. */
function compare(accuracy: number, held = [1, 2, 4]) {
  const asked: { experiments: Experiment[]; tables: string[] } = { experiments: [], tables: [] };
  const engine = {
    run: (experiment: Experiment) => {
      asked.experiments.push(experiment);
      const solution = Array.from({ length: 5 }, (_, row) => (held.includes(row) ? 0 : 0.2));
      return Promise.resolve({ runs: [{ nonPrivate: { solution } }] });
    },
  };
  const model = {
    task: 'yes-or-no',
    target: { name: 'left', classes: ['not yes', 'yes'] },
    evaluation: { nonPrivate: [{ figure: 'heldOutAccuracy', value: accuracy }] },
    experiment: { data: { preprocess: [step] }, algorithms: [{ id: 'any' }] },
    predictTable: (table: string) => {
      asked.tables.push(table);
      const rows = table.trim().split('\n').slice(1).map((line) => (Number.parseInt(line) % 2 === 0 ? 'yes,0.9' : 'not yes,0.2')); // prettier-ignore
      return Promise.resolve(['prediction,probability', ...rows, ''].join('\n'));
    },
  } as unknown as Model;
  const signal = new AbortController().signal;
  return { answer: heldOutOf(engine as never, model, file, report, signal), asked };
}

describe('held-out rows', () => {
  it('are those that the engine kept from a run of as many made-up rows, with the truth beside', async () => {
    const { answer, asked } = compare(2 / 3);
    expect(await answer).toMatchObject({ said: [0.9, 0.2, 0.2], true: [1, 1, 0] });
    expect(asked.tables).toEqual(['x;left\n2;yes\n3;"yes"\n5;no\n']);
    expect(asked.experiments[0].data.preprocess).toContainEqual(step);
    expect(asked.experiments[0].privacy.notion).toBe('none');
  });

  it('are not shown where they do not come to the engine’s own figure', async () => {
    await expect(compare(0.9).answer).rejects.toThrow(/do not come to the figure/);
  });
});

const model = { task: 'yes-or-no', target: { name: 'left', classes: ['no', 'yes'] } } as Model;

describe('groups of rows of which a model says the same', () => {
  const said = Array.from({ length: 80 }, (_, row) => (row < 40 ? 0.25 : 0.75));
  const truth = said.map((share, row) => Number(row % 4 < 4 * share));

  it('have the share that is so, with what chance makes of as few', () => {
    const groups = groupsOf({ said, true: truth }, 'yes-or-no');
    expect(groups.map(({ rows, said: at, is }) => [rows, at, is])).toEqual([
      [20, 0.25, 0.25],
      [20, 0.25, 0.25],
      [20, 0.75, 0.75],
      [20, 0.75, 0.75],
    ]);
    for (const { low, is, high } of groups) expect(low < is && is < high).toBe(true);
    expect(groupSentence(groups, model)).toBe('Where it says 75%, 75 of 100 were “yes” (20 rows).');
    expect(calibrationPicture(groups, model)).toMatchObject({ xRange: [0, 100], yRange: [0, 100] });
  });

  it('of numbers have the middle and 8 of 10 rows around it', () => {
    const numbers = Array.from({ length: 41 }, (_, row) => row);
    const [low, high] = groupsOf({ said: numbers, true: numbers }, 'number');
    expect(low).toMatchObject({ rows: 21, said: 10, is: 10, low: 2, high: 18 });
    expect(high.rows).toBe(20);
  });

  it('are none where rows are few', () => {
    expect(groupsOf({ said: said.slice(0, 19), true: truth }, 'classes')).toEqual([]);
  });
});
