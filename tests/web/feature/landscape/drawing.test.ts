import { describe, expect, it } from 'vitest';

import { SvgSurface } from '../../../../web/src/chart/surface.ts';
import { seriesColor, seriesDash } from '../../../../web/src/chart/palette.ts';
import { svgFigure } from '../../../../web/src/export/download.ts';
import { terrainOf, windowOf } from '../../../../web/src/feature/landscape/terrain.ts';
import {
  drawRuns,
  drawTrails,
  headOf,
  type Moment,
} from '../../../../web/src/feature/landscape/draw-runs.ts';
import { landscapeFigure } from '../../../../web/src/feature/landscape/figure.ts';
import { printLandscapeInks } from '../../../../web/src/feature/landscape/inks.ts';
import { nearest, sheetOf } from '../../../../web/src/feature/landscape/sheet.ts';
import { pointOf } from '../../../../web/src/feature/landscape/frame.ts';
import { groundOf, stageOf } from '../../../../web/src/feature/landscape/scene.ts';
import { trajectoriesOf } from '../../../../web/src/feature/landscape/trajectories.ts';
import { legendSentences } from '../../../../web/src/feature/landscape/words.ts';
import { curvesOf, mockLandscape, mockResult } from './mock.ts';

const place = { left: 0, top: 0, width: 800, height: 500 };
const words = { title: 'Valley & hills', caption: 'Not private.' };

function scene(dimension: number) {
  const result = mockResult({ dimension, algorithms: 2, repeats: 2, points: 21 });
  const stage = stageOf(trajectoriesOf(result, curvesOf(result)), null, 732 / 448)!; // prettier-ignore
  const window = windowOf(stage);
  const ground = groundOf(terrainOf(window, mockLandscape(window)));
  return { stage, ground, sheet: sheetOf(stage, ground, place) };
}

const moment = (more: Partial<Moment> = {}): Moment => ({ iteration: 10, chosen: '0.0', faded: [], spread: null, ...more }); // prettier-ignore

function drawn(draw: (surface: SvgSurface) => void): string {
  const surface = new SvgSurface(place.width, place.height);
  draw(surface);
  return surface.finish('', '#ffffff');
}

