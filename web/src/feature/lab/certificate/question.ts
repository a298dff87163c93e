import { html, mathml, nothing } from 'lit';
import { customElement } from '../../../host/define.ts';
import type { Line } from '../../../chart/picture.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { Inquiry } from '../../../store/inquiry.ts';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import type { FoundCertificate } from '../shared/queries.ts';
import { factRows, verdictLines } from '../shared/told.ts';
import {
  askExact,
  askProof,
  askScan,
  type Proof,
  certifiedPicture,
  type CertificateSettings,
  certificateVerdict,
  settings,
} from './model.ts';
import { question } from '../shared/fields.ts';

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
          'Left of the start': bound.transient,
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
      .notes=${`Grey: the exact rate on quadratics. Where the line ends there is no certificate.${this.scan.answer === null ? ' Being computed…' : ''}`}
    ></nd-lab-chart>`;
  }
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('V(x_t) = {‖ξ − ξ^*‖}_P^2 + F(x_t) − F^*', 'V equals the P norm of the state squared, plus F minus its minimum', true)}
  </p>
  <p>
    If one finds a matrix P for which V falls by ρ² in every step, whatever the function, then the
    method converges at rate ρ and its noise is bounded too. The engine searches P with an ellipsoid
    method and checks what it found by Cholesky factors before it says so. The margin is how far the
    found matrix is from the border; a value below zero by less than 10⁻⁹ is rounding.
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
