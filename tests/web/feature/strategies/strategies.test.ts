// Mixed strategies as bars and in triangles: what is drawn, in which order, and what is said of it.
import { describe, expect, it } from 'vitest';

import type { Experiment } from '../../../../web/src/engine/types.ts';
import type { ExperimentPicture } from '../../../../web/src/store/picture.ts';
import {
  barChoice,
  barTop,
  barWords,
  barsOf,
  mostBars,
  strategyTable,
} from '../../../../web/src/feature/strategies/bars.ts';
import {
  answerOf,
  hiddenAnswerOf,
  strategiesOf,
  vertexNames,
} from '../../../../web/src/feature/strategies/players.ts';
import {
  areAllTriangles,
  hasPlayers,
  playersOf,
} from '../../../../web/src/feature/paths/players.ts';
import { corners, gridLines, pointAt, ternaryPlace, ternaryTracks, ternaryWords } from '../../../../web/src/feature/strategies/ternary-plot.ts'; // prettier-ignore
import { aucSets, saddlePicture } from '../paths/saddle-picture.ts';
import { gamePicture, threeByThree } from './game-picture.ts';

const all = { sweep: {}, faded: [] };
const playersIn = ({ experiment, plan }: ExperimentPicture) => playersOf(experiment, plan, 6);

describe('players', () => {
  it('are x and y where both are points of simplices', () => {
    expect(playersIn(gamePicture({ sizes: [3, 2] }))).toEqual([
      { part: 'primal', letter: 'x', first: 0, size: 3 },
      { part: 'dual', letter: 'y', first: 3, size: 2 },
    ]);
    expect([hasPlayers(gamePicture()), areAllTriangles(gamePicture())]).toEqual([true, true]);
    expect(areAllTriangles(gamePicture({ sizes: [3, 2] }))).toBe(false);
  });

  it('are nobody where points are anything else', () => {
    expect(hasPlayers(saddlePicture())).toBe(false);
    const { plan } = gamePicture();
    const saddle = { ...plan!.saddle!, dual: aucSets.dual };
    expect(playersOf({ problem: {} } as Experiment, { ...plan!, saddle }, 5)).toEqual([]);
    expect(playersOf({ problem: { domain: { kind: 'l1-ball' } } } as Experiment, null, 5)).toEqual([]); // prettier-ignore
  });

  it('have halves of the points of square games, whichever of a sweep they are of', () => {
    const { experiment, plan } = gamePicture();
    expect(playersOf(experiment, plan, 32).map(({ first, size }) => [first, size])).toEqual([[0, 16], [16, 16]]); // prettier-ignore
    const oblong = { ...experiment, problem: { ...experiment.problem, rows: 3 } } as Experiment;
    expect(playersOf(oblong, plan, 32).map(({ size }) => size)).toEqual([3, 3]);
  });

  it('is one who minimizes over a simplex', () => {
    const experiment = { problem: { domain: { kind: 'simplex' } } } as Experiment;
    expect(playersOf(experiment, null, 5)).toEqual([{ part: 'primal', letter: 'x', first: 0, size: 5 }]); // prettier-ignore
  });
});

