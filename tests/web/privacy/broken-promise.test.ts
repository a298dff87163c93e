// @vitest-environment happy-dom
import type { LitElement } from 'lit';
import { describe, expect, it } from 'vitest';

import '../../../web/src/element/privacy-note.ts';
import '../../../web/src/feature/promise/promise-panel.ts';
import { CompactView } from '../../../web/src/element/compact-view.ts';
import type {
  AlgorithmPlan,
  Experiment,
  ExperimentResult,
  PlanReport,
} from '../../../web/src/engine/types.ts';
import { brokenPromises } from '../../../web/src/privacy/promise.ts';
import { collectionOf } from '../../../web/src/results/collection.ts';
import { summaryRows } from '../../../web/src/feature/summary/summary.ts';
import { visibleCurves } from '../../../web/src/results/visible.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { storedPicture } from '../../../web/src/store/picture.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine } from '../support/fake-engine.ts';

type Privacy = AlgorithmPlan['privacy'];

const reason = 'the hidden steps broke down, which is a fact about the data';
const leaks: Partial<Privacy> = {
  guarantee: 'leaks',
  certified: false,
  epsilon: null,
  delta: null,
  reasons: [reason],
  statement: `Nothing is guaranteed: ${reason}.`,
};

/** Two algorithms of two runs each; some runs, by position, hold something else than planned. */
async function ran(
  changes: Record<number, Partial<Privacy>> = {},
): Promise<{ plan: PlanReport; result: ExperimentResult }> {
  const experiment: Experiment = {
    ...defaultExperiment,
    algorithms: [{ id: 'dp-gd' }, { id: 'dp-hb' }],
    run: { ...defaultExperiment.run, repeats: 2 },
  };
  const engine = new FakeEngine();
  const [plan, whole] = await Promise.all([engine.plan(experiment), engine.run(experiment)]);
  const runs = whole.runs.map((run, index) => ({
    ...run,
    privacy: { ...run.privacy, ...changes[index] },
  }));
  const isLost = Object.values(changes).some(({ guarantee }) => guarantee === 'leaks');
  const privacy = { ...whole.privacy, total: isLost ? null : whole.privacy.total };
  return { plan, result: { ...whole, runs, privacy } };
}

/** What a component says, without its styles. */
async function said(view: LitElement): Promise<string> {
  document.body.append(view);
  await view.updateComplete;
  const text = view.shadowRoot!.textContent.replace(/\s+/g, ' ').trim();
  view.remove();
  return text;
}

type Shown = Awaited<ReturnType<typeof ran>>;

const shownBy = (name: string, { plan, result }: Shown) =>
  said(
    Object.assign(document.createElement(name), {
      experiment: result.experiment,
      plan,
      result,
      colors: [0, 1],
    }) as unknown as LitElement,
  );

describe('a promise', () => {
  it('is kept by runs that hold what was planned, even where they were stopped', async () => {
    const stopped = {
      guarantee: 'stopped',
      statement: 'This run ended before its plan did.',
    } as const;
    const shown = await ran({ 1: stopped });
    expect(brokenPromises(shown.plan, shown.result).size).toBe(0);
    expect(brokenPromises(shown.plan, null).size).toBe(0);
    expect(await shownBy('nd-privacy-note', shown)).toMatch(/^ε 1, .*replaced certified The noise/);
    expect((await shownBy('nd-promise-panel', shown)).match(/ certified/g)).toHaveLength(2);
  });

  it('is broken by runs that leak, which are counted with their reason', async () => {
    const { plan, result } = await ran({ 2: leaks });
    const broken = brokenPromises(plan, result);
    expect([...broken.keys()]).toEqual([plan.plans[1]]);
    expect(broken.get(plan.plans[1])).toEqual({
      mark: 'leaks in 1 of 2 runs',
      reasons: [reason],
      statements: [leaks.statement],
    });
  });

  it('says of each kind of loss how many runs it has, and nothing of numbers where all lost', async () => {
    const doubtful = { certified: false, reasons: ['it was cancelled'] };
    const mixed = await ran({ 0: leaks, 1: doubtful });
    expect(brokenPromises(mixed.plan, mixed.result).get(mixed.plan.plans[0])).toMatchObject({
      mark: 'leaks in 1 of 2 runs, not certified in 1 of 2 runs',
      reasons: [reason, 'it was cancelled'],
    });
    const all = await ran({ 0: leaks, 1: leaks });
    expect(brokenPromises(all.plan, all.result).get(all.plan.plans[0])!.mark).toBe('leaks');
  });
});

describe('where a run lost its guarantee, "certified" is not said of its plan', () => {
  it('by the note of an element', async () => {
    const text = await shownBy('nd-privacy-note', await ran({ 2: leaks }));
    expect(text).toMatch(
      /DP-GD: ε 1, [^:]* certified DP-HB: ε 1, [^:]* leaks in 1 of 2 runs: the hid/,
    );
  });

  it('by the panel of the page, which has both statements and no total', async () => {
    const { plan, result } = await ran({ 2: leaks });
    const text = await shownBy('nd-promise-panel', { plan, result });
    expect(text.match(/ certified/g)).toHaveLength(1);
    expect(text).toContain('leaks in 1 of 2 runs');
    expect(text).toContain(
      `Planned: ${plan.plans[1].privacy.statement} After the runs: leaks in 1`,
    );
    expect(text).toContain(leaks.statement);
    expect(text).toContain('Published together, all runs would protect nobody.');
  });

  it('by the summary', async () => {
    const { plan, result } = await ran({ 2: leaks });
    const curves = visibleCurves(collectionOf(result), {});
    const certified = (of: ExperimentResult | null) =>
      summaryRows(curves, plan, { measure: 'suboptimality', result: of }).map(
        (row) => row.certified,
      );
    expect(certified(result)).toEqual([true, false]);
    expect(certified(null)).toEqual([true, true]);
  });

  it('by an element that shows its picture', async () => {
    const { plan, result } = await ran({ 2: leaks });
    const store = new Store(result.experiment);
    store.patch({ picture: { ...storedPicture(result, null), status: 'done', result, plan } });
    const view = Object.assign(new CompactView(), { state: store.state });
    document.body.append(view);
    await view.updateComplete;
    expect(view.shadowRoot!.querySelector('nd-privacy-note')).toMatchObject({ plan, result });
  });
});
