import { describe, expect, it } from 'vitest';

import { countsRho, unpackTrace, type RunIdentity } from '../../../wasm/client/trace.ts';
import { Drawing } from '../../../web/src/app/drawing.ts';
import { figureOf } from '../../../web/src/app/exports.ts';
import { chartFigure } from '../../../web/src/chart/figure.ts';
import { buildModel } from '../../../web/src/curves/layouts.ts';
import type { ChartModel } from '../../../web/src/curves/model.ts';
import { seriesColor, seriesDash, toldApart } from '../../../web/src/chart/palette.ts';
import { costHead } from '../../../web/src/feature/ledger/ledger-panel.ts';
import type {
  Experiment,
  ExperimentResult,
  PlanReport,
  PlanSegment,
} from '../../../web/src/engine/types.ts';
import { chartTable } from '../../../web/src/curves/chart-table.ts';
import { svgFigure } from '../../../web/src/export/download.ts';
import { formatMeasured, formatSeconds } from '../../../web/src/format/number.ts';
import { weakestBudget } from '../../../web/src/privacy/advice.ts';
import { budgetText } from '../../../web/src/privacy/budget.ts';
import { riskSentence } from '../../../web/src/privacy/words.ts';
import { collectionOf, planOf } from '../../../web/src/results/collection.ts';
import { entryOf } from '../../../web/src/results/slots.ts';
import { summarize } from '../../../web/src/statistics/bands.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { storedPicture } from '../../../web/src/store/picture.ts';
import { referenceExperiments } from '../../../web/src/store/reference.ts';
import { initialView } from '../../../web/src/store/state.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine, fakeCatalogue } from '../support/fake-engine.ts';

// Names, numbers and units that people read.

const opening: Experiment = {
  ...defaultExperiment,
  title: 'Opening',
  privacy: { notion: 'pure', epsilon: 1 },
};
const swept = (values: number[]): Experiment => ({
  ...opening,
  sweep: [{ path: 'privacy.epsilon', values }],
});

describe('a budget in words', () => {
  it('is what the sweep sets, where one does', () => {
    expect(budgetText(opening)).toBe('ε = 1');
    expect(budgetText(swept([0.1, 1, 10]))).toBe('ε = 0.1, 1, 10');
    expect(budgetText(swept([0.1, 0.2, 0.5, 1, 2, 5]))).toBe('ε from 0.1 to 5');
  });

  it('has its own signs for every notion', () => {
    const of = (privacy: Experiment['privacy']) => budgetText({ ...opening, privacy });
    expect(of({ notion: 'zcdp', rho: 0.5 })).toBe('ρ = 0.5');
    expect(of({ notion: 'approximate', epsilon: 1, delta: 1e-5 })).toBe('ε = 1, δ = 1 × 10⁻⁵');
    expect(of({ notion: 'none' })).toBe('without noise');
  });

  it('is the largest of a sweep where the risk is told, not the one that nothing runs at', () => {
    expect(weakestBudget(swept([0.1, 0.5]), null)).toEqual({ epsilon: 0.5, delta: 0 });
    expect(weakestBudget(opening, null)).toEqual({ epsilon: 1, delta: 0 });
  });

  it('stands in an exported figure as the sweep has it', async () => {
    const engine = new FakeEngine();
    const result = { ...(await engine.run(opening)), experiment: swept([0.1, 10]) };
    const store = new Store(result.experiment);
    const picture = storedPicture(result, null);
    const drawing = new Drawing();
    drawing.refresh(picture, store.state.view);
    const { model, panels } = drawing;
    const text = svgFigure(figureOf(picture, store.state, { model: model!, panels }));
    expect(text).toContain('ε = 0.1, 10');
    expect(text).not.toContain('ε = 1;');
  });
});

describe('the palette', () => {
  it('has a colour and dash of its own for each of 64 series', () => {
    const looks = Array.from({ length: 64 }, (_, index) =>
      [seriesColor(index, 'light'), ...seriesDash(index)].join(),
    );
    expect(new Set(looks).size).toBe(64);
  });

  it('tells series of one colour apart', () => {
    const styled = toldApart(
      [0, 8, 0, 8, 16].map((index) => ({ colorIndex: index, dashIndex: 0 })),
    );
    const looks = styled.map(({ colorIndex, dashIndex }) =>
      [seriesColor(colorIndex, 'light'), ...seriesDash(dashIndex)].join(),
    );
    expect(new Set(looks).size).toBe(5);
  });
});

