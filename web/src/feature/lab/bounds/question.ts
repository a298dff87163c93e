import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
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

export const bounds = question({
  title: 'Bounds',
  settings,
  folded: [{ title: 'More of the problem', names: ['initialGap', 'distance', 'set', 'radius'] }],
  story,
  view: (engine, values) =>
    html`<nd-bounds-view .engine=${engine} .settings=${values}></nd-bounds-view>`,
});
