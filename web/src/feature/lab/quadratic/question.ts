import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

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

const story = html`<section>
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

export const quadratic = question({
  title: 'Quadratic',
  settings,
  story,
  idle: ({ method }) => (method === 'gradient-descent' ? ['momentum'] : []),
  view: (engine, values) =>
    html`<nd-quadratic-view .engine=${engine} .settings=${values}></nd-quadratic-view>`,
});
