// Where x and y of a saddle problem may lie, where they went, and what is said of it.
import { describe, expect, it } from 'vitest';

import type { CoordinateSet, Experiment, PlanReport } from '../../../../web/src/engine/types.ts';
import {
  intervalOf,
  outlineOf,
  sceneOf,
  type Subject,
} from '../../../../web/src/feature/paths/scene.ts';
import {
  pathsOf,
  stays,
  type Path,
  pathTable,
  sceneWords,
} from '../../../../web/src/feature/paths/parts.ts';
import {
  solutionExperiment,
  solutionOf,
} from '../../../../web/src/feature/paths/exact-solution.ts';
import { aucSets, saddleCatalogue, saddlePicture } from './saddle-picture.ts';

const ball: CoordinateSet = { size: 2, kind: 'l2-ball', radius: 0.5 };
const cube: CoordinateSet = { size: 2, kind: 'linf-ball', radius: 2 };
const all = { sweep: {}, faded: [] };

describe('the border of a domain in two coordinates', () => {
  it('of a ball is a circle, of a cube a square', () => {
    const circle = outlineOf([ball], [0, 1])!;
    for (const [x, y] of circle) expect(Math.hypot(x, y)).toBeCloseTo(0.5, 12);
    expect(circle.at(-1)![0]).toBeCloseTo(circle[0][0], 12);
    expect(outlineOf([cube], [1, 0])).toEqual([[-2, -2], [2, -2], [2, 2], [-2, 2], [-2, -2]]); // prettier-ignore
  });

  it('of coordinates of two sets is a rectangle of their widths', () => {
    expect(outlineOf([ball, cube], [1, 2])).toEqual([[-0.5, -2], [0.5, -2], [0.5, 2], [-0.5, 2], [-0.5, -2]]); // prettier-ignore
  });

  it('of a simplex is its edge, or the triangle below it where there are more coordinates', () => {
    const simplex = (size: number): CoordinateSet => ({ size, kind: 'simplex', radius: null });
    expect(outlineOf([simplex(2)], [0, 1])).toEqual([[1, 0], [0, 1]]); // prettier-ignore
    expect(outlineOf([simplex(3)], [0, 2])).toEqual([[0, 0], [1, 0], [0, 1], [0, 0]]); // prettier-ignore
    expect(intervalOf([simplex(2)], 1)).toEqual([0, 1]);
  });

  it('is not drawn of other sets', () => {
    expect(outlineOf([{ size: 2, kind: 'l1-ball', radius: 1 }], [0, 1])).toBeNull();
    expect(outlineOf([{ size: 2, kind: 'all', radius: null }], [0, 1])).toBeNull();
    expect(intervalOf([{ size: 1, kind: 'all', radius: null }], 0)).toBeNull();
  });
});

describe('the paths of a picture', () => {
  it('are split into x and y, in the colours of the chart', () => {
    const [phased, noisy] = pathsOf(saddlePicture(), all, 0);
    expect(phased).toMatchObject({
      label: 'Phases',
      colorIndex: 0,
      iteration: [0, 1, 2],
      primal: [[0, 0, 0, 0], [0.1, 0, 0, 0], [0.3, 0.4, 0, 0]],
      dual: [[0], [0], [0]],
      isReleased: true,
    }); // prettier-ignore
    expect(noisy).toMatchObject({ label: 'Noisy', colorIndex: 1, dual: [[0], [-0.25]] });
    expect([stays(phased, 'dual'), stays(noisy, 'dual')]).toEqual([true, false]);
  });

  it('leave out what the chart fades, other repeats, and points past all bounds', () => {
    const labels = (paths: Path[]) => paths.map(({ label }) => label);
    expect(labels(pathsOf(saddlePicture(), { ...all, faded: ['Phases'] }, 0))).toEqual(['Noisy']);
    expect(labels(pathsOf(saddlePicture(), all, 1))).toEqual(['Noisy']);
    expect(pathsOf(saddlePicture(), all, 1)[0].iteration).toEqual([0]);
  });

  it('are not released where nothing is promised', () => {
    for (const guarantee of ['leaks', 'not-private'] as const) {
      const paths = pathsOf(saddlePicture({ guarantee }), all, 0);
      expect(paths.map(({ isReleased }) => isReleased)).toEqual([false, false]);
      expect(pathTable(paths).columns[2]).toBe('nonPrivate.x1');
    }
    expect(pathTable(pathsOf(saddlePicture(), all, 0)).columns).toEqual(['label', 'iteration', 'x1', 'x2', 'x3', 'x4', 'y1']); // prettier-ignore
  });
});

function subject(part: 'primal' | 'dual', more: Partial<Subject> = {}): Subject {
  const paths = pathsOf(saddlePicture(), all, 0);
  return { part, sets: aucSets[part], paths, pair: [0, 1], solution: null, ...more };
}

