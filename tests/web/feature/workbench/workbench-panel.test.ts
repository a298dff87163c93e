// @vitest-environment happy-dom
// What became of synthetic data: errors, worst tables, the records with their statement, and a classifier.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { ClassifierBlock } from '../../../../web/src/feature/workbench/classifier-block.ts';
import type { ReleaseBlock } from '../../../../web/src/feature/workbench/release-block.ts';
import { WorkbenchPanel } from '../../../../web/src/feature/workbench/workbench-panel.ts';
import type { Catalogue, Experiment, ExperimentResult, PageEngine } from '../../../../web/src/engine/types.ts'; // prettier-ignore
import { Odometer } from '../../../../web/src/store/odometer.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';
import { FakeEngine, FakeError, fakeCatalogue } from '../../support/fake-engine.ts';
import { csv, experiment, madePicture, madeResult, report } from './results.ts';
import { filesIn } from './unpack.ts';

type PlanOptions = Parameters<PageEngine['plan']>[1];

const catalogue = {
  ...fakeCatalogue,
  algorithms: ['synthetic-data', 'mwem'].map((id) => ({
    id,
    title: id,
    private: true,
    leaks: false,
  })),
} as unknown as Catalogue;

/** It releases what it is asked for, and keeps in mind what that was. */
class Bench extends FakeEngine {
  asked: unknown[] = [];
  isReleasable = true;
  isCertified = true;
  hasHardened = true;

  override run(one: Experiment) {
    this.runs.push(one);
    const result = madeResult();
    const reasons = this.isReleasable ? [] : ['planted'];
    const privacy = { ...result.privacy, releasable: this.isReleasable, reasons };
    const runs = result.runs.map((run) => ({ ...run, privacy: { certified: this.isCertified } }));
    return Promise.resolve({ ...result, runs, experiment: one, privacy } as ExperimentResult);
  }

  override plan(one: Experiment, options?: PlanOptions) {
    const isHardened = one.run?.randomness?.release === 'hardened';
    if (this.hasHardened || !isHardened) return super.plan(one, options);
    return Promise.reject(new FakeError('unsupported-option', 'run.randomness.release', 'not proven')); // prettier-ignore
  }

  override synthesize: PageEngine['synthesize'] = (result, options) => {
    this.asked.push(['synthesize', options, (result as ExperimentResult).nonPrivate === undefined]);
    return Promise.resolve('work,age,income\nState,0,>50K\n');
  };

  override marginals: PageEngine['marginals'] = (_, { run, data } = {}) => {
    this.asked.push(['marginals', run, data instanceof Blob]);
    return Promise.resolve(report);
  };
}

let files: { name: string; text: string }[] = [];
let names: string[] = [];

beforeEach(() => {
  [files, names] = [[], []];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    void (blob as Blob).arrayBuffer().then((bytes) => (files = filesIn(new Uint8Array(bytes))));
    return 'blob:made';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) { names.push(this.download); }); // prettier-ignore
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

async function panelOf(
  picture: ExperimentPicture = madePicture(),
  engine = new Bench(),
  builtinData: Catalogue['builtinData'] = [],
) {
  const panel = new WorkbenchPanel();
  const odometer = new Odometer(() => localStorage);
  const count = vi.spyOn(odometer, 'count').mockResolvedValue();
  Object.assign(panel, {
    engine,
    catalogue: { ...catalogue, builtinData },
    picture,
    odometer,
  });
  document.body.append(panel);
  await panel.updateComplete;
  const root = panel.shadowRoot!;
  const release = root.querySelector<ReleaseBlock>('nd-release-block')!;
  const classifier = root.querySelector<ClassifierBlock>('nd-classifier-block')!;
  await release.updateComplete;
  await classifier.updateComplete;
  return { panel, engine, root, release, classifier, count };
}

const text = (root: ShadowRoot) => root.textContent.replace(/\s+/g, ' ');
const rowsOf = (root: ShadowRoot) =>
  [...root.querySelectorAll('tbody tr')].map((row) =>
    [...row.querySelectorAll('th, td')].map((cell) => cell.textContent.trim()),
  );