/** A result with what the reference solver says of the data. */
async function judged(changes: Partial<Experiment> = {}): Promise<ExperimentResult> {
  const experiment = { ...opening, ...changes };
  const result = await new FakeEngine().run(experiment);
  const known = { sweep: {}, optimum: 0.6, certificate: 0, accuracy: 0.93, majority: 0.63 };
  return { ...result, nonPrivate: { ...result.nonPrivate, references: [known] } };
}

describe('accuracy', () => {
  it('stands beside the gap, with what it is compared with under its name', async () => {
    const drawing = new Drawing();
    drawing.refresh(storedPicture(await judged(), null), initialView);
    expect(drawing.model!.measure).toBe('suboptimality');
    expect(drawing.beside!.measure).toBe('accuracy');
    expect(drawing.beside!.levels).toEqual([
      { label: 'no privacy', y: 0.93 },
      { label: 'always the majority', y: 0.63 },
    ]);
  });

  it('is left out where it was not measured, or is drawn already', async () => {
    const picture = storedPicture(await judged(), null);
    const drawing = new Drawing();
    drawing.refresh(picture, { ...initialView, measure: 'accuracy' });
    expect(drawing.beside).toBeNull();
    for (const { runs } of picture.collection.curves)
      for (const run of runs.values()) run.accuracy = [];
    drawing.refresh(picture, initialView);
    expect(drawing.beside).toBeNull();
  });

  it('names its levels in an exported figure', async () => {
    const options = { ...initialView, measure: 'accuracy' } as const;
    const model = buildModel(collectionOf(await judged()), null, null, options);
    const svg = svgFigure(chartFigure(model, { title: 'T', caption: 'C', hidden: new Set() }));
    expect(svg).toContain('>no privacy</text>');
    expect(svg).toContain('>always the majority</text>');
  });
});

describe('the grey line', () => {
  it('has a name, in the legend of the page and of a figure', async () => {
    const experiment = referenceExperiments(opening, fakeCatalogue)[0];
    const label = experiment.algorithms[0].label!;
    expect(label).toBe('without noise (DP-GD)');
    const reference = collectionOf(await new FakeEngine().run(experiment));
    const model = buildModel(collectionOf(await judged()), reference, null, initialView);
    expect(model.referenceLabel).toBe(label);
    const svg = svgFigure(chartFigure(model, { title: 'T', caption: 'C', hidden: new Set() }));
    expect(svg).toContain(`>${label}</text>`);
  });

  it('is left out where a sweep changes the problem: there is not one of it', () => {
    const sweep = [{ path: 'problem.regularizer.strength', values: [0.1, 1] }];
    expect(referenceExperiments({ ...opening, sweep }, fakeCatalogue)).toEqual([]);
    expect(referenceExperiments(swept([1, 2]), fakeCatalogue)).not.toEqual([]);
  });
});

describe('an exported figure', () => {
  const caption =
    'ε = 0.1, 1, 10; 20 repeats, median and 10–90% band. Reproducible noise. The curves are computed from the data without noise and are not private. Made with Noisy Descent.';

  it('has all of its title and its caption inside', async () => {
    const model = buildModel(collectionOf(await judged()), null, null, initialView);
    const title = 'A title that somebody made longer than the figure is wide, '.repeat(3).trim();
    const figure = chartFigure(model, { title, caption, hidden: new Set() });
    const texts = [...svgFigure(figure).matchAll(/<text x="([\d.]+)" y="([\d.]+)" font-size="(\d+)"[^>]*anchor="start"[^>]*>([^<]*)</g)]; // prettier-ignore
    for (const [, x, y, size, content] of texts) {
      expect(Number(x) + 0.56 * Number(size) * content.length).toBeLessThanOrEqual(figure.width);
      expect(Number(y)).toBeLessThanOrEqual(figure.height);
    }
    const written = texts.map(([, , , , content]) => content).join(' ');
    expect(written).toContain(title);
    expect(written).toContain(caption);
  });
});

describe('curves as CSV', () => {
  const header = (model: ChartModel) => chartTable(model).columns;

  it('have no two columns of one name, on any axis', async () => {
    const collection = collectionOf(await judged());
    for (const axis of ['iteration', 'gradientEvaluations', 'passes', 'seconds'] as const) {
      const names = header(buildModel(collection, null, null, { ...initialView, axis }));
      expect(new Set(names).size).toBe(names.length);
      expect(names).toContain(axis);
    }
  });

  it('call rho rho', async () => {
    const model = buildModel(collectionOf(await judged()), null, null, initialView);
    expect(header({ ...model, currency: 'rho' })).toContain('rhoSpent');
    expect(header({ ...model, currency: 'rho' })).not.toContain('epsilonSpent');
  });
});

