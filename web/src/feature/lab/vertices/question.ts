import { html } from 'lit';
import { question } from '../shared/question.ts';
import { settings } from './settings.ts';
import './bias-view.ts';
import './levels-view.ts';

const story = html`<section>
  <h2>Why?</h2>
  <p>
    Private mirror descent shows no iterate, only vertices drawn from it, and asks for gradients at
    their averages. A gradient that bends is biased there, and descent comes to rest where the
    biased one is zero. More vertices bias it less, and each of them costs privacy.
  </p>
  <p>
    Bias reduction draws a level N first, 2<sup>−N</sup> as likely each, and corrects the gradient
    at one vertex by a difference between 2<sup>N+1</sup> and 2<sup>N</sup> of them. In the mean the
    differences telescope to the bias of 2<sup>M+1</sup> vertices, while a step draws about M of
    them. A heavy level moves scores far, but levels do not depend on data: they are drawn and
    priced before a record is read.
  </p>
  <p class="quiet small">
    González, Guzmán and Paquette, Algorithms 2 and 3, sections 2 and 3.2, constants corrected.
    Where the open experiment draws vertices of two simplices, the schedule is for its records,
    budget, vertices and derivatives; else for derivatives bounded by 1 on 16 vertices each.
  </p>
</section>`;

export const vertices = question({
  title: 'Vertex draws',
  settings,
  folded: [
    { title: 'Schedule', names: ['samples', 'epsilon', 'delta', 'momentFactor', 'seed'] },
    {
      title: 'Vertices and derivatives',
      names: ['primalVertices', 'dualVertices', 'lipschitz', 'smoothness', 'hessianLipschitz'],
    },
  ],
  factsOf: ({ samples, epsilon, delta, game }) =>
    game === undefined ? null : { samples, epsilon, delta, ...game },
  story,
  view: (engine, values) => html`
    <nd-bias-view .engine=${engine} .settings=${values}></nd-bias-view>
    <nd-levels-view .engine=${engine} .settings=${values}></nd-levels-view>
  `,
});
