import { choice, logCount, logNumber, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps } from '../shared/settings.ts';
import { type Line, plainSeries, type Picture } from '../../../chart/picture.ts';
import type { CertificateAnswer, CertificateQuery, TheoryEngine } from '../shared/queries.ts';
import { momentumPicture } from '../shared/lines.ts';
import { formatNumber } from '../../../format/number.ts';
import type { Verdict } from '../shared/told.ts';

export const settings = {
  conditionNumber: logNumber(
    'Condition number',
    [1, 10, 1e4],
    'L/μ of every function that the certificate speaks of; L is 1.',
  ),
  step: number('Step', [0.01, 0.5, 4], 'In units of 1/L.', inSteps),
  momentum: number('Momentum', [0, 0.3, 0.99], 'The part of the last move that is made again.'),
  form: choice(
    'Form',
    [
      { value: 'corrected', title: 'Corrected' },
      { value: 'literal', title: 'As printed' },
    ],
    'The printed inequality has a sign wrong in B, which costs rate, and counts the dimension twice in the noise. The corrected form is the default.',
  ),
  iterations: logCount(
    'Iterations T',
    [1, 50, 1000],
    'The bound is the best one for this many steps: the fastest rate is not the best bound.',
  ),
  distance: logNumber(
    'Start distance',
    [0.01, 3.6, 1000],
    'Distance of the start from the minimum.',
  ),
  gap: logNumber('Start gap', [1e-3, 2.45, 1000], 'F at the start less its minimum.'),
  noise: logNumber(
    'Noise trace',
    [1e-6, 0.08, 100],
    'Sum of the variances of all coordinates of the gradient noise; 2 d b² for Laplace noise of scale b.',
  ),
  dimension: logCount(
    'Dimension',
    [1, 2, 1000],
    'Used by the printed form only, which multiplies by it again.',
  ),
};

export type CertificateSettings = ValuesOf<typeof settings>;

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

/** The certified rate by momentum; grey is the exact rate on quadratics. */
export function certifiedPicture(certified: Line, exact: Line, momentum: number): Picture {
  const series = [plainSeries('Certified for every function', certified, { colorIndex: 0 })];
  return momentumPicture(series, momentum, exact);
}

/** Whether there is a certificate, and what that means. */
export function certificateVerdict(
  answer: CertificateAnswer,
  quadraticRate: number | null,
): Verdict {
  const exact =
    quadraticRate === null
      ? ''
      : quadraticRate < 1
        ? `On quadratics the method converges at rate ${formatNumber(quadraticRate)}.`
        : 'On quadratics with these constants the method diverges.';
  if (!answer.found) {
    return {
      title: 'No certificate for this step and momentum',
      text: `No matrix proves that the method converges on every function with these constants. That is normal for much momentum and does not mean that it diverges. ${exact}`.trim(),
    };
  }
  return {
    title: `Certified: rate ${formatNumber(answer.certificate.rate)} per iteration`,
    text: `Without noise the error falls at least by this rate on every function with these constants, not on quadratics alone. ${exact}`.trim(),
  };
}
