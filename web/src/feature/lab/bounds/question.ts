import { html } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import { factRows, verdictLines } from '../shared/told.ts';
import '../../../components/charts/lab-chart.ts';
import type { BoundsAnswer } from '../shared/queries.ts';
import { askBounds, boundsPicture, boundsVerdict, settings } from './model.ts';
import { question } from '../shared/fields.ts';

/** What a theorem promises, with the steps, epochs and noise that it chooses. */
answerView('nd-bounds-view', {
  heading: 'Bounds',
  ask: askBounds,
  draw: (found, settings) => html`
    <h2>What the theorem promises</h2>
    ${verdictLines(boundsVerdict(found, settings))}
    ${found.curve === null ? parts(found) : chart(found.curve, found)}
  `,
});

function chart(curve: NonNullable<BoundsAnswer['curve']>, found: BoundsAnswer) {
  const inEpochs = found.innerIterations !== null;
  return html`<nd-lab-chart
    heading="The bound after each ${inEpochs ? 'epoch' : 'iteration'}"
    .picture=${boundsPicture(curve, inEpochs)}
    notes="The noise is that of the whole run: a shorter run would have less."
  ></nd-lab-chart>`;
}

/** A random iterate has one bound, not one for each iteration. */
function parts({ bound }: BoundsAnswer) {
  return html`${factRows({
    'Left of the start': bound.initial,
    'Made by noise': bound.privacy,
  })}`;
}

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
