import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    <math
      displaystyle="true"
      aria-label="A equals 1 over eta times 1 minus 8 L eta times mu m, plus 8 L eta times m plus 1 over m times 1 minus 8 L eta"
    >
      <mi>A</mi><mo>=</mo>
      <mfrac>
        <mn>1</mn>
        <mrow
          ><mi>η</mi><mo>(</mo><mn>1</mn><mo>−</mo><mn>8</mn><mi>L</mi><mi>η</mi><mo>)</mo><mi>μ</mi
          ><mi>m</mi></mrow
        >
      </mfrac>
      <mo>+</mo>
      <mfrac>
        <mrow
          ><mn>8</mn><mi>L</mi><mi>η</mi><mo>(</mo><mi>m</mi><mo>+</mo><mn>1</mn><mo>)</mo></mrow
        >
        <mrow
          ><mi>m</mi><mo>(</mo><mn>1</mn><mo>−</mo><mn>8</mn><mi>L</mi><mi>η</mi><mo>)</mo></mrow
        >
      </mfrac>
    </math>
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
