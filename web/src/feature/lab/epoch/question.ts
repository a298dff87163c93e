import { html } from 'lit';
import { emit } from '../../../components/shared/events.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import { verdictLines } from '../shared/told.ts';
import {
  askEpochs,
  type Epochs,
  lengthPicture,
  stepPicture,
  epochVerdict,
  settings,
} from './model.ts';
import { question } from '../shared/fields.ts';

/** How much of the gap an epoch of DP-SVRG leaves, by its step and its length. */
answerView('nd-epoch-view', {
  heading: 'Epoch contraction',
  ask: askEpochs,
  draw: (found, settings, host) => html`
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
    ${tries(found, host)}
  `,
});

function tries({ answer }: Epochs, host: HTMLElement) {
  const { theory, epoch } = answer;
  const set = (step: number, length: number) => {
    emit(host, 'nd-edit', { path: 'epoch.step', value: Number(step.toPrecision(4)) });
    emit(host, 'nd-edit', { path: 'epoch.length', value: length });
  };
  return html`<div class="tries" role="group" aria-label="Try">
    <span class="small quiet">Try</span>
    <button @click=${() => set(theory.stepSize, theory.innerIterations)}>
      the theorem’s choice
    </button>
    <button @click=${() => set(1 / 12, epoch.innerIterations)}>the printed step, 1/12</button>
    <button
      ?disabled=${epoch.shortestEpoch === null}
      @click=${() => set(epoch.stepSize, epoch.shortestEpoch ?? epoch.innerIterations)}
    >
      the shortest epoch
    </button>
  </div>`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('A = 1÷{η(1−8Lη)μm} + {8Lη(m+1)}÷{m(1−8Lη)}', 'A equals 1 over eta times 1 minus 8 L eta times mu m, plus 8 L eta times m plus 1 over m times 1 minus 8 L eta', true)}
  </p>
  <p>
    An epoch of DP-SVRG starts at the average of the last one. The first term is what is left of
    that start; it shrinks as the epoch gets longer. The second is what the step’s own variance
    undoes, however long the epoch is: it alone exceeds ½ once η is 1/(24&nbsp;L). The theorem is
    printed for η up to 1/(12&nbsp;L), where A is above 2.
  </p>
  <p class="quiet small">Wang, Ye and Xu, Theorem 4.2; the tight lemma has 4 in the place of 8.</p>
</section>`;

export const epoch = question({
  title: 'Epochs',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-epoch-view .engine=${engine} .settings=${values}></nd-epoch-view>`,
});
