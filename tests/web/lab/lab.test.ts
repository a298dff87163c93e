import { describe, expect, it, vi } from 'vitest';

import {
  sliderPosition,
  sliderValue,
  type NumberSetting,
  type Setting,
} from '../../../web/src/lab/shared/fields.ts';
import { Inquiry } from '../../../web/src/store/inquiry.ts';
import {
  askDivision,
  askHorizon,
  askMap,
  askProof,
  askRuns,
  askScan,
} from '../../../web/src/lab/shared/questions.ts';
import {
  initialLab,
  labGroups,
  labText,
  labViews,
  readLab,
  withSetting,
} from '../../../web/src/lab/shared/settings.ts';
import { eigenvaluesOf, equalStart } from '../../../web/src/lab/shared/spectrum.ts';
import {
  borderOf,
  iterationsPerDigit,
  planeOf,
  shadeColor,
  shadingOf,
} from '../../../web/src/lab/quadratic/stability.ts';
import { FakeTheory } from '../support/fake-theory.ts';

const range = { strongConvexity: 0.01, smoothness: 1 };

describe('the lab’s settings', () => {
  it('come back from an address as they went in', () => {
    let state = withSetting(initialLab, 'quadratic.momentum', 0.85);
    state = withSetting(state, 'horizon.mode', 'paper-text');
    state = withSetting({ ...state, view: 'horizon' }, 'horizon.sensitivity', 1e-2);
    const text = labText(state);
    expect(text).toBe(
      'horizon,quadratic.momentum:0.85,horizon.mode:paper-text,horizon.sensitivity:0.01',
    );
    expect(readLab(text)).toEqual(state);
  });

  it('come back whatever is set', () => {
    for (const view of labViews) {
      for (const [name, setting] of Object.entries<Setting>(labGroups[view])) {
        const value = setting.kind === 'choice' ? setting.choices.at(-1)!.value : setting.maximum;
        const state = withSetting(initialLab, `${view}.${name}`, value);
        expect(state[view]).toHaveProperty(name, value);
        expect(readLab(labText(state)), `${view}.${name}`).toEqual(state);
      }
    }
  });

  it('have defaults inside their ranges', () => {
    for (const view of labViews) {
      for (const setting of Object.values<Setting>(labGroups[view])) {
        if (setting.kind === 'choice') continue;
        expect(setting.default).toBeGreaterThanOrEqual(setting.minimum);
        expect(setting.default).toBeLessThanOrEqual(setting.maximum);
      }
    }
  });

  it.each([
    '',
    'nowhere',
    'quadratic,quadratic.momentum:abc',
    'quadratic,quadratic.momentum',
    'quadratic,__proto__.polluted:1',
    'quadratic,quadratic.constructor:1',
    'quadratic,view:1',
    `quadratic,${'x'.repeat(100_000)}:1`,
  ])('keep their defaults for %.40j', (text) => {
    expect(readLab(text)).toEqual(initialLab);
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  it('are moved into their range', () => {
    const { quadratic } = readLab('quadratic,quadratic.momentum:7,quadratic.iterations:33.3');
    expect(quadratic.momentum).toBe(0.99);
    expect(quadratic.iterations).toBe(33);
  });
});

describe('a slider', () => {
  const setting = (more: Partial<NumberSetting>): NumberSetting => ({
    ...labGroups.quadratic.noise,
    ...more,
  });

  it.each([
    setting({}),
    setting({ scale: 'linear', minimum: 0, maximum: 0.99 }),
    setting({ integer: true, minimum: 1, maximum: 5000 }),
  ])('ends at its range and finds its way back', (one) => {
    expect(sliderValue(one, 0)).toBe(one.minimum);
    expect(sliderValue(one, 1)).toBe(one.maximum);
    const value = sliderValue(one, 0.4);
    expect(sliderValue(one, sliderPosition(one, value))).toBe(value);
  });
});

describe('a spectrum', () => {
  it.each(['geometric', 'ends', 'linear'] as const)('%s lies between its ends', (kind) => {
    const eigenvalues = eigenvaluesOf(kind, range, 7);
    expect(eigenvalues).toHaveLength(7);
    expect(eigenvalues[0]).toBeCloseTo(0.01, 12);
    expect(eigenvalues.at(-1)).toBe(1);
    expect(eigenvalues).toEqual([...eigenvalues].sort((a, b) => a - b));
    expect(eigenvaluesOf(kind, range, 1)).toEqual([1]);
  });

  it('starts with a gap of 1, in equal parts', () => {
    const eigenvalues = eigenvaluesOf('geometric', range, 5);
    const parts = equalStart(eigenvalues).map((x, index) => 0.5 * eigenvalues[index] * x * x);
    for (const part of parts) expect(part).toBeCloseTo(0.2, 12);
  });
});

describe('the stability map', () => {
  const plane = { largestStep: 4, steps: [1, 2, 3], momenta: [0.25, 0.75] };
  const answer = {
    query: 'stability-map' as const,
    rate: [
      [0.5, 0.9],
      [0.9, 0.95],
      [1.1, 0.99],
    ],
    noiseFloor: [
      [1, 10],
      [2, 1000],
      [null, 4],
    ],
  };

  it('shades by noise from the quietest to the loudest, and leaves out what diverges', () => {
    const { cells, ratio } = shadingOf(answer, 'noise');
    expect(cells[0][2]).toBeNull();
    expect([cells[0][0], cells[1][1]]).toEqual([0, 1]);
    expect(cells[0][1]).toBeLessThan(cells[1][2]!);
    expect(cells[1][2]).toBeLessThan(cells[1][0]!);
    expect(ratio).toBeGreaterThan(100);
  });

  it('shades by the iterations that a digit takes', () => {
    expect(iterationsPerDigit(0.1)).toBeCloseTo(0.5, 12);
    const { cells } = shadingOf(answer, 'speed');
    expect(cells[0][0]).toBe(0);
    expect(cells[0][1]).toBeGreaterThan(0);
    expect(cells[1][2]).toBe(1);
  });

  it('is of one colour where all is the same', () => {
    const same = { ...answer, rate: [[0.5]], noiseFloor: [[3]] };
    expect(shadingOf(same, 'noise')).toEqual({ cells: [[0]], ratio: 1 });
  });

  it('has its border where the rate is 1, and none where all is stable', () => {
    expect(borderOf(plane, answer)).toEqual([[expect.closeTo(2.5, 12), 0.25]]);
  });

  it('finds the border of the heavy ball within a cell', async () => {
    const engine = new FakeTheory();
    const map = await askMap(engine, initialLab.quadratic);
    const wide = planeOf('heavy-ball');
    const border = borderOf(wide, map);
    expect(border.length).toBeGreaterThan(40);
    const cell = wide.steps[1] - wide.steps[0];
    for (const [step, momentum] of border) {
      expect(Math.abs(step - 2 * (1 + momentum))).toBeLessThan(cell);
    }
  });

  it('goes from light to dark', () => {
    const luminance = [0, 0.25, 0.5, 0.75, 1].map((level) => {
      const [red, green, blue] = shadeColor(level);
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    });
    expect(luminance).toEqual([...luminance].sort((a, b) => b - a));
    expect(shadeColor(-1)).toEqual(shadeColor(0));
    expect(shadeColor(2)).toEqual(shadeColor(1));
  });
});

describe('an inquiry', () => {
  const host = () => ({ requestUpdate: vi.fn() });

  it('asks once for the same, and gives the newest answer', async () => {
    const listener = host();
    const inquiry = new Inquiry<number>(listener);
    const asked: number[] = [];
    const question = (value: number) => async () => {
      asked.push(value);
      await Promise.resolve();
      return value;
    };
    [1, 1, 2, 3].forEach((value) => inquiry.ask(value, question(value)));
    expect(inquiry.pending).toBe(true);
    await vi.waitFor(() => expect(inquiry.pending).toBe(false));
    // The second was dropped, because the third came while the first was under way.
    expect(asked).toEqual([1, 3]);
    expect(inquiry.answer).toBe(3);
    expect(listener.requestUpdate).toHaveBeenCalledTimes(2);
  });

  it('says what was wrong, and forgets it when the next question is answered', async () => {
    const inquiry = new Inquiry<number>(host());
    inquiry.ask(1, () => Promise.reject(new Error('too large a step')));
    await vi.waitFor(() => expect(inquiry.problem).toBe('too large a step'));
    inquiry.ask(2, () => Promise.resolve(2));
    await vi.waitFor(() => expect(inquiry.answer).toBe(2));
    expect(inquiry.problem).toBe('');
  });
});

describe('the questions', () => {
  it('compare a method with gradient descent at the same step and noise', async () => {
    const engine = new FakeTheory();
    const { chosen, descent } = await askRuns(engine, initialLab.quadratic);
    expect(engine.asked).toMatchObject([
      { method: 'heavy-ball', momentum: 0.7, stepSize: 1 },
      { method: 'gradient-descent', momentum: 0, stepSize: 1 },
    ]);
    expect(chosen.noiseFloor!).toBeGreaterThan(descent!.noiseFloor!);
  });

  it('do not compare gradient descent with itself', async () => {
    const engine = new FakeTheory();
    const settings = { ...initialLab.quadratic, method: 'gradient-descent' } as const;
    expect((await askRuns(engine, settings)).descent).toBeNull();
    expect(engine.asked).toHaveLength(1);
  });

  it('look for a proof and for the rate on quadratics', async () => {
    const engine = new FakeTheory();
    const proof = await askProof(engine, { ...initialLab.certificate, distance: 3 });
    expect(engine.asked[0]).toMatchObject({
      query: 'lmi-certificate',
      form: 'corrected',
      bound: { iterations: 50, squaredDistance: 9 },
    });
    expect(proof.quadraticRate).toBeCloseTo(0.99 - 0.1 * 0.5 * 0.3, 12);
  });

  it('end the certified line where there is no certificate', async () => {
    const engine = new FakeTheory();
    const { x, y } = await askScan(engine, initialLab.certificate);
    expect(x[10]).toBe(0.5);
    expect(y.findIndex((rate) => rate === null)).toBe(11);
  });

  it('divide over the chosen horizon, with the momentum of the best rate', async () => {
    const engine = new FakeTheory();
    const { horizon } = await askHorizon(engine, initialLab.horizon);
    const division = await askDivision(engine, initialLab.horizon, horizon);
    expect(engine.asked.at(-1)).toMatchObject({
      query: 'exact-division',
      iterations: 121,
      momentum: 0.8,
    });
    expect(division.answer.shares).toHaveLength(121);
  });
});
