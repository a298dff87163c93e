import { describe, expect, it } from 'vitest';

import { Drawing } from '../../../web/src/app/drawing.ts';
import { figureOf } from '../../../web/src/app/exports.ts';
import { panelFigure } from '../../../web/src/chart/figure.ts';
import { plainSeries, type Picture } from '../../../web/src/chart/picture.ts';
import { readout } from '../../../web/src/chart/readout.ts';
import { chartTable } from '../../../web/src/curves/chart-table.ts';
import type { Experiment } from '../../../web/src/engine/types.ts';
import { defaultExperiment } from '../../../web/src/experiment/defaults.ts';
import { svgFigure } from '../../../web/src/export/download.ts';
import { storedPicture, type ExperimentPicture } from '../../../web/src/store/picture.ts';
import { initialView } from '../../../web/src/store/state.ts';
import { Store } from '../../../web/src/store/store.ts';
import { FakeEngine } from '../support/fake-engine.ts';

// Figures and tables hold what the screen shows: both charts, what a logarithmic axis leaves out, whole names.

const engine = new FakeEngine();

async function drawn(
  experiment: Experiment,
  change: (picture: ExperimentPicture) => void = () => undefined,
) {
  const plan = await engine.plan(experiment);
  const picture = {
    ...storedPicture(await engine.run(experiment), null),
    plan,
  } as ExperimentPicture;
  change(picture);
  const drawing = new Drawing();
  drawing.refresh(picture, initialView);
  const { model, panels, beside } = drawing;
  const shown = { model: model!, panels, beside };
  const { state } = new Store(experiment);
  return { ...shown, figure: () => figureOf(picture, state, shown) };
}

/** The words of a drawing in the order of their places. */
const texts = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text); // prettier-ignore

describe('what is exported', () => {
  it('holds both charts where two are drawn', async () => {
    const { model, beside, figure } = await drawn(defaultExperiment);
    const svg = svgFigure(figure());
    expect(texts(svg)).toEqual(expect.arrayContaining([model.yTitle, beside!.yTitle]));
    expect(figure().width).toBeGreaterThan(720);
    expect(svg.match(/<clipPath/g)).toHaveLength(2);
    const { columns } = chartTable(model, beside);
    expect(columns).toContain(`nonPrivate.${beside!.measure}.median`);
  });

  it('says 0 where 0 is the median, though a logarithmic axis cannot show it', async () => {
    const { model } = await drawn(defaultExperiment, ({ collection }) => {
      for (const run of collection.curves[0].runs.values()) run.suboptimality.fill(0);
    });
    expect(model.series[0].median.every((value) => value === null)).toBe(true);
    expect(model.dropped).toBe(model.series[0].x.length);
    expect(readout(model, 1e9)).toContain(`${model.series[0].label}: 0, `);
    const { columns, rows } = chartTable(model);
    const median = columns.indexOf('nonPrivate.suboptimality.median');
    expect(rows[0][median]).toBe(0);
  });

  it('names the bounds, the grey curve and the levels that stand beside the curves', async () => {
    const { model, beside } = await drawn(defaultExperiment);
    const level = { label: 'no privacy', y: 0.9 };
    const reference = { x: [0, 1], y: [1, null], told: [1, 0] };
    const grey = { ...model, reference, referenceLabel: 'without noise' };
    const { columns, rows } = chartTable(grey, { ...beside!, levels: [level] });
    const cell = (row: (typeof rows)[number], name: string) => row[columns.indexOf(name)];
    const of = (name: string) => rows.filter((row) => cell(row, 'label') === name);
    expect(of('without noise').map((row) => [cell(row, 'iteration'), cell(row, 'nonPrivate.suboptimality.median')])).toEqual([[0, 1], [1, 0]]); // prettier-ignore
    expect(cell(of('no privacy')[0], `nonPrivate.${beside!.measure}.median`)).toBe(0.9);
    expect(cell(of('no privacy')[0], 'iteration')).toBeUndefined();
    const floors = rows.flatMap((row) => cell(row, 'noiseBound') ?? []);
    const drawnFloors = model.series.flatMap(
      ({ floor }) => floor?.y.filter((y) => y !== null) ?? [],
    );
    expect(floors).toHaveLength(drawnFloors.length);
  });

  it('cuts no title and no name', async () => {
    const label =
      'A method whose name says all that there is to be said of it, and a little more than that';
    const title = `${label} ${'x'.repeat(120)}`;
    const [first, ...others] = defaultExperiment.algorithms;
    const { figure } = await drawn({ ...defaultExperiment, title, algorithms: [{ ...first, label }, ...others] }); // prettier-ignore
    const picture: Picture = {
      axis: 'iteration',
      scale: 'linear',
      xTitle: 'iteration',
      yTitle: 'Gap to optimum',
      series: [plainSeries(label, { x: [0, 1], y: [0, 1] }, { colorIndex: 0 })],
      reference: null,
      optimum: null,
      xRange: [0, 1],
      yRange: [0, 1],
    };
    const small = panelFigure([{ title: label, picture }], null, { title, caption: '', hidden: new Set() }); // prettier-ignore
    for (const one of [figure(), small]) {
      const words = texts(svgFigure(one)).join(' ');
      expect(words).not.toContain('…');
      expect(words).toContain(label);
      expect(words.replaceAll(' ', '')).toContain('x'.repeat(120));
    }
    expect(texts(svgFigure(small))).toContain('Gap to optimum against iteration');
  });
});
