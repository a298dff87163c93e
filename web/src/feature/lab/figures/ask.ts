import type {
  Figure1Answer,
  Figure2Answer,
  Figure2Query,
  TheoryEngine,
} from '../shared/queries.ts';
import type { FigureSettings } from './settings.ts';

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
