import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
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

export const horizon = question({
  title: 'Horizon',
  settings,
  folded: [
    {
      title: 'Public constants',
      names: ['samples', 'dimension', 'sensitivity', 'initialGap', 'strongConvexity', 'smoothness'],
    },
  ],
  story,
  view: (engine, values) =>
    html`<nd-horizon-view .engine=${engine} .settings=${values}></nd-horizon-view>`,
});
