import type { Line } from '../../../chart/picture.ts';
import type { CertificateAnswer, CertificateQuery, TheoryEngine } from '../shared/queries.ts';
import type { CertificateSettings } from './settings.ts';

/** Where a certificate is looked for, and where the exact rate is computed. */
const scanned = Array.from({ length: 20 }, (_, index) => index / 20);
const momenta = Array.from({ length: 100 }, (_, index) => index / 100);

export interface Proof {
  answer: CertificateAnswer;
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
  const { iterations, distance, gap, noise, dimension, momentum } = settings;
  const bound = {
    iterations,
    squaredDistance: distance ** 2,
    initialGap: gap,
    noiseTrace: noise,
    dimension,
  };
  const answer = await engine.theory({ ...queryOf(settings, momentum), bound });
  const { y } = await askExact(engine, settings, [momentum]);
  return { answer, quadraticRate: y[0] };
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