describe('strategies', () => {
  it('are all points that were kept, with their steps', () => {
    const [drawn, noisy] = strategiesOf(gamePicture(), all, 0);
    expect(drawn).toMatchObject({ label: 'Vertices', iteration: [0, 10, 20], points: threeByThree, isReleased: true }); // prettier-ignore
    expect(noisy.points).toEqual(threeByThree.slice(0, 1));
    const faded = strategiesOf(gamePicture(), { ...all, faded: ['Vertices'] }, 0);
    expect(faded.map(({ label }) => label)).toEqual(['Noisy']);
  });

  it('are the answers alone where runs kept no points, and nothing before there is one', () => {
    const [drawn] = strategiesOf(gamePicture({ isKept: false }), all, 1);
    expect(drawn).toMatchObject({ iteration: [20], points: [threeByThree[2]] });
    expect(strategiesOf(gamePicture({ isKept: false, status: 'running' }), all, 0)).toEqual([]);
  });

  it('have what they were drawn from beside them, of open data alone', () => {
    const hidden = [threeByThree[0].map(() => null), threeByThree[2], threeByThree[1]];
    const picture = gamePicture({ hidden });
    const [drawn, noisy] = strategiesOf(picture, all, 0);
    expect(drawn.hidden).toEqual([threeByThree[2], threeByThree[1]]);
    expect(noisy.hidden).toEqual([]);
    const [x, y] = playersIn(picture);
    expect(hiddenAnswerOf(y, drawn)).toEqual([0.25, 0.5, 0.25]);
    expect(hiddenAnswerOf(y, noisy)).toBeNull();
    const { columns, rows } = strategyTable([x, y], [drawn, noisy]);
    expect(columns.at(-1)).toBe('nonPrivate.hiddenIterate');
    expect(rows[4]).toEqual(['Vertices', 'y', 2, 0.75, 0.5]);
    expect(rows.at(-1)?.at(-1)).toBeNull();
    expect(ternaryTracks(x, [drawn])[0].hidden.at(-1)).toEqual(ternaryPlace([0.5, 0.25, 0.25]));
    const words = ternaryWords(x, [drawn], vertexNames(picture.experiment), null);
    expect(words).toContain('Its internal iterate, not private: from rock 0.25, paper 0.5, scissors 0.25 to rock 0.5'); // prettier-ignore
    for (const kind of ['file', 'inline']) {
      const closed = gamePicture({ hidden, data: { kind } });
      expect(strategiesOf(closed, all, 0)[0].hidden).toEqual([]);
    }
  });

  it('say where nothing is promised, in the table, too', () => {
    const picture = gamePicture({ guarantee: 'not-private' });
    const found = strategiesOf(picture, all, 0);
    expect(found.every(({ isReleased }) => !isReleased)).toBe(true);
    expect(strategyTable(playersIn(picture), found).columns.at(-1)).toBe('nonPrivate.share');
  });

  it('have a share for each vertex in the table', () => {
    const picture = gamePicture();
    const found = strategiesOf(picture, all, 0);
    const { columns, rows } = strategyTable(playersIn(picture), found);
    expect(columns).toEqual(['label', 'player', 'strategy', 'share']);
    expect(rows).toHaveLength(12);
    expect(rows[4]).toEqual(['Vertices', 'y', 2, 0.75]);
    expect(answerOf(playersIn(picture)[1], found[0])).toEqual([0.125, 0.75, 0.125]);
  });

  it('are called what everybody calls them in a game that everybody knows', () => {
    expect([0, 1, 2].map(vertexNames(gamePicture().experiment))).toEqual(['rock', 'paper', 'scissors']); // prettier-ignore
    expect(vertexNames(gamePicture({ data: { kind: 'inline' } }).experiment)(2)).toBe('3');
  });
});

