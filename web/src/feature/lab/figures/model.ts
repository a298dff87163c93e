import { choice, type ValuesOf } from '../shared/fields.ts';
import type {
  Figure1Answer,
  Figure2Answer,
  Figure2Query,
  TheoryEngine,
  Column,
} from '../shared/queries.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { linearRange } from '../../../chart/range.ts';
import { formatNumber } from '../../../format/number.ts';
import { momentumPicture, iterations, line } from '../shared/lines.ts';

export const settings = {
  preset: choice(
    'Figure 1',
    [
      { value: 'corrected', title: 'Corrected, with the exact error' },
      { value: 'paper-figure-1', title: 'As published (μ = 0.1)' },
      { value: 'paper-text', title: 'As the text says (μ = 0.5)' },
    ],
    'The text of the paper says μ = 0.5, its figure shows μ = 0.1 with Nesterov’s rate in place of the heavy ball’s. Corrected: the heavy ball’s own rate, a bound that holds, and the exact error.',
  ),
  step: choice(
    'Step',
    [
      { value: '1', title: '1/L' },
      { value: '0.5', title: '0.5/L' },
      { value: '0.1', title: '0.1/L' },
    ],
    'The three steps of the figure.',
  ),
  noise: choice(
    'Noise per iteration',
    [
      { value: '0.01', title: '0.01' },
      { value: '0.0001', title: '0.0001' },
    ],
    'The budget is spread over T steps, so each one gets noise of T times this standard deviation.',
  ),
};

export type FigureSettings = ValuesOf<typeof settings>;

export interface Saw {
  stages: number;
  formula: Figure2Answer;
  published: Figure2Answer;
}

const stages = [2, 3, 4, 5];

/** One panel of Figure 1, up to its 250 iterations. */
export function askFigure1(
  engine: TheoryEngine,
  { preset, step, noise }: FigureSettings,
): Promise<Figure1Answer> {
  return engine.theory({
    query: 'figure-1',
    preset,
    stepSize: Number(step),
    noisePerIteration: Number(noise),
    iterations: 250,
  });
}

export function askFigure2(engine: TheoryEngine): Promise<Saw[]> {
  return Promise.all(stages.map((count) => askSaw(engine, count)));
}

async function askSaw(engine: TheoryEngine, count: number): Promise<Saw> {
  const query = (form: Figure2Query['form']) =>
    engine.theory({ query: 'figure-2', form, stages: count });
  const [formula, published] = await Promise.all([query('formula-34'), query('published')]);
  return { stages: count, formula, published };
}

/** Figure 1, left: the rate by momentum. */
export function ratePicture(answer: Figure1Answer): Picture {
  const best = answer.curves.at(-1)?.momentum;
  const { momenta, rates } = answer;
  return momentumPicture(
    [plainSeries('Rate ρ', { x: momenta, y: rates }, { colorIndex: 0 })],
    best,
  );
}

/**
 * Figure 1, right: the logarithm of the bound at the end of a run of T iterations. With the exact
 * error known, that is the line and the bound its dashes.
 */
export function figure1Picture({ curves }: Figure1Answer): Picture {
  const series = curves.map(({ momentum, logBound, logExact }, index) => {
    const x = logBound.map((_, position) => position + 1);
    const label = `β = ${formatNumber(momentum)}`;
    const one = plainSeries(label, line(x, logExact ?? logBound), { colorIndex: index });
    return logExact === null ? one : { ...one, bound: line(x, logBound) };
  });
  const end = curves[0]?.logBound.length ?? 1;
  return {
    ...iterations,
    xTitle: 'iterations T of the whole run',
    yTitle: 'ln of the gap',
    scale: 'linear',
    series,
    xRange: [0, end],
    yRange: [-10, 10],
  };
}

/** Figure 2: the noise of each iteration of the multi-stage method, in both forms. */
export function figure2Picture(formula: Column, published: Column): Picture {
  const x = formula.map((_, index) => index + 1);
  return {
    ...iterations,
    yTitle: 'Noise',
    scale: 'linear',
    series: [
      plainSeries('As published', line(x, published), { colorIndex: 1, dashIndex: 2 }),
      plainSeries('By formula (34)', line(x, formula), { colorIndex: 0 }),
    ],
    xRange: [0, x.length],
    yRange: linearRange([0, ...formula]),
  };
}
