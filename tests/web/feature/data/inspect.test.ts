import { describe, expect, it } from 'vitest';

import type { Experiment, InspectReport } from '../../../../web/src/engine/types.ts';
import { experimentOn } from '../../../../web/src/feature/data/look.ts';
import { isOfFile, stating, type SeenFile } from '../../../../web/src/store/seen.ts';
import { lineOf } from '../../../../web/src/feature/data/words.ts';
import { defaultExperiment } from '../../../../web/src/experiment/defaults.ts';
import { fakeCatalogue } from '../../support/fake-engine.ts';

const report: InspectReport = {
  ...{ nonPrivate: true, notice: '', name: 'wine.csv', bytes: 9, isCompressed: false },
  ...{ problem: null, format: 'csv', encoding: 'utf-8', records: 40, delimiter: ';', decimal: ',' },
  ...{ header: true, columnCount: 12, columns: [] },
  proposal: {
    data: {
      ...{ kind: 'file', name: 'data', format: 'csv', delimiter: ';', decimal: ',', header: 'yes' },
      target: 'quality',
    },
    ...{ target: '"quality"', targets: 'numbers', loss: 'squared', choices: [] },
  },
};
const file = { name: 'wine.csv', blob: new Blob(['']) };
const seen: SeenFile = { file, report, stated: {} };

describe('a file that was looked at', () => {
  it('is described in a line', () => {
    expect(lineOf(report)).toBe(
      '40 records, 12 columns, semicolon, decimal comma, header; ' +
        'target “quality”: numbers, squared loss.',
    );
  });

  it('is read as proposed, with a loss for its targets and rows that are clipped', () => {
    const { data, problem, run, title } = experimentOn(seen, defaultExperiment, fakeCatalogue);
    expect(data).toMatchObject({ ...report.proposal!.data, name: 'wine.csv' });
    expect(data.preprocess).toMatchObject([{ kind: 'clip-rows' }]);
    expect(run?.diagnostics).toEqual(['objective', 'suboptimality']);
    expect(title).toBe('wine.csv');
    expect(fakeCatalogue.losses.find(({ id }) => id === problem.loss)?.targets).toBe('numbers');
  });

  it('keeps the loss where it is one for such targets, and what was set of the preparation', () => {
    const logistic = { ...report.proposal!, loss: 'logistic' };
    const first = experimentOn(
      { ...seen, report: { ...report, proposal: logistic } },
      defaultExperiment,
      fakeCatalogue,
    );
    expect(first.problem).toEqual(defaultExperiment.problem);
    const clip = { kind: 'clip-rows', norm: 'l2', bound: 3, mode: 'clip' } as const;
    const set = { ...first, data: { ...first.data, preprocess: [clip] } } as Experiment;
    expect(experimentOn(seen, set, fakeCatalogue).data.preprocess).toEqual([clip]);
  });

  it('without a proposal is described as it was stated', () => {
    const unread = { file, report: { ...report, proposal: null }, stated: { delimiter: '|' } };
    const { data } = experimentOn(unread, defaultExperiment, fakeCatalogue);
    expect(data).toMatchObject({ kind: 'file', name: 'wine.csv', delimiter: '|' });
  });
});

describe('what a reader states', () => {
  it('is of the file only where the rest follows from it', () => {
    expect(isOfFile('data.delimiter')).toBe(true);
    expect(isOfFile('data.target')).toBe(true);
    expect(isOfFile('data.preprocess.0.bound')).toBe(false);
    expect(isOfFile('privacy.epsilon')).toBe(false);
  });

  it('makes what it contradicts open again', () => {
    const stated = { delimiter: ';', target: 'y', positive: 'yes' };
    expect(stating(stated, 'data.delimiter', ',')).toEqual({ delimiter: ',' });
    expect(stating(stated, 'data.target', 'x')).toEqual({ delimiter: ';', target: 'x' });
    expect(stating(stated, 'data.positive', 'no')).toEqual({ ...stated, positive: 'no' });
    expect(stating({ header: 'yes' }, 'data.header', 'auto')).toEqual({});
  });
});
