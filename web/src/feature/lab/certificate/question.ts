import { html, mathml, nothing } from 'lit';
import { customElement } from '../../../host/define.ts';
import { type Line, plainSeries, type Picture } from '../../../chart/picture.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { Inquiry } from '../../../store/inquiry.ts';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import type {
  FoundCertificate,
  CertificateAnswer,
  CertificateQuery,
  TheoryEngine,
} from '../shared/queries.ts';
import { factRows, verdictLines, type Verdict } from '../shared/told.ts';
import { question, choice, logCount, logNumber, number, type ValuesOf } from '../shared/fields.ts';
import { inSteps } from '../shared/settings.ts';
import { momentumPicture } from '../shared/lines.ts';

const settings = {
  conditionNumber: logNumber(
    'Condition number',
    [1, 10, 1e4],
    'L/μ of every function that the certificate covers; L is 1.',
  ),
  step: number('Step', [0.01, 0.5, 4], 'In units of 1/L.', inSteps),
  momentum: number('Momentum', [0, 0.3, 0.99], 'The share of the last move that is repeated.'),
  form: choice(
    'Form',
    { corrected: 'Corrected', literal: 'As printed' },
    'The printed inequality has a wrong sign in B, which worsens the rate, and it counts the dimension twice in the noise. The corrected form is the default.',
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
  gap: logNumber('Start gap', [1e-3, 2.45, 1000], 'F at the start minus its minimum.'),
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

type CertificateSettings = ValuesOf<typeof settings>;

/** Where a certificate is looked for, and where the exact rate is computed. */
const scanned = Array.from({ length: 20 }, (_, index) => index / 20);
const momenta = Array.from({ length: 100 }, (_, index) => index / 100);

interface Proof {
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
async function askExact(
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
      text: `No matrix proves that the method converges on every function with these constants. This is normal for large momentum, and does not mean that the method diverges. ${exact}`.trim(),
    };
  }
  return {
    title: `Certified: rate ${formatNumber(answer.certificate.rate)} per iteration`,
    text: `Without noise, the error falls at least at this rate on every function with these constants, not only on quadratics. ${exact}`.trim(),
  };
}

/** A proof for every function, by a matrix that the engine finds, or that there is none. */
@customElement('nd-certificate-view')
export class CertificateView extends AnswerView<CertificateSettings, Proof> {
  protected override readonly heading = 'Certificate';
  protected override readonly waiting = 'Looking for a proof…';
  protected override readonly ask = askProof;
  private readonly exact = new Inquiry<Line>(this);
  private readonly scan = new Inquiry<Line>(this);

  override willUpdate(): void {
    super.willUpdate();
    const { engine, settings } = this;
    const { conditionNumber, step, form } = settings;
    this.exact.ask([conditionNumber, step], () => askExact(engine, settings));
    // The scan is twenty proofs: it waits until the reader's own question is answered.
    if (!this.inquiry.pending) {
      this.scan.ask([conditionNumber, step, form], () => askScan(engine, settings));
    }
  }

  protected override draw({ answer, quadraticRate }: Proof, settings: CertificateSettings) {
    return html`
      <h2>A proof for every function</h2>
      ${verdictLines(certificateVerdict(answer, quadraticRate))}
      <div class="charts">
        ${answer.found ? html`<div>${this.matrix(answer, settings)} ${this.bound(answer, settings)}</div>` : nothing}
        ${this.chart()}
      </div>
    `;
  }

  private matrix({ certificate }: FoundCertificate, { form }: CertificateSettings) {
    const { p11, p12, p22, c0, margin, rate } = certificate;
    const cell = (value: number) => mathml`<mtd><mn>${formatNumber(value)}</mn></mtd>`;
    return html`<h3>The certificate (${form === 'corrected' ? 'corrected form' : 'as printed'})</h3>
      <p class="formula">
        <math
          aria-label="P is a matrix with rows ${formatNumber(p11)}, ${formatNumber(p12)} and ${formatNumber(p12)}, ${formatNumber(p22)}"
        >
          <mi>P</mi><mo>=</mo>
          <mtable class="matrix"
            ><mtr>${cell(p11)}${cell(p12)}</mtr><mtr>${cell(p12)}${cell(p22)}</mtr></mtable
          >
        </math>
      </p>
      ${factRows({
        'Rate ρ': rate,
        'Multiplier c₀': c0,
        'Margin of the check': margin,
      })}`;
  }

  private bound({ bestBound: bound }: FoundCertificate, { iterations }: CertificateSettings) {
    if (bound === null) return nothing;
    return html`<h3 class="second">Best bound after ${formatCount(iterations)} iterations</h3>
      ${factRows(
        {
          'Remaining initial gap': bound.transient,
          'Made by noise': bound.noise,
          Both: bound.total,
          'Noise without the strengthening': bound.plainNoise,
          'At rate ρ': bound.rate,
        },
        'Both',
      )}`;
  }

  private chart() {
    const empty = { x: [], y: [] };
    return html`<nd-lab-chart
      heading="How much momentum can be certified at this step"
      .picture=${certifiedPicture(
        this.scan.answer ?? empty,
        this.exact.answer ?? empty,
        this.settings.momentum,
      )}
      .notes=${`Grey: the exact rate on quadratics. Where the line ends, there is no certificate.${this.scan.answer === null ? ' Being computed…' : ''}`}
    ></nd-lab-chart>`;
  }
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('V(x_t) = {‖ξ − ξ^*‖}_P^2 + F(x_t) − F^*', 'V equals the P norm of the state squared, plus F minus its minimum', true)}
  </p>
  <p>
    If there is a matrix P for which V falls by ρ² in every step, whatever the function, then the
    method converges at rate ρ and its noise is bounded too. The engine searches for P with an
    ellipsoid method, and checks the result with Cholesky factors before it reports it. The margin
    is the distance of the matrix from the boundary; a value less than 10⁻⁹ below zero is rounding.
  </p>
  <p class="quiet small">Kuru et al., Proposition 3.4. Smoothness is 1: P is in units of L.</p>
</section>`;

export const certificate = question({
  title: 'Certificate',
  settings,
  folded: [
    {
      title: 'Bound after T iterations',
      names: ['iterations', 'distance', 'gap', 'noise', 'dimension'],
    },
  ],
  story,
  view: (engine, values) =>
    html`<nd-certificate-view .engine=${engine} .settings=${values}></nd-certificate-view>`,
});