describe('a picture', () => {
  it('shows two coordinates in one scale, inside the border', () => {
    const { view, tracks, borders, isInside, titles } = sceneOf(subject('primal'));
    const [xScale, yScale] = [view.width / (view.x[1] - view.x[0]), view.height / (view.y[1] - view.y[0])]; // prettier-ignore
    expect(xScale).toBeCloseTo(yScale, 9);
    const [start, , end] = tracks[0].points;
    expect(end[0] - start[0]).toBeCloseTo(0.3 * xScale, 0);
    expect(end[1] - start[1]).toBeCloseTo(-0.4 * yScale, 0);
    expect(isInside).toBe(false);
    const middle = view.left + view.width / 2;
    for (const [x, y] of borders[0]) {
      expect(Math.hypot(x - middle, y - (view.top + view.height / 2))).toBeCloseTo(0.5 * xScale, 0);
    }
    expect(titles).toEqual({ x: 'x 1', y: 'x 2' });
  });

  it('shows a single number against the step, between its bounds', () => {
    const { view, tracks, borders, titles } = sceneOf(subject('dual'));
    expect(titles).toEqual({ x: 'iteration', y: 'y' });
    const [, { points }] = tracks;
    const across = view.width / 1.1;
    expect(points[0][0]).toBeCloseTo(view.left + 0.05 * across, 0);
    expect(points[1][0]).toBeCloseTo(points[0][0] + across / 2, 0);
    const scale = view.height / (view.y[1] - view.y[0]);
    expect(points[1][1] - points[0][1]).toBeCloseTo(0.25 * scale, 0);
    expect(borders.map(([[, y]]) => y)).toHaveLength(2);
    expect(Math.abs(borders[0][0][1] - borders[1][0][1])).toBeCloseTo(scale, 0);
  });

  it('shows short runs beside long ones', () => {
    const { paths } = subject('dual');
    const long: Path = { ...paths[1], iteration: [0, 999] };
    const { tracks, ticks, titles, view } = sceneOf(subject('dual', { paths: [paths[0], long] }));
    expect(titles.x).toBe('iteration (log)');
    expect(ticks.x.map(({ label }) => label)).toEqual(['0', '1', '10', '100']);
    const [start, , third] = tracks[0].points;
    const across = view.width / 1.1;
    expect(third[0] - start[0]).toBeCloseTo((Math.log10(3) / 3) * across, 0);
    expect(tracks[1].points[1][0] - start[0]).toBeCloseTo(across, 0);
  });

  it('is larger than a wide domain', () => {
    const sets: CoordinateSet[] = [{ size: 4, kind: 'l2-ball', radius: 50 }];
    const { view, isInside } = sceneOf(subject('primal', { sets }));
    expect(isInside).toBe(true);
    expect(view.x[1] - view.x[0]).toBeLessThan(1);
  });

  it('marks a solution where it is', () => {
    expect(sceneOf(subject('primal')).solution).toBeNull();
    const solution = [0.3, 0.4, 0, 0];
    const { tracks, solution: at } = sceneOf(subject('primal', { solution }));
    expect(at).toEqual(tracks[0].points[2]);
  });

  it('is told in words: start, end, and how far that is', () => {
    expect(sceneWords(subject('primal'))).toBe(
      'x, coordinates 1 and 2 of 4. Phases: from (0, 0) to (0.3, 0.4), moved 0.5 in 4 coordinates. Noisy: from (0, 0) to (0.2, 0), moved 0.2 in 4 coordinates.',
    );
    expect(sceneWords(subject('dual', { solution: [-0.5] }))).toMatch(
      /^y against the step\. .* Noisy: from 0 to −0\.25, moved 0\.25 in 1 coordinate\. Solution, not private: −0\.5\.$/,
    );
  });
});

describe('the solution without privacy', () => {
  const experiment = {
    problem: { kind: 'saddle', name: 'auc' },
    algorithms: [{ id: 'nseg' }],
    privacy: { notion: 'approximate', epsilon: 1 },
    sweep: [{ path: 'privacy.epsilon', values: [1, 2] }],
    run: { repeats: 20, diagnostics: ['auc'], randomness: { mode: 'secure' } },
  } as unknown as Experiment;

  it('is asked for once, without noise, and of the same problem', () => {
    const asked = solutionExperiment(
      experiment,
      { constants: { smoothness: 5 } } as PlanReport,
      saddleCatalogue,
    );
    expect(asked.privacy).toEqual({ notion: 'none' });
    expect(asked.problem).toEqual(experiment.problem);
    expect(asked.sweep).toBeUndefined();
    expect(asked.run).toEqual({ repeats: 1, trace: { points: 2, iterates: true }, diagnostics: [] }); // prettier-ignore
    expect(asked.algorithms.map(({ id }) => id)).toEqual(['solves']);
    expect(asked.algorithms[0].parameters).toEqual({ primalRegularization: 0.0005, dualRegularization: 0.0005 }); // prettier-ignore
  });

  it('is the last point of a run that ended by itself', () => {
    const trace = { iteration: [0, 1], iterates: [[0, 0], [1, 2]] }; // prettier-ignore
    const run = (status: string) => ({ runs: [{ nonPrivate: { status, trace } }] }) as never;
    expect(solutionOf(run('completed'))).toEqual([1, 2]);
    expect(solutionOf(run('failed'))).toBeNull();
  });
});
