import { LitElement, html, mathml, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { Line } from '../../chart/picture.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import { Inquiry } from '../../store/inquiry.ts';
import '../shared/lab-chart.ts';
import { certifiedPicture } from '../shared/pictures.ts';
import type { FoundCertificate, TheoryEngine } from '../shared/queries.ts';
import { askExact, askProof, askScan, type Proof } from '../shared/questions.ts';
import type { CertificateSettings } from '../shared/settings.ts';
import { viewStyles } from '../shared/view-styles.ts';
import { certificateVerdict } from '../shared/words.ts';

/** A proof for every function, by a matrix that the engine finds, or that there is none. */
@customElement('nd-certificate-view')
export class CertificateView extends LitElement {
  static override styles = [shared, viewStyles];

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: CertificateSettings;
  private readonly proof = new Inquiry<Proof>(this);
  private readonly exact = new Inquiry<Line>(this);
  private readonly scan = new Inquiry<Line>(this);

  override willUpdate(): void {
    const { engine, settings } = this;
    const { conditionNumber, step, form } = settings;
    this.proof.ask(settings, () => askProof(engine, settings));
    this.exact.ask([conditionNumber, step], () => askExact(engine, settings));
    // The scan is twenty proofs: it waits until the reader's own question is answered.
    if (!this.proof.pending) {
      this.scan.ask([conditionNumber, step, form], () => askScan(engine, settings));
    }
  }

  override render() {
    const { answer: proof, problem } = this.proof;
    if (problem)
      return html`<h2>Certificate</h2>
        <p class="error" role="alert">${problem}</p>`;
    if (proof === null)
      return html`<h2>Certificate</h2>
        <p role="status">Looking for a proof…</p>`;
    const verdict = certificateVerdict(proof.answer, proof.quadraticRate);
    const { answer } = proof;
    return html`
      <h2>A proof for every function</h2>
      <p class="verdict" role="status"><strong>${verdict.title}</strong><br />${verdict.text}</p>
      <div class="charts">
        ${answer.found ? html`<div>${this.matrix(answer, proof)} ${this.bound(answer, proof)}</div>` : nothing}
        ${this.chart()}
      </div>
    `;
  }

  private matrix({ certificate }: FoundCertificate, { form }: Proof) {
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
      <table>
        <tbody>
          <tr>
            <th scope="row">Rate ρ</th>
            <td>${formatNumber(rate)}</td>
          </tr>
          <tr>
            <th scope="row">Multiplier c₀</th>
            <td>${formatNumber(c0)}</td>
          </tr>
          <tr>
            <th scope="row">Margin of the check</th>
            <td>${formatNumber(margin)}</td>
          </tr>
        </tbody>
      </table>`;
  }

  private bound({ bestBound: bound }: FoundCertificate, { iterations }: Proof) {
    if (bound === null) return nothing;
    return html`<h3 class="second">Best bound after ${formatCount(iterations)} iterations</h3>
      <table>
        <tbody>
          <tr>
            <th scope="row">Left of the start</th>
            <td>${formatNumber(bound.transient)}</td>
          </tr>
          <tr>
            <th scope="row">Made by noise</th>
            <td>${formatNumber(bound.noise)}</td>
          </tr>
          <tr>
            <th scope="row">Both</th>
            <td><strong>${formatNumber(bound.total)}</strong></td>
          </tr>
          <tr>
            <th scope="row">Noise without the strengthening</th>
            <td>${formatNumber(bound.plainNoise)}</td>
          </tr>
          <tr>
            <th scope="row">At rate ρ</th>
            <td>${formatNumber(bound.rate)}</td>
          </tr>
        </tbody>
      </table>`;
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
