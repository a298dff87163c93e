import { describe, expect, it } from 'vitest';

import type {
  Experiment,
  ExperimentResult,
  SolveReport,
} from '../../../../web/src/engine/types.ts';
import {
  keptShare,
  testClassifier,
  testError,
} from '../../../../web/src/feature/workbench/classify.ts';
import { accuracyOf, codesOf, drawnCodes, levelName, majorityAccuracy, samplesOf, uniformCodes } from '../../../../web/src/feature/workbench/encode.ts'; // prettier-ignore
import { linesOf } from '../../../../web/src/feature/workbench/lines.ts';
import { splitRecords } from '../../../../web/src/feature/workbench/split.ts';
import { columns, csv, experiment, madeResult, report } from './results.ts';

const form = { delimiter: ',', hasHeader: true };

describe('a split', () => {
  it('holds a share out, each record once, by its seed alone', () => {
    const text = csv(80);
    const split = splitRecords(text, form, 0.25, 1);
    expect(split.counts).toEqual({ training: 60, heldOut: 20 });
    const of = (part: string) => linesOf(part, form).records;
    expect([...of(split.training), ...of(split.heldOut)].sort()).toEqual([...of(text)].sort());
    expect(split.heldOut.startsWith('work,age,income\n')).toBe(true);
    expect(splitRecords(text, form, 0.25, 1)).toEqual(split);
    expect(splitRecords(text, form, 0.25, 2).heldOut).not.toBe(split.heldOut);
    // Which places are held out does not depend on what stands there.
    const blank = text.replaceAll(/^(Private|State),\d+,[<>=]+50K$/gm, 'State,1,>50K');
    expect(splitRecords(blank, form, 0.25, 1).counts).toEqual(split.counts);
  });

  it('holds out every place equally often', () => {
    const numbered = Array.from({ length: 20 }, (_, i) => `r${i},x`).join('\n');
    const counts = new Map<string, number>();
    const seeds = 4000;
    for (let seed = 0; seed < seeds; seed += 1) {
      const { heldOut } = splitRecords(numbered, { delimiter: ',', hasHeader: false }, 0.25, seed);
      for (const line of heldOut.trim().split('\n')) counts.set(line, (counts.get(line) ?? 0) + 1);
    }
    // Fixed seeds; six standard deviations of a binomial with 4000 trials and p = 1/4.
    const most = 6 * Math.sqrt(seeds * 0.25 * 0.75);
    for (const count of counts.values()) expect(Math.abs(count - seeds / 4)).toBeLessThan(most);
    expect(counts.size).toBe(20);
  });
});

describe('records as levels', () => {
  it('follow the words and edges of their columns', () => {
    const text = 'age,work,income\n29.9,Private,<=50K\n30,Nobody,>50K\n50,State,>50K\n';
    expect(codesOf(text, form, columns)).toEqual([
      [0, 0, 0],
      [2, 1, 1],
      [1, 2, 1],
    ]);
    expect(() => codesOf('work,age\nState,1\n', form, columns)).toThrow(/no column “income”/);
    expect(() => codesOf('work,age,income\nState,1,?\n', form, columns)).toThrow(/“\?” is not one/);
    expect([0, 1, 2].map((level) => levelName(level, columns[1]))).toEqual(['< 30', '[30, 50)', '>= 50']); // prettier-ignore
    expect(levelName(2, columns[0])).toBe('other');
    // A number is a place, whatever the header says.
    const second = { name: 1, edges: [30, 50] };
    expect(codesOf('work,age\nState,31\n', form, [second])).toEqual([[1]]);
    // A missing cell reads as what the column says, and a listed word is never missing.
    const filled = [
      { name: 'work', words: ['NA', 'State'], other: 'others', missing: 'others' },
      { name: 'age', edges: [30, 50], missing: 40 },
    ];
    expect(codesOf('work,age\nNA,#N/A\n?,20\n,\n', form, filled)).toEqual([
      [0, 1],
      [2, 0],
      [2, 1],
    ]);
  });

  it('of a uniform table are all equally likely', () => {
    const codes = uniformCodes(columns, 3000, 1);
    expect(uniformCodes(columns, 3000, 1)).toEqual(codes);
    columns.forEach((column, at) => {
      const levels = column.edges ? column.edges.length + 1 : 2 + (column.other ? 1 : 0);
      for (let level = 0; level < levels; level += 1) {
        const count = codes.filter((record) => record[at] === level).length;
        // A fixed seed; six standard deviations.
        const most = 6 * Math.sqrt((3000 / levels) * (1 - 1 / levels));
        expect(Math.abs(count - 3000 / levels)).toBeLessThan(most);
      }
    });
  });

  it('are drawn with the target last', () => {
    const text = 'age,income,work\n2,1,0\n0,1,2\n';
    expect(drawnCodes(text, columns, 'work')).toEqual([
      [0, 2, 1],
      [2, 0, 1],
    ]);
    expect(drawnCodes('work,age,income\n1,2,0\n', columns, 'income')).toEqual([[1, 2, 0]]);
  });

  it('are told apart by a linear model', () => {
    const samples = samplesOf([[0, 0, 0], [2, 1, 1], [1, 2, 1]], columns, 'income', 1); // prettier-ignore
    expect(samples).toEqual({
      features: [
        [0, 0, 0, 0, 1],
        [0, 1, 1, 0, 1],
        [1, 0, 0, 1, 1],
      ],
      labels: [-1, 1, 1],
    });
    expect(accuracyOf([1, 1, 1, 1, -0.5], samples)).toBe(1);
    expect(accuracyOf([0, 0, 0, 0, -1], samples)).toBeCloseTo(1 / 3, 12);
    expect(majorityAccuracy(samples, samples)).toBeCloseTo(2 / 3, 12);
  });
});