describe('every cost', () => {
  const segment = { unit: 'epsilon', costFirst: 1, costLast: 1 } as PlanSegment;

  it('shows its unit in the ledger', () => {
    expect(costHead([segment])).toBe('ε each');
    expect(costHead([{ ...segment, unit: 'rho' }])).toBe('ρ each');
    expect(costHead([{ ...segment, unit: 'renyi', order: 12 }])).toBe('Rényi each, order 12');
  });

  it('is rho in the events of a zCDP run, and no epsilon', () => {
    const run: RunIdentity = { run: 0, algorithm: 'dp-gd', label: 'A', sweep: {}, repeat: 0 };
    const packed = {
      heads: Float64Array.of(0, 1, 0),
      values: Float64Array.of(5, 40, 0.25, 1),
      names: [],
    };
    const zcdp = countsRho({ ...opening, privacy: { notion: 'zcdp', rho: 1 } });
    const [event] = unpackTrace(packed, [run], zcdp);
    expect([...event.rhoSpent!]).toEqual([0.25]);
    expect([...event.epsilonSpent]).toEqual([Number.NaN]);
    const [pure] = unpackTrace(packed, [run], countsRho(opening));
    expect(pure.rhoSpent).toBeUndefined();
    expect([...pure.epsilonSpent]).toEqual([0.25]);
  });
});

describe('numbers that people read', () => {
  it('have no error of a mean where all values are equal', () => {
    const { mean, standardError } = summarize(Array.from({ length: 20 }, () => 0.1));
    expect(mean).toBe(0.1);
    expect(standardError).toBe(0);
  });

  it('are about zero where only rounding is left', () => {
    expect(formatMeasured(5e-17)).toBe('≈\u20090');
    expect(formatMeasured(-3e-17)).toBe('≈\u20090');
    expect(formatMeasured(0)).toBe('0');
    expect(formatMeasured(2e-12)).toBe('2.00 × 10⁻¹²');
  });

  it('tell a certainty as one', () => {
    expect(riskSentence({ epsilon: 100, delta: 0 }, 2)).toBe(
      'practically 100 in 100 instead of 50 in 100',
    );
    expect(riskSentence({ epsilon: 1, delta: 0 }, 2)).toBe(
      'at most 73 in 100 instead of 50 in 100',
    );
  });

  it('give up on hours that nobody waits for', () => {
    expect(formatSeconds(3 * 86_400)).toBe('3 days');
    expect(formatSeconds(1e20)).toBe('more than a year');
  });
});

describe('the place of a curve among the algorithms', () => {
  const experiment: Experiment = {
    ...opening,
    algorithms: [{ id: 'dp-gd' }, { id: 'dp-hb', label: 'B' }, { id: 'dp-gd' }],
    sweep: [{ path: 'privacy.epsilon', values: [1, 2] }],
  };
  const at = (epsilon: number) => ({ sweep: { 'privacy.epsilon': epsilon } });

  it('is that of the list, whatever was refused before it', () => {
    const place = (algorithm: string, label: string, epsilon: number, group: number) =>
      entryOf(experiment, { algorithm, label, ...at(epsilon) }, group);
    expect([0, 1].map((group) => place('dp-gd', 'DP-GD', group + 1, group))).toEqual([0, 0]);
    expect(place('dp-hb', 'B', 1, 2)).toBe(1);
    expect([4, 5].map((group) => place('dp-gd', 'DP-GD', group - 3, group))).toEqual([2, 2]);
    // The first algorithm was refused: everything stands two places earlier.
    expect(place('dp-hb', 'B', 1, 0)).toBe(1);
    expect(place('dp-hb', 'B', 2, 1)).toBe(1);
    expect(place('dp-gd', 'DP-GD', 1, 2)).toBe(2);
  });
});

describe('the plan of a curve', () => {
  it('is its own where an algorithm before it was refused', async () => {
    const engine = new FakeEngine();
    const whole = await engine.plan(opening);
    const plan = { ...whole, plans: whole.plans.slice(1), refused: [{}] } as unknown as PlanReport;
    const { curves } = collectionOf(await engine.run(opening));
    expect(planOf(curves[1], plan)).toBe(whole.plans[1]);
    expect(planOf(curves[2], plan)).toBe(whole.plans[2]);
    expect(planOf(curves[0], plan)).toBeUndefined();
    expect(planOf(curves[1], whole)).toBe(whole.plans[1]);
  });
});
