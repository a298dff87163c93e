import type { Line } from '../../chart/picture.ts';
import type {
  CertificateAnswer,
  CertificateQuery,
  DivisionAnswer,
  Figure1Answer,
  Figure2Answer,
  Figure2Query,
  HorizonAnswer,
  MapAnswer,
  QuadraticAnswer,
  TheoryEngine,
} from './queries.ts';
import type {
  CertificateSettings,
  FigureSettings,
  HorizonSettings,
  QuadraticSettings,
} from './settings.ts';
import { eigenvaluesOf, equalStart } from './spectrum.ts';
import { planeOf } from '../quadratic/stability.ts';

// What each view of the lab asks the engine, made of what is set in it.

export interface Runs {
  chosen: QuadraticAnswer;
  /** The same without momentum; null when that is what was chosen. */
  descent: QuadraticAnswer | null;
}

export async function askRuns(engine: TheoryEngine, settings: QuadraticSettings): Promise<Runs> {
  const eigenvalues = spectrumOf(settings);
  const common = {
    query: 'quadratic-lab',
    eigenvalues,
    start: equalStart(eigenvalues),
    stepSize: settings.step,
    noiseVariance: settings.noise ** 2,
    iterations: settings.iterations,
  } as const;
  const { method, momentum } = settings;
  if (method === 'gradient-descent') {
    return { chosen: await engine.theory({ ...common, method, momentum: 0 }), descent: null };
  }
  const [chosen, descent] = await Promise.all([
    engine.theory({ ...common, method, momentum }),
    engine.theory({ ...common, method: 'gradient-descent', momentum: 0 }),
  ]);
  return { chosen, descent };
}

/** The colours are relative: the map does not depend on how much noise there is. */
export function askMap(engine: TheoryEngine, settings: QuadraticSettings): Promise<MapAnswer> {
  const { steps, momenta } = planeOf(settings.method);
  const eigenvalues = spectrumOf(settings);
  return engine.theory({
    query: 'stability-map',
    method: settings.method,
    strongConvexity: eigenvalues[0],
    smoothness: 1,
    steps,
    momenta,
    noiseVariance: 1,
    eigenvalues,
  });
}

function spectrumOf({ spectrum, conditionNumber, dimension }: QuadraticSettings): number[] {
  const range = { strongConvexity: 1 / conditionNumber, smoothness: 1 };
  return eigenvaluesOf(spectrum, range, dimension);
}

/** Where a certificate is looked for, and where the exact rate is computed. */
const scanned = Array.from({ length: 20 }, (_, index) => index / 20);
const momenta = Array.from({ length: 100 }, (_, index) => index / 100);

export interface Proof {
  answer: CertificateAnswer;
  form: CertificateSettings['form'];
  iterations: number;
  quadraticRate: number | null;
}

function queryOf(settings: CertificateSettings, momentum: number): CertificateQuery {
  const { step, form } = settings;
  return {
    query: 'lmi-certificate',
    ...constantsOf(settings),
    stepSize: step,
    momentum,
    form,
  };
}

function constantsOf({ conditionNumber }: CertificateSettings) {
  return { strongConvexity: 1 / conditionNumber, smoothness: 1 };
}

export async function askProof(
  engine: TheoryEngine,
  settings: CertificateSettings,
): Promise<Proof> {
  const { form, iterations, distance, gap, noise, dimension, momentum } = settings;
  const bound = {
    iterations,
    squaredDistance: distance ** 2,
    initialGap: gap,
    noiseTrace: noise,
    dimension,
  };
  const answer = await engine.theory({ ...queryOf(settings, momentum), bound });
  const { y } = await askExact(engine, settings, [momentum]);
  return { answer, form, iterations, quadraticRate: y[0] };
}

/** The heavy ball's rate on quadratics, where it converges. */
export async function askExact(
  engine: TheoryEngine,
  settings: CertificateSettings,
  at: readonly number[] = momenta,
): Promise<Line> {
  const { rate } = await engine.theory({
    query: 'stability-map',
    method: 'heavy-ball',
    ...constantsOf(settings),
    steps: [settings.step],
    momenta: [...at],
  });
  return { x: [...at], y: rate[0] };
}

export async function askScan(engine: TheoryEngine, settings: CertificateSettings): Promise<Line> {
  const line: Line = { x: [...scanned], y: [] };
  for (const momentum of scanned) {
    const answer = await engine.theory(queryOf(settings, momentum));
    line.y.push(answer.found ? answer.certificate.rate : null);
  }
  return line;
}
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

/** More iterations than these are not divided exactly: the picture would show nothing more. */
const mostDivided = 2000;

export interface Division {
  answer: DivisionAnswer;
  momentum: number;
  dimension: number;
}

export function askHorizon(
  engine: TheoryEngine,
  settings: HorizonSettings,
): Promise<HorizonAnswer> {
  const { method, stepScale, iterations, mode, initialGap, dimension, samples } = settings;
  const { sensitivity, epsilon, strongConvexity, smoothness } = settings;
  return engine.theory({
    query: 'horizon',
    method,
    strongConvexity,
    smoothness,
    stepScale,
    iterations,
    mode,
    initialGap,
    dimension,
    samples,
    l1Sensitivity: sensitivity,
    epsilon,
  });
}

export async function askDivision(
  engine: TheoryEngine,
  settings: HorizonSettings,
  horizon: number,
): Promise<Division> {
  const { quadraticMethod: method, strongConvexity, smoothness, stepScale } = settings;
  const dimension = Math.min(settings.dimension, 100);
  const eigenvalues = eigenvaluesOf(settings.spectrum, { strongConvexity, smoothness }, dimension);
  const common = {
    method,
    eigenvalues,
    start: equalStart(eigenvalues),
    stepSize: stepScale / smoothness,
    iterations: Math.min(horizon, mostDivided),
  };
  const { rateOptimalMomentum } = await engine.theory({
    ...common,
    query: 'quadratic-lab',
    momentum: 0,
    noiseVariance: 0,
    iterations: 1,
  });
  const momentum = rateOptimalMomentum ?? 0;
  const answer = await engine.theory({ ...common, query: 'exact-division', momentum });
  return { answer, momentum, dimension };
}
