import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const figure1Story = html`<section>
  <h2>Why Figure 1?</h2>
  <p>
    With a fixed budget, T steps mean T times the noise in each. So a longer run first gains and
    then loses, and the best T comes earlier the larger the noise is. As published, Nesterov’s
    momentum has the lowest minimum at every step size, and after it the most momentum ends highest.
  </p>
  <p class="quiet small">
    Kuru et al., Figure 1: a quadratic in two dimensions, L = 1, start of squared distance 5.
  </p>
</section>`;

const figure2Story = html`<section>
  <h2>Why Figure 2?</h2>
  <p class="formula">
    <math
      aria-label="n epsilon b t over S 1 equals the sum of all a j to the one third, over a t to the one third"
    >
      <mfrac>
        <mrow
          ><mi>n</mi><mi>ε</mi><msub><mi>b</mi><mi>t</mi></msub></mrow
        >
        <msub><mi>S</mi><mn>1</mn></msub>
      </mfrac>
      <mo>=</mo>
      <mfrac>
        <mrow
          ><munder><mo>∑</mo><mi>j</mi></munder
          ><msubsup
            ><mi>a</mi><mi>j</mi><mrow><mn>1</mn><mo>/</mo><mn>3</mn></mrow></msubsup
          ></mrow
        >
        <msubsup
          ><mi>a</mi><mi>t</mi><mrow><mn>1</mn><mo>/</mo><mn>3</mn></mrow></msubsup
        >
      </mfrac>
    </math>
  </p>
  <p>
    Inside a stage later noise matters more, so it shrinks; a new stage has a smaller step, which
    dampens noise, so more of it is allowed. The published plot missed a factor 2 at the last
    iteration of each stage.
  </p>
  <p class="quiet small">Kuru et al., Figure 2: κ = 20, in units of S₁/(nε).</p>
</section>`;

const story = html`${figure1Story}${figure2Story}`;

export const figures = question({
  title: 'Figures',
  settings,
  settingsFirst: true,
  story,
  view: (engine, values) =>
    html`<nd-figures-view .engine=${engine} .settings=${values}></nd-figures-view>`,
});
