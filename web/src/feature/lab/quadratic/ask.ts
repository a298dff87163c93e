import type { MapAnswer, QuadraticAnswer, TheoryEngine } from '../shared/queries.ts';
import { eigenvaluesOf, equalStart } from '../shared/spectrum.ts';
import type { QuadraticSettings } from './settings.ts';
import { planeOf } from './stability.ts';

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