describe('bars', () => {
  const uniform = (size: number) => Array.from({ length: size }, () => 1 / size);

  it('stand in the order of the vertices, or of the mean share, the first of equal ones first', () => {
    const two = [[0.2, 0.2, 0.6], [0.2, 0.8, 0]]; // prettier-ignore
    expect(barChoice(two, 'vertex')).toEqual({ vertices: [0, 1, 2], others: 0 });
    expect(barChoice(two, 'share').vertices).toEqual([1, 2, 0]);
    expect(barChoice([uniform(4)], 'share').vertices).toEqual([0, 1, 2, 3]);
  });

  it('of many vertices are those that are played most, and one for all others', () => {
    const shares = uniform(1000).map((share, vertex) => (vertex === 700 ? 0.5 : share / 2));
    const choice = barChoice([shares], 'vertex');
    expect(choice.vertices).toHaveLength(mostBars - 1);
    expect(choice.vertices[0]).toBe(700);
    expect(choice.others).toBe(961);
    const { shares: shown, rest } = barsOf(shares, choice);
    const total = shares.reduce((sum, share) => sum + share, 0);
    expect(shown.reduce((sum, share) => sum + share, 0) + rest!).toBeCloseTo(total, 12);
    expect(rest).toBeCloseTo(961 / 2000, 12);
    expect(barChoice([uniform(mostBars)], 'vertex').others).toBe(0);
    expect(barChoice([uniform(mostBars + 1)], 'vertex').others).toBe(2);
  });

  it('have an axis just above the highest', () => {
    expect([[0.51], [0.5, 0.1], [0.0009], []].map(barTop)).toEqual([1, 0.5, 0.001, 0.001]);
  });

  it('are told by those that are played most', () => {
    const nameOf = (vertex: number) => String(vertex + 1);
    expect(barWords('x', 'A', [0.1, 0.5, 0.15, 0.2, 0.05], nameOf)).toBe('x, A: 2 0.5, 4 0.2, 3 0.15, and 2 others 0.15.'); // prettier-ignore
    expect(barWords('y', 'B', [0.5, 0.5], nameOf)).toBe('y, B: 1 0.5, 2 0.5.');
  });
});

describe('a triangle', () => {
  it('has pure strategies at its corners and equal shares in its middle', () => {
    for (const vertex of [0, 1, 2]) {
      const [x, y] = ternaryPlace([0, 1, 2].map((one) => Number(one === vertex)));
      expect(x).toBeCloseTo(corners[vertex][0], 0);
      expect(y).toBeCloseTo(corners[vertex][1], 0);
    }
    const middle = ternaryPlace([1 / 3, 1 / 3, 1 / 3]);
    for (const axis of [0, 1] as const) {
      const mean = (corners[0][axis] + corners[1][axis] + corners[2][axis]) / 3;
      expect(Math.abs(middle[axis] - mean)).toBeLessThan(0.06);
    }
  });

  it('has sides of one length, and lines of equal shares parallel to them', () => {
    const lengthOf = ([one, other]: readonly [readonly number[], readonly number[]]) =>
      Math.hypot(one[0] - other[0], one[1] - other[1]);
    const sides = [0, 1, 2].map((vertex) => lengthOf([corners[vertex], corners[(vertex + 1) % 3]]));
    for (const side of sides) expect(side).toBeCloseTo(sides[0], 9);
    expect(gridLines).toHaveLength(9);
    // Half of a vertex leaves half of the opposite side.
    expect(lengthOf(gridLines[1])).toBeCloseTo(sides[0] / 2, 0);
    expect(gridLines[1][0][0] - gridLines[1][1][0]).toBeCloseTo((corners[1][0] - corners[2][0]) / 2, 0); // prettier-ignore
  });

  it('draws each run as it went, and says from where to where', () => {
    const picture = gamePicture();
    const [x, y] = playersIn(picture);
    const found = strategiesOf(picture, all, 0);
    expect(ternaryTracks(y, found)[0].points.at(-1)).toEqual(ternaryPlace([0.125, 0.75, 0.125]));
    expect([0, 0.5, 1].map((progress) => pointAt(found[0], progress))).toEqual([0, 1, 2]);
    expect([0, 0.5, 1].map((progress) => pointAt(found[1], progress))).toEqual([0, 0, 0]);
    const words = ternaryWords(x, found.slice(0, 1), vertexNames(picture.experiment), [0.25, 0.5, 0.25]); // prettier-ignore
    expect(words).toBe('x in the triangle of its three strategies. Vertices: from rock 0.333, paper 0.333, scissors 0.333 to rock 0.25, paper 0.5, scissors 0.25. Solution, not private: rock 0.25, paper 0.5, scissors 0.25.'); // prettier-ignore
  });
});