function press(root: ShadowRoot, words: string) {
  [...root.querySelectorAll('button')].find((one) => one.textContent.includes(words))!.click();
}

describe('the workbench', () => {
  it('tells the mean errors of every method at every budget, beside doing nothing', async () => {
    const { root } = await panelOf();
    expect(rowsOf(root)).toEqual([
      ['ε = 0.5'],
      ['Synthetic data', '0.205', '0.615'],
      ['MWEM', '0.105', '0.315'],
      ['doing nothing (uniform)', '0.500', '0.700'],
      ['ε = 2'],
      ['Synthetic data', '0.0550', '0.165'],
      ['MWEM', '0.0300', '0.0900'],
      ['doing nothing (uniform)', '0.500', '0.700'],
    ]);
    expect(text(root)).toContain(
      'Not private: errors are computed from the records without noise.',
    );
  });

  it('compares every table when asked to, names the worst, and says that it is not private', async () => {
    const { panel, engine, root } = await panelOf();
    const [method, point] = root.querySelectorAll<HTMLSelectElement>('.choice select');
    method.value = '1';
    method.dispatchEvent(new Event('change'));
    await panel.updateComplete;
    point.value = '1';
    point.dispatchEvent(new Event('change'));
    await panel.updateComplete;
    press(root, 'Compare every table');
    await expect.poll(() => root.querySelector('nd-pair-squares')).not.toBeNull();
    expect(engine.asked).toEqual([['marginals', 6, true]]);
    expect(rowsOf(root).slice(-3)).toEqual([
      ['work × income', '0.300', '0.500'],
      ['age × income', '0.200', '0.500'],
      ['work × age', '0.100', '0.500'],
    ]);
    expect(text(root)).toContain('Not private: 80 records are read exactly.');
    const squares = root.querySelector('nd-pair-squares')!.shadowRoot!;
    expect(squares.querySelectorAll('rect.error')).toHaveLength(6);
    expect(squares.querySelector('svg')!.getAttribute('aria-label')).toMatch(
      /3 columns, from 0 to 0\.3;/,
    );
    const size = [...root.querySelectorAll('select')].at(-1)!;
    size.value = '3';
    size.dispatchEvent(new Event('change'));
    await panel.updateComplete;
    expect(rowsOf(root).at(-1)).toEqual(['work × age × income', '0.400', '0.500']);
    // Of other runs nothing is told yet.
    panel.picture = madePicture();
    await panel.updateComplete;
    expect(root.querySelector('nd-pair-squares')).toBeNull();
  });

  it('hands out private records together with their statement, once the cost is accepted', async () => {
    const { engine, release, count } = await panelOf();
    const root = release.shadowRoot!;
    const [records, seed] = root.querySelectorAll<HTMLInputElement>('input');
    [records.value, seed.value] = ['500', '7'];
    for (const field of [records, seed]) field.dispatchEvent(new Event('change'));
    await release.updateComplete;
    press(root, 'Private records');
    await expect.poll(() => text(root)).toContain('This counts on people.csv.');
    expect([engine.runs.length, count.mock.calls.length, names.length]).toEqual([0, 0, 0]);
    press(root, 'Run and download');
    await expect.poll(() => files.length).toBe(3);
    expect(names).toEqual(['people-synthetic.zip']);
    expect(files.map(({ name }) => name)).toEqual([
      'synthetic.csv',
      'statement.txt',
      'result.json',
    ]);
    expect(files[0].text).toBe('work,age,income\nState,0,>50K\n');
    expect(files[1].text).toContain('It is (1, 1e-6)-DP.');
    expect(files[1].text).toContain('seed 7');
    expect(files[1].text).not.toContain('against publishing');
    expect(count).toHaveBeenCalledOnce();
    const [ran] = engine.runs;
    expect(ran.run).toMatchObject({ repeats: 1, diagnostics: [], randomness: { mode: 'secure', release: 'hardened' } }); // prettier-ignore
    expect(ran.algorithms).toEqual([{ id: 'synthetic-data' }]);
    expect(ran.sweep).toBeUndefined();
    expect(engine.asked).toEqual([['synthesize', { run: 0, records: 500, seed: 7 }, true]]);
  });

  it('hands nothing out that the engine does not certify', async () => {
    const engine = new Bench();
    engine.isReleasable = false;
    const { release } = await panelOf(madePicture(), engine);
    const root = release.shadowRoot!;
    press(root, 'Private records');
    await expect.poll(() => text(root)).toContain('Run and download');
    press(root, 'Run and download');
    await expect.poll(() => text(root)).toContain('not releasable: planted');
    expect([names, engine.asked]).toEqual([[], []]);
  });

  it('says that noise is not hardened where no hardened noise is proven', async () => {
    const engine = new Bench();
    engine.hasHardened = engine.isReleasable = false;
    const { release } = await panelOf(madePicture(), engine);
    const root = release.shadowRoot!;
    press(root, 'Private records');
    await expect.poll(() => text(root)).toContain('Its noise is secure but not hardened');
    press(root, 'Run and download');
    await expect.poll(() => files.length).toBe(3);
    expect(files[1].text).toContain('What the engine says against publishing: planted.');
    expect(engine.runs[0].run?.randomness).toEqual({ mode: 'secure', release: 'floating' });
    expect(text(root)).not.toContain('may be published');
    // A run that is not certified is no release, hardened or not.
    engine.isCertified = false;
    press(root, 'Private records');
    await expect.poll(() => text(root)).toContain('Run and download');
    press(root, 'Run and download');
    await expect.poll(() => text(root)).toContain('not releasable');
    expect(names).toHaveLength(1);
  });

  it('has nothing to hand out of what is not private', async () => {
    const open = { ...experiment, privacy: { notion: 'none' } } as Experiment;
    const { release } = await panelOf(madePicture({ experiment: open }));
    expect(text(release.shadowRoot!)).toContain('This method guarantees nothing here');
    expect(release.shadowRoot!.querySelector('button')).toBeNull();
  });

  it('draws from the run on the screen to be looked at, and its statement says so', async () => {
    const unsafe = { ...madeResult(), privacy: { ...madeResult().privacy, releasable: false, reasons: ['reproducible randomness'] } }; // prettier-ignore
    const { engine, release } = await panelOf(madePicture({ result: unsafe }));
    press(release.shadowRoot!, 'Records of the run on the screen');
    await expect.poll(() => files.length).toBe(3);
    expect(names).toEqual(['people-synthetic-trial.zip']);
    expect(files[1].text).toContain(
      'What the engine says against publishing: reproducible randomness.',
    );
    expect(engine.asked).toEqual([['synthesize', { run: 0, seed: 1 }, true]]);
    expect(engine.runs).toEqual([]);
  });

  it('refuses numbers that are none', async () => {
    const { release } = await panelOf();
    const root = release.shadowRoot!;
    const [records] = root.querySelectorAll<HTMLInputElement>('input');
    records.value = '1.5';
    records.dispatchEvent(new Event('change'));
    await release.updateComplete;
    expect(text(root)).toContain('Give whole numbers');
    expect(root.querySelector('button')).toBeNull();
  });

  /** Weights that tell nothing, and records of both labels. */
  function teacher(features: number) {
    const engine = new Bench();
    const solution = [...Array.from({ length: features }, () => 0), 1];
    vi.spyOn(engine, 'solve').mockResolvedValue({ solution } as never);
    vi.spyOn(engine, 'synthesize').mockResolvedValue('work,age,income\n1,0,1\n0,2,0\n');
    return engine;
  }

  const learners = [
    'synthetic records',
    'the records themselves, without privacy',
    'a uniform table, before anything is read',
    'nothing: always the majority',
  ];

  it('tests what can be learnt, beside the records themselves, a uniform table and the majority', async () => {
    const { panel, classifier, engine } = await panelOf(madePicture(), teacher(4));
    const root = classifier.shadowRoot!;
    expect(text(root)).toContain('made only from the others at ε = 0.5');
    press(root, 'Train and test');
    await expect.poll(() => rowsOf(root).map(([name]) => name)).toEqual(learners);
    expect(text(root)).toContain('over 2 tables, each at the whole budget');
    expect(text(root)).toContain('Not private: 20 records held out and 60 others are read exactly.'); // prettier-ignore
    expect(text(root)).toContain('teach nothing beyond the majority here.');
    expect(engine.runs.map(({ privacy }) => privacy.epsilon)).toEqual([0.5]);
    // At another budget nothing is told before it is asked for.
    const [, point] = panel.shadowRoot!.querySelectorAll<HTMLSelectElement>('.choice select');
    point.value = '1';
    point.dispatchEvent(new Event('change'));
    await panel.updateComplete;
    await classifier.updateComplete;
    expect(rowsOf(root)).toEqual([]);
    press(root, 'Train and test');
    await expect.poll(() => rowsOf(root)).toHaveLength(4);
    expect(engine.runs.map(({ privacy }) => privacy.epsilon)).toEqual([0.5, 2]);
  });

  /** Twelve records of a public table in two parts, and of two kinds. */
  const sizes = {
    ...experiment,
    data: { kind: 'builtin', name: 'sizes', columns: [{ name: 'high', edges: [5] }] },
    problem: { kind: 'saddle', name: 'marginal-queries', targetLevels: 2 },
  } as unknown as Experiment;
  const builtinData = [
    { name: 'sizes', samples: 12, target: 'kind: 0 small, 1 large', columns: [{ name: 'high' }] },
  ] as unknown as Catalogue['builtinData'];

  async function benchOf(fetchTable: () => Promise<Uint8Array>) {
    const engine = teacher(1);
    vi.spyOn(engine, 'synthesize').mockResolvedValue('high,target\n1,1\n0,0\n');
    const { classifier } = await panelOf(madePicture({ experiment: sizes, file: null }), engine, builtinData); // prettier-ignore
    Object.assign(classifier, { fetchTable });
    return { engine, root: classifier.shadowRoot! };
  }

  it('fetches a public table when asked, and calls its classes by their names', async () => {
    const table = Array.from({ length: 12 }, (_, i) => `${i},${i > 5 ? 1 : 0}\n`).join('');
    const { engine, root } = await benchOf(() => Promise.resolve(new TextEncoder().encode(`12,1,small,large\n${table}`))); // prettier-ignore
    const [predicted, level] = root.querySelectorAll('select');
    expect([predicted.value, level.selectedOptions[0].textContent]).toEqual(['target', 'large']);
    press(root, 'Train and test');
    await expect.poll(() => rowsOf(root).map(([name]) => name)).toEqual(learners);
    expect(text(root)).toContain('Not private: 3 records held out and 9 others are read exactly.');
    expect(engine.runs[0].data).toMatchObject({ kind: 'file', target: 'target' });
  });

  it('claims nothing that two tables do not tell', async () => {
    const engine = teacher(4);
    // Who works for the state, or is old, earns more: one table has it, and the other has not.
    const right = csv(60)
      .split('\n')
      .slice(1)
      .map((line) => {
        const [work, age, income] = line.split(',');
        return [work === 'State' ? 1 : 0, Number(age) < 30 ? 0 : Number(age) < 50 ? 1 : 2, income === '>50K' ? 1 : 0]; // prettier-ignore
      });
    vi.spyOn(engine, 'synthesize').mockImplementation((_, { run } = {}) => {
      const rows = right.map(([work, age, income]) => [work, age, run === 0 ? income : 1]);
      return Promise.resolve(`work,age,income\n${rows.map(String).join('\n')}\n`);
    });
    vi.spyOn(engine, 'solve').mockResolvedValue({ solution: [9, 0, 0, 9, -1] } as never);
    const { classifier } = await panelOf(madePicture(), engine);
    press(classifier.shadowRoot!, 'Train and test');
    await expect
      .poll(() => text(classifier.shadowRoot!))
      .toContain('So few tables do not show whether');
  });

  it('says why a public table could not be had', async () => {
    const { root } = await benchOf(() => Promise.reject(new FakeError('io-failed', 'data.name', 'The file sizes.csv cannot be had: planted.'))); // prettier-ignore
    press(root, 'Train and test');
    await expect.poll(() => root.querySelector('[role=alert]')?.textContent).toContain('planted');
  });
});
