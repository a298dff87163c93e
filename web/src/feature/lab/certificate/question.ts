import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
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
