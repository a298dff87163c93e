import { html, nothing } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { plainTable } from '../../../components/shared/plain-table.ts';
import { verdictLines } from '../shared/told.ts';
import { askKl, settings } from './model.ts';
import {
  promisePicture,
  targetPicture,
  contradictionsOf,
  conversionFacts,
  factText,
  klVerdict,
  lineSentences,
  planFacts,
} from './told.ts';
import { question } from '../shared/fields.ts';

/** What the methods for the KL condition promise, what they plan, and what the condition says in other words. */
answerView('nd-kl-view', {
  heading: 'The KL condition',
  waiting: 'Planning…',
  ask: askKl,
  draw(found, settings) {
    const targets = targetPicture(found);
    return html`
      <h2>What is promised under the KL condition</h2>
      ${verdictLines(klVerdict(found, settings))}
      ${contradictionsOf(found).map((sentence) => html`<p class="error">${sentence}</p>`)}
      <nd-lab-chart
        heading="Gap at the end by number of records"
        .picture=${promisePicture(found, settings)}
        .notes=${lineSentences(found).join(' ')}
      ></nd-lab-chart>
      ${targets === null ? nothing : html`<nd-lab-chart heading="The plan, round by round" .picture=${targets}></nd-lab-chart>`}
      ${planFacts(found).map(
        ([name, facts]) =>
          html`<h2>${name}</h2>
            ${plainTable(
              [],
              Object.entries(facts).map(([title, value]) => [title, factText(value)]),
            )}`,
      )}
      <h2>The condition in other words</h2>
      ${plainTable([], conversionFacts(found))}
    `;
  },
});

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
