import { LitElement, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { formatNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { boundsPicture } from '../shared/erm-pictures.ts';
import { askBounds } from '../shared/erm-questions.ts';
import { boundsVerdict } from '../shared/erm-words.ts';
import '../shared/lab-chart.ts';
import type { BoundsAnswer, TheoryEngine } from '../shared/queries.ts';
import type { BoundSettings } from '../shared/settings.ts';
import { viewStyles } from '../shared/view-styles.ts';

/** What a theorem promises, with the steps, epochs and noise that it chooses. */
@customElement('nd-bounds-view')
export class BoundsView extends LitElement {
  static override styles = [shared, viewStyles];

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: BoundSettings;
  private readonly bounds = new Inquiry<{ found: BoundsAnswer; settings: BoundSettings }>(this);

  override willUpdate(): void {
    const { engine, settings } = this;
    this.bounds.ask(settings, async () => ({ found: await askBounds(engine, settings), settings }));
  }

  override render() {
    const { answer, problem } = this.bounds;
    if (problem)
      return html`<h2>Bounds</h2>
        <p class="error" role="alert">${problem}</p>`;
    if (answer === null) return html`<h2>Bounds</h2>`;
    const { found, settings } = answer;
    const verdict = boundsVerdict(found, settings);
    return html`
      <h2>What the theorem promises</h2>
      <p class="verdict ${verdict.bad ? 'bad' : ''}" role="status">
        <strong>${verdict.title}</strong><br />${verdict.text}
      </p>
      ${found.curve === null ? this.parts(found) : this.chart(found.curve, found)}
    `;
  }

  private chart(curve: NonNullable<BoundsAnswer['curve']>, found: BoundsAnswer) {
    const inEpochs = found.innerIterations !== null;
    return html`<nd-lab-chart
      heading="The bound after each ${inEpochs ? 'epoch' : 'iteration'}"
      .picture=${boundsPicture(curve, inEpochs)}
      notes="The noise is that of the whole run: a shorter run would have less."
    ></nd-lab-chart>`;
  }

  /** A random iterate has one bound, not one for each iteration. */
  private parts({ bound }: BoundsAnswer) {
    return html`<table>
      <tbody>
        <tr>
          <th scope="row">Left of the start</th>
          <td>${formatNumber(bound.initial)}</td>
        </tr>
        <tr>
          <th scope="row">Made by noise</th>
          <td>${formatNumber(bound.privacy)}</td>
        </tr>
      </tbody>
    </table>`;
  }
}
