import { LitElement, html } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import { emit } from '../../components/shared/events.ts';
import { formatCount, formatNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { lengthPicture, stepPicture } from '../shared/erm-pictures.ts';
import { askEpochs, type Epochs } from '../shared/erm-questions.ts';
import { epochVerdict } from '../shared/erm-words.ts';
import '../shared/lab-chart.ts';
import type { TheoryEngine } from '../shared/queries.ts';
import type { EpochSettings } from '../shared/settings.ts';
import { viewStyles } from '../shared/view-styles.ts';

/** How much of the gap an epoch of DP-SVRG leaves, by its step and its length. */
@customElement('nd-epoch-view')
export class EpochView extends LitElement {
  static override styles = [shared, viewStyles];

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: EpochSettings;
  private readonly epochs = new Inquiry<{ found: Epochs; settings: EpochSettings }>(this);

  override willUpdate(): void {
    const { engine, settings } = this;
    this.epochs.ask(settings, async () => ({
      found: await askEpochs(engine, settings),
      settings,
    }));
  }

  override render() {
    const { answer, problem } = this.epochs;
    if (problem)
      return html`<h2>Epoch contraction</h2>
        <p class="error" role="alert">${problem}</p>`;
    if (answer === null) return html`<h2>Epoch contraction</h2>`;
    const { found, settings } = answer;
    const verdict = epochVerdict(found.answer);
    return html`
      <h2>What an epoch leaves of the gap</h2>
      <p class="verdict ${verdict.bad ? 'bad' : ''}" role="status">
        <strong>${verdict.title}</strong><br />${verdict.text}
      </p>
      <div class="charts">
        <nd-lab-chart
          heading="A by step, with epochs of ${formatCount(settings.length)}"
          .picture=${stepPicture(found, settings)}
          notes="Grey dots: condition (4), A = ½. The upright line is the step that is set."
        ></nd-lab-chart>
        <nd-lab-chart
          heading="A by epoch length, with step ${formatNumber(settings.step)}/L"
          .picture=${lengthPicture(found, settings)}
          notes="Longer epochs help until only the step’s own share is left; each inner step is one more noisy release."
        ></nd-lab-chart>
      </div>
      ${this.tries(found)}
    `;
  }

  private tries({ answer }: Epochs) {
    const { theory, epoch } = answer;
    return html`<div class="tries" role="group" aria-label="Try">
      <span class="small quiet">Try</span>
      <button @click=${() => this.set(theory.stepSize, theory.innerIterations)}>
        the theorem’s choice
      </button>
      <button @click=${() => this.set(1 / 12, epoch.innerIterations)}>
        the printed step, 1/12
      </button>
      <button
        ?disabled=${epoch.shortestEpoch === null}
        @click=${() => this.set(epoch.stepSize, epoch.shortestEpoch ?? epoch.innerIterations)}
      >
        the shortest epoch
      </button>
    </div>`;
  }

  private set(step: number, length: number): void {
    emit(this, 'nd-edit', { path: 'epoch.step', value: Number(step.toPrecision(4)) });
    emit(this, 'nd-edit', { path: 'epoch.length', value: length });
  }
}
