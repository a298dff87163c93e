import { html } from 'lit';
import { customElement } from 'lit/decorators.js';
import { emit } from '../../../components/shared/events.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { verdictLines } from '../shared/verdict.ts';
import { askEpochs, type Epochs } from './ask.ts';
import { lengthPicture, stepPicture } from './pictures.ts';
import type { EpochSettings } from './settings.ts';
import { epochVerdict } from './words.ts';

/** How much of the gap an epoch of DP-SVRG leaves, by its step and its length. */
@customElement('nd-epoch-view')
export class EpochView extends AnswerView<EpochSettings, Epochs> {
  protected override readonly heading = 'Epoch contraction';
  protected override readonly ask = askEpochs;

  protected override draw(found: Epochs, settings: EpochSettings) {
    return html`
      <h2>What an epoch leaves of the gap</h2>
      ${verdictLines(epochVerdict(found.answer))}
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
