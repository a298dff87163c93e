import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    <math
      displaystyle="true"
      aria-label="G C equals the expected supremum over w in C of the product of b and w, b normal"
    >
      <msub><mi>G</mi><mi>𝒞</mi></msub
      ><mo>=</mo><mi>𝔼</mi>
      <munder
        ><mi>sup</mi><mrow><mi>w</mi><mo>∈</mo><mi>𝒞</mi></mrow></munder
      >
      <mo>⟨</mo><mi>b</mi><mo>,</mo><mi>w</mi><mo>⟩</mo><mo>,</mo>
      <mspace width="0.5em"></mspace>
      <mi>b</mi><mo>∼</mo><mi>N</mi><mo>(</mo><mn>0</mn><mo>,</mo><mi>I</mi><mo>)</mo>
    </math>
  </p>
  <p>
    Noise only hurts in directions in which the set is wide. The corners of the l1 ball point along
    the axes, so the noise moves the answer by its largest coordinate, not by its length. Mirror
    descent in the set’s own geometry feels exactly that; the price is Θ, how far the set reaches in
    it, which is a logarithm too.
  </p>
  <p class="quiet small">
    Wang, Ye and Xu, Definition 5.2 and Theorem 5.4. Bands of drawn widths: two standard errors.
  </p>
</section>`;

export const widths = question({
  title: 'Widths',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-widths-view .engine=${engine} .settings=${values}></nd-widths-view>`,
});
