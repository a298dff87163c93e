import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
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

export const batch = question({
  title: 'Batch size',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-batch-view .engine=${engine} .settings=${values}></nd-batch-view>`,
});
