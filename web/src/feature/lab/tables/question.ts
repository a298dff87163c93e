import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
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

export const tables = question({
  title: 'Tables',
  settings,
  folded: [{ title: 'More of the problem', names: ['radius', 'regularization', 'initialGap'] }],
  settingsFirst: true,
  story,
  view: (engine, values) =>
    html`<nd-tables-view .engine=${engine} .settings=${values}></nd-tables-view>`,
});
