import { html, type TemplateResult } from 'lit';
import { batchStory, boundsStory, epochStory, tablesStory, widthsStory } from './erm-stories.ts';
import type { LabView } from './settings.ts';

/** One method's step, with noise: Kuru et al., eq. 9. */
const heavyBallStep = html`<math
  displaystyle="true"
  aria-label="x t plus 1 equals x t minus alpha times gradient plus noise, plus beta times x t minus x t minus 1"
>
  <msub
    ><mi>x</mi><mrow><mi>t</mi><mo>+</mo><mn>1</mn></mrow></msub
  ><mo>=</mo><msub><mi>x</mi><mi>t</mi></msub
  ><mo>−</mo><mi>α</mi
  ><mrow
    ><mo>(</mo><mo>∇</mo><mi>F</mi><mo>(</mo><msub><mi>x</mi><mi>t</mi></msub
    ><mo>)</mo><mo>+</mo><msub><mi>w</mi><mi>t</mi></msub
    ><mo>)</mo></mrow
  ><mo>+</mo><mi>β</mi
  ><mrow
    ><mo>(</mo><msub><mi>x</mi><mi>t</mi></msub
    ><mo>−</mo
    ><msub
      ><mi>x</mi><mrow><mi>t</mi><mo>−</mo><mn>1</mn></mrow></msub
    ><mo>)</mo></mrow
  >
</math>`;

const quadraticStory = html`<section>
  <h2>Why?</h2>
  <p class="formula">${heavyBallStep}</p>
  <p>
    On a quadratic every coordinate is a linear recursion, so the expected error is known exactly:
    what is left of the start, and what the noise w has added. Momentum β repeats the last move.
    That forgets the start sooner, and it repeats the noise of the last move as well. After a while
    only the noise is seen: the floor. A small step lowers the floor and lengthens the way to it.
  </p>
  <p class="quiet small">Kuru et al., Theorem 3.5, in its corrected form.</p>
</section>`;

const certificateStory = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    <math
      displaystyle="true"
      aria-label="V equals the P norm of the state squared, plus F minus its minimum"
    >
      <mi>V</mi><mo>(</mo><msub><mi>x</mi><mi>t</mi></msub
      ><mo>)</mo><mo>=</mo>
      <msubsup
        ><mrow
          ><mo>‖</mo><mi>ξ</mi><mo>−</mo><msup><mi>ξ</mi><mo>*</mo></msup
          ><mo>‖</mo></mrow
        ><mi>P</mi><mn>2</mn></msubsup
      >
      <mo>+</mo><mi>F</mi><mo>(</mo><msub><mi>x</mi><mi>t</mi></msub
      ><mo>)</mo><mo>−</mo><msup><mi>F</mi><mo>*</mo></msup>
    </math>
  </p>
  <p>
    If one finds a matrix P for which V falls by ρ² in every step, whatever the function, then the
    method converges at rate ρ and its noise is bounded too. The engine searches P with an ellipsoid
    method and checks what it found by Cholesky factors before it says so. The margin is how far the
    found matrix is from the border; a value below zero by less than 10⁻⁹ is rounding.
  </p>
  <p class="quiet small">Kuru et al., Proposition 3.4. Smoothness is 1: P is in units of L.</p>
</section>`;

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

const horizonStory = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    <math
      aria-label="epsilon t equals epsilon times a t to the one third, over the sum of all a j to the one third"
    >
      <msub><mi>ε</mi><mi>t</mi></msub
      ><mo>=</mo><mi>ε</mi>
      <mfrac>
        <msubsup
          ><mi>a</mi><mi>t</mi><mrow><mn>1</mn><mo>/</mo><mn>3</mn></mrow></msubsup
        >
        <mrow
          ><munder><mo>∑</mo><mi>j</mi></munder
          ><msubsup
            ><mi>a</mi><mi>j</mi><mrow><mn>1</mn><mo>/</mo><mn>3</mn></mrow></msubsup
          ></mrow
        >
      </mfrac>
    </math>
  </p>
  <p>
    The weight a of an iteration says how much of its noise is left at the end. The best division
    pays by the third root of it. What the start has left shrinks with T and what noise has made
    grows, so the bound has a least point: T′. All of this uses public numbers only; a guess of the
    first gap that is too large makes T′ too large.
  </p>
  <p class="quiet small">Kuru et al., Remark 4.1 and Proposition 4.2.</p>
</section>`;

/** Why the curves of each part look as they do. */
export const stories: Record<LabView, TemplateResult> = {
  quadratic: quadraticStory,
  certificate: certificateStory,
  figures: html`${figure1Story}${figure2Story}`,
  horizon: horizonStory,
  bounds: boundsStory,
  epoch: epochStory,
  batch: batchStory,
  tables: tablesStory,
  widths: widthsStory,
};
