import { html } from 'lit';

export const epochStory = html`<section>
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

export const batchStory = html`<section>
  <h2>Why?</h2>
  <p>
    A variance-reduced step looks at b records, so a record that is drawn moves it by up to 4G/b,
    and its anchor by 2G/n. Small batches seldom draw a given record, which hides it, but when they
    do, it shows: for b = 1 a single draw stands out from the theorem’s noise by many standard
    deviations. In 75 000 steps over 200 000 records a given record is drawn with probability 0.31,
    so no small δ can be promised. Larger batches draw it more often and show it less, and past some
    size only the sum counts: the noise that a query of sensitivity 6G/n would need.
  </p>
  <p>
    The theorem’s noise is proven where both of its conditions hold. Outside of them the accountant
    still says what that noise is worth.
  </p>
  <p class="quiet small">Wang, Ye and Xu, Theorems 4.1 and 4.3; the constants are derived here.</p>
</section>`;

export const tablesStory = html`<section>
  <h2>Why?</h2>
  <p>
    The printed orders of DP-SVRG and DP-SVRG++ count one record per step. With so few records per
    step the theorem’s noise is not private enough, unless there are about n²ε steps, so the printed
    cost is not to be had. With the batch size that the accountant asks for, the cost is Tn + 2Nb:
    more than printed, far less than n².
  </p>
  <p>
    Certified bounds carry their constants, and the printed orders do not: compare orders with
    orders, down a column, and certified numbers with each other.
  </p>
  <p class="quiet small">Wang, Ye and Xu, Tables 1 to 3 and Section 6.</p>
</section>`;

export const widthsStory = html`<section>
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

export const boundsStory = html`<section>
  <h2>Why?</h2>
  <p>
    Every theorem adds what is left of the start to what the noise has made. More epochs leave less
    of the start; but the budget is shared by all releases, so each one gets more noise. The number
    of epochs or iterations is the one where both meet. All constants count, so a bound may promise
    nothing where a run does well: it holds for the worst problem with these figures.
  </p>
  <p class="quiet small">
    Wang, Ye and Xu, Theorems 4.2, 4.4, 5.4, 6.2 and 6.3, with constants derived here; G = L = 1.
  </p>
</section>`;