describe('the picture of the runs', () => {
  const { sheet } = scene(2);
  const [track] = sheet.panels[0].tracks;

  it('puts what stands between two points between their pixels', () => {
    const [[x0, y0], [x1, y1]] = track.points.slice(4, 6);
    expect(headOf(track, { iteration: 4.25 })[0]).toBeCloseTo(x0 + 0.25 * (x1 - x0), 9);
    expect(headOf(track, { iteration: 4.25 })[1]).toBeCloseTo(y0 + 0.25 * (y1 - y0), 9);
  });

  it('draws lines piece by piece as if at once: the same points, and dashes that go on', () => {
    const other = sheet.panels[0].tracks[2];
    const pieces = drawn((surface) => {
      drawTrails(surface, sheet, { from: null, to: moment({ iteration: 4.5 }) }, printLandscapeInks); // prettier-ignore
      drawTrails(surface, sheet, { from: 4.5, to: moment({ iteration: 7 }) }, printLandscapeInks);
    });
    const text = (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => `${Math.round(100 * x) / 100},${Math.round(100 * y) / 100}`).join(' '); // prettier-ignore
    expect(pieces).toContain(`points="${text(other.points.slice(0, 5))}"`);
    expect(pieces).toContain(`points="${text(other.points.slice(4, 8))}"`);
    const offset = Math.round(100 * other.lengths[4]) / 100;
    expect(offset).toBeGreaterThan(0);
    const dash = seriesDash(other.path.trajectory.dashIndex).join(' ');
    expect(pieces).toContain(`stroke-dasharray="${dash}" stroke-dashoffset="${offset}"`);
  });

  it('marks the lowest ground, where the map has one', () => {
    const marked = (lowest: readonly [number, number] | null) => {
      const ground = { ...sheet.ground!, lowest };
      return drawn((surface) => drawRuns(surface, { ...sheet, ground }, moment(), printLandscapeInks)); // prettier-ignore
    };
    expect(marked([-1, 1])).toContain('>lowest<');
    expect(marked(null)).not.toContain('>lowest<');
    const known = { ...sheet, stage: { ...sheet.stage, minimizer: [0, 1] as const } };
    const text = drawn((surface) => drawRuns(surface, known, moment(), printLandscapeInks));
    expect(text).toContain('>minimum<');
  });

  it('leaves out curves that are faded', () => {
    const color = seriesColor(1, 'light');
    const all = drawn((surface) => drawRuns(surface, sheet, moment(), printLandscapeInks));
    const one = drawn((surface) => drawRuns(surface, sheet, moment({ faded: ['Method 2'] }), printLandscapeInks)); // prettier-ignore
    expect(all).toContain(color);
    expect(one).not.toContain(color);
  });

  it('draws the noise of a step as large as it is on each axis', () => {
    const { stage, ground } = scene(2);
    const low = sheetOf(stage, ground, { ...place, height: 300 });
    const haze = printLandscapeInks.haze(0);
    const outline = (spread: number | null) => {
      const text = drawn((surface) =>
        drawRuns(surface, low, moment({ spread }), printLandscapeInks),
      );
      return new RegExp(`<polygon points="([^"]+)" fill="${haze.replace(/[()]/g, '\\$&')}"`).exec(text)?.[1]; // prettier-ignore
    };
    expect(outline(null)).toBeUndefined();
    const corners = outline(0.3)!
      .split(' ')
      .map((pair) => pair.split(',').map(Number));
    const { view } = low.panels[0];
    for (const [axis, scale] of [
      view.width / (view.x[1] - view.x[0]),
      view.height / (view.y[1] - view.y[0]),
    ].entries()) {
      // prettier-ignore
      const along = corners.map((corner) => corner[axis]);
      expect(Math.max(...along) - Math.min(...along)).toBeCloseTo(2 * 0.3 * scale, 0);
    }
  });

  it('puts words where the runs are not: above the upper mark, below the lower one', () => {
    const { view } = sheet.panels[0];
    const lineOf = (minimizer: readonly [number, number], word: string) => {
      const known = { ...sheet, stage: { ...sheet.stage, minimizer } };
      const text = drawn((surface) => drawRuns(surface, known, moment(), printLandscapeInks));
      return Number(new RegExp(`y="([\\d.]+)"[^>]*>${word}<`).exec(text)![1]);
    };
    const start = pointOf(view, sheet.stage.start)[1];
    const [x, y] = sheet.stage.start;
    expect(lineOf([x, y - 0.15], 'start')).toBeLessThan(start);
    expect(lineOf([x, y - 0.15], 'minimum')).toBeGreaterThan(pointOf(view, [x, y - 0.15])[1]);
    expect(lineOf([x, y + 0.01], 'start')).toBeGreaterThan(start);
  });

  it('rings rounds only so often that the run is still seen', () => {
    const { stage, ground } = scene(2);
    const [panel] = sheetOf(stage, ground, { left: 0, top: 0, width: 160, height: 110 }).panels;
    const rings = (rounds: number[]) => {
      const tracks = panel.tracks.map((one) => ({ ...one, path: { ...one.path, rounds } }));
      const ringed = { stage, ground, panels: [{ ...panel, tracks }] };
      const text = drawn((surface) => drawRuns(surface, ringed, moment({ iteration: 20 }), printLandscapeInks)); // prettier-ignore
      return text.split(`fill="${seriesColor(0, 'light')}"`).length;
    };
    const every = Array.from({ length: 20 }, (_, index) => index + 1);
    expect(rings([20])).toBeGreaterThan(rings([]));
    expect(rings(every)).toBeGreaterThan(rings([20]));
    const mostRings = panel.tracks[0].lengths[20] / 12;
    expect(mostRings).toBeLessThan(20);
    expect(rings(every) - rings([])).toBeLessThanOrEqual(mostRings);
  });

  it('finds the visited point near the pointer, and none of the future', () => {
    const at = track.points[6];
    expect(nearest(sheet, moment(), at)).toMatchObject({ index: 6 });
    const later = track.points[20];
    const found = nearest(sheet, moment(), later);
    expect(found === null || found.index <= 10).toBe(true);
    expect(nearest(sheet, moment(), [-500, -500])).toBeNull();
  });

  it('of one parameter has a curve, and the runs against time below it', () => {
    const { sheet: line } = scene(1);
    expect(line.panels.map(({ kind }) => kind)).toEqual(['curve', 'strip']);
    const [curve, strip] = line.panels;
    expect(curve.tracks[0].points[3][0]).toBeCloseTo(strip.tracks[0].points[3][0], 9);
    // Time runs down.
    expect(strip.tracks[0].points[4][1]).toBeGreaterThan(strip.tracks[0].points[3][1]);
    expect(curve.view.top + curve.view.height).toBeLessThan(strip.view.top);
  });
});

describe('the figure of the landscape', () => {
  it('has title, caption, legend, ground and runs, and lengths as on the screen', () => {
    const { stage, ground } = scene(2);
    const figure = landscapeFigure(stage, ground, moment(), words);
    const text = svgFigure(figure);
    for (const part of ['Valley &amp; hills', 'Not private.', 'Method 1', 'Method 2', 'start']) {
      expect(text).toContain(part);
    }
    expect(text.match(/<polygon/g)!.length).toBeGreaterThan(ground.fills.length);
    const { x, y } = stage.extent;
    const map = (720 - 24 - 68) * ((y[1] - y[0]) / (x[1] - x[0]));
    const [head, axisAndLegend, caption] = [44, 62 + 18, 14];
    expect(figure.height).toBe(Math.round(map) + head + axisAndLegend + caption);
    expect(text).not.toContain('NaN');
  });

  it('says of more than two dimensions how much of the runs is seen', () => {
    const { stage, ground } = scene(5);
    const percent = /\d+(\.\d+)?% of the runs’ variance in 5 dimensions/;
    expect(svgFigure(landscapeFigure(stage, ground, moment(), words))).toMatch(percent);
    const [first] = legendSentences(stage, ground, { hasBall: false });
    expect(first).toMatch(/in 5 dimensions\. The background is the objective on this plane/);
  });

  it('is whole without a ground, of one parameter, and with every curve faded', () => {
    for (const dimension of [1, 2]) {
      const { stage } = scene(dimension);
      const empty = moment({ faded: ['Method 1', 'Method 2'], chosen: null });
      expect(svgFigure(landscapeFigure(stage, null, empty, words))).not.toContain('NaN');
    }
  });
});
