import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './view.ts';

const story = html`<section>
  <h2>Why?</h2>
  <p>
    Where the gap is large the gradient is long: that is all the KL condition says, and it is enough
    to descend without convexity. With noise, κ decides the rate: the gap falls as n to the power −κ
    for KL Spider, which knows γ and κ and shrinks its targets round by round, and for proximal
    steps with growing weights; adaptive GD knows neither, pays for noisy norms of gradients, and
    falls more slowly.
  </p>
  <p class="quiet small">
    Menart, Ullah, Arora, Bassily and Guzmán, Theorems 1, 2, 4, 8 and 9, Corollary 1, Lemmas 6 and
    7; constants derived here.
  </p>
</section>`;

export const kl = question({
  title: 'KL',
  settings,
  folded: [
    {
      title: 'Other forms, and a lower bound',
      names: ['form', 'formConstant', 'formExponent', 'epsilon'],
    },
  ],
  story,
  idle: ({ exponent, form }) => [
    ...(exponent > 2 ? (['smoothness', 'targetGap'] as const) : []),
    ...(exponent < 2 ? (['weakConvexity', 'epsilon'] as const) : []),
    ...(form === 'pl' ? (['formExponent'] as const) : []),
  ],
  view: (engine, values) => html`<nd-kl-view .engine=${engine} .settings=${values}></nd-kl-view>`,
});
