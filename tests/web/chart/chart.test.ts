import { describe, expect, it } from 'vitest';

import { chartFigure, panelFigure } from '../../../web/src/chart/figure.ts';
import type { ChartModel } from '../../../web/src/curves/model.ts';
import { linearRange, logRange, stickyRange } from '../../../web/src/chart/range.ts';
import { svgFigure } from '../../../web/src/export/download.ts';
import { linearTicks, logTicks } from '../../../web/src/chart/ticks.ts';

describe('ranges', () => {
  it('widens to half decades and never collapses', () => {
    const [low, high] = logRange([0.012, 4, null, -1])!;
    expect(low).toBeCloseTo(0.01, 12);
    expect(high).toBeCloseTo(10, 12);
    const [single, above] = logRange([1])!;
    expect(above / single).toBeGreaterThanOrEqual(9.99);
    expect(logRange([0, -3, null, Infinity])).toBeNull();
  });

  it('widens a linear axis to round steps', () => {
    expect(linearRange([0.13, 0.87])).toEqual([0, 1]);
    const [low, high] = linearRange([5, 5])!;
    expect(high).toBeGreaterThan(low);
  });

  it('stands still while locked, grows while dragged, and settles when let go', () => {
    expect(stickyRange([0.1, 1], [1e-3, 100], 'log', 'locked')).toEqual([0.1, 1]);
    expect(stickyRange([0.1, 1], [0.01, 0.5], 'log', 'growing')).toEqual([0.01, 1]);
    expect(stickyRange([0.01, 10], [0.03, 10], 'log', 'free')).toEqual([0.01, 10]);
    expect(stickyRange([1e-6, 10], [0.1, 1], 'log', 'free')).toEqual([0.1, 1]);
    expect(stickyRange(null, [0.1, 1], 'log', 'locked')).toEqual([0.1, 1]);
  });
});

describe('ticks', () => {
  it('label powers of ten', () => {
    expect(logTicks([0.001, 10]).map((tick) => tick.label)).toEqual([
      '10⁻³',
      '0.01',
      '0.1',
      '1',
      '10',
    ]);
  });

  it('go finer where a power of ten is rare', () => {
    expect(logTicks([0.3, 3]).map((tick) => tick.value)).toEqual([0.5, 1, 2]);
  });

  it('are free of rounding noise', () => {
    expect(linearTicks([0, 1]).map((tick) => tick.label)).toEqual([
      '0',
      '0.2',
      '0.4',
      '0.6',
      '0.8',
      '1',
    ]);
    expect(linearTicks([0, 60]).map((tick) => tick.label)).toEqual(['0', '20', '40', '60']);
  });
});

/** The element of an SVG text that says this. */
const textOf = (svg: string, content: string) =>
  svg.split('\n').find((line) => line.includes(`>${content}</text>`)) ?? '';

describe('the SVG figure', () => {
  const model: ChartModel = {
    axis: 'iteration',
    measure: 'suboptimality',
    scale: 'log',
    xTitle: 'iteration',
    yTitle: 'Gap to optimum',
    series: [
      {
        key: '0',
        label: '<script>&"x"',
        colorIndex: 0,
        dashIndex: 1,
        x: [0, 1, 2, 3],
        iteration: [0, 1, 2, 3],
        epsilonSpent: [0, 1, 2, 3],
        q10: [1, 0.5, null, 0.1],
        median: [1, 0.6, null, 0.2],
        q90: [1, 0.7, null, 0.3],
        floor: null,
        bound: { x: [0, 3], y: [2, 0.5] },
      },
    ],
    reference: null,
    optimum: null,
    dropped: 1,
    xRange: [0, 3],
    yRange: [0.1, 1],
  };
  const options = (hidden: string[] = []) => ({
    title: 'T & C',
    caption: 'C',
    hidden: new Set(hidden),
  });
  const draw = (hidden: string[] = []) => svgFigure(chartFigure(model, options(hidden)));

  it('escapes what a reader wrote', () => {
    expect(draw()).not.toContain('<script>');
    expect(draw()).toContain('&lt;script&gt;&amp;&quot;x&quot;');
  });

  it('breaks the line where a value is missing, and draws the bound', () => {
    const strokes = draw().match(/stroke="#0072b2" stroke-width="2"/g) ?? [];
    expect(strokes).toHaveLength(2);
    expect(draw()).toContain('stroke-dasharray="7 5"');
  });

  it('leaves out faded curves', () => {
    expect(draw(['0'])).not.toContain('#0072b2');
  });

  it('draws panels with one range and one legend', () => {
    const panels = ['One', 'Two', 'Three', 'Four', 'Five'].map((title) => ({
      title,
      picture: model,
    }));
    const svg = svgFigure(panelFigure(panels, [0.1, 1], options()));
    for (const { title } of panels) expect(svg).toContain(`>${title}</text>`);
    expect(svg.match(/&lt;script&gt;/g)).toHaveLength(1);
    expect(svg.match(/<clipPath/g)).toHaveLength(5);
    expect(svg).not.toContain('NaN');
    // Four beside each other, the fifth below the first.
    const place = (title: string) => /x="([\d.]+)" y="([\d.]+)"/.exec(textOf(svg, title))!.slice(1);
    expect(place('Five')[0]).toBe(place('One')[0]);
    expect(Number(place('Five')[1])).toBeGreaterThan(Number(place('Four')[1]));
    expect(place('Four')[1]).toBe(place('One')[1]);
  });
});