/** Synthetic records are the training ones in other words; a model is the sign of each coordinate's labels. */
function engineOf(asked: { experiment: Experiment; data: string }[]) {
  return {
    run: async (one: Experiment, { data }: { data?: unknown } = {}) => {
      asked.push({ experiment: one, data: await (data as Blob).text() });
      return madeResult();
    },
    synthesize: (_: ExperimentResult, { records }: { records?: number; codes?: boolean }) => {
      const codes = codesOf(csv(200), form, columns).slice(0, records);
      return Promise.resolve(`${['work,age,income', ...codes.map(String)].join('\n')}\n`);
    },
    solve: async (_: Experiment, { data }: { data?: unknown } = {}) => {
      const rows = (await (data as Blob).text()).trim().split('\n').map((row) => row.split(',').map(Number)); // prettier-ignore
      const width = rows[0].length - 1;
      const mean = (at: number) => {
        const own = rows.filter((row) => row[at] === 1);
        return own.reduce((sum, row) => sum + row[width], 0) / Math.max(1, own.length);
      };
      const base = -1;
      const solution = Array.from({ length: width }, (_, at) => (at === width - 1 ? base : mean(at) + 1)); // prettier-ignore
      return { solution } as SolveReport;
    },
    marginals: () => Promise.resolve(report),
  };
}

describe('a classifier', () => {
  const records = { experiment, text: csv(80), form };
  const question = { records, entry: 1, sweep: {}, target: 'income', level: 1, share: 0.25, seed: 1, repeats: 3 }; // prettier-ignore

  it('never sees what it is tested on', async () => {
    const asked: { experiment: Experiment; data: string }[] = [];
    const told = await testClassifier(engineOf(asked), question, new AbortController().signal); // prettier-ignore
    expect(told.counts).toEqual({ training: 60, heldOut: 20 });
    expect(told.real).toBeGreaterThan(told.majority);
    expect(told.synthetic.mean).toBeGreaterThan(told.majority);
    expect(told.uniform.mean).toBeLessThan(told.real);
    expect(told.synthetic.standardError).toBe(0);
    expect(told.uniform.standardError).toBeGreaterThan(0);
    const [{ experiment: ran, data }] = asked;
    expect(asked).toHaveLength(1);
    expect(data).toBe(splitRecords(csv(80), form, 0.25, 1).training);
    expect(ran.algorithms).toEqual([{ id: 'mwem' }]);
    expect(ran.sweep).toBeUndefined();
    expect(ran.privacy).toEqual(experiment.privacy);
    expect(ran.run).toMatchObject({ repeats: 3, diagnostics: [] });
  });

  it('is one of each repeat, at the budget of the point that is looked at', async () => {
    const asked: { experiment: Experiment; data: string }[] = [];
    const engine = engineOf(asked);
    const drawn: unknown[] = [];
    const synthesize = (result: ExperimentResult, options: { records?: number; run?: number }) => {
      drawn.push([options.run, options.records]);
      return engine.synthesize(result, options);
    };
    const other = { ...question, sweep: { 'privacy.epsilon': 0.5, 'algorithms.*.parameters.rounds': 4 } }; // prettier-ignore
    await testClassifier({ ...engine, synthesize }, other, new AbortController().signal);
    expect(drawn).toEqual([0, 1, 2].map((run) => [run, 60]));
    expect(asked[0].experiment.privacy.epsilon).toBe(0.5);
    expect(asked[0].experiment.algorithms).toEqual([{ id: 'mwem', parameters: { rounds: 4 } }]);
  });

  it('needs no model where all labels are alike', async () => {
    const engine = engineOf([]);
    let solved = 0;
    const solve = (...all: Parameters<typeof engine.solve>) => {
      solved += 1;
      return engine.solve(...all);
    };
    const text = csv(80).replaceAll('<=50K', '>50K');
    const synthesize = () => Promise.resolve('work,age,income\n0,1,1\n1,2,1\n');
    const alike = { ...question, records: { ...records, text } };
    const told = await testClassifier({ ...engine, solve, synthesize }, alike, new AbortController().signal); // prettier-ignore
    expect([told.synthetic.mean, told.real, told.majority]).toEqual([1, 1, 1]);
    // The uniform table has both labels, each time.
    expect(solved).toBe(3);
    expect(keptShare(told)).toBeNull();
  });

  it('keeps a share of what the records teach, which few records held out tell roughly', () => {
    const report = { synthetic: { mean: 0.8, standardError: 0 }, uniform: { mean: 0.5, standardError: 0 }, real: 0.9, majority: 0.6, counts: { training: 300, heldOut: 100 }, repeats: 3 }; // prettier-ignore
    expect(keptShare(report)).toBeCloseTo(2 / 3, 12);
    expect(testError(0.9, report.counts)).toBeCloseTo(0.03, 12);
  });
});
