import { html } from 'lit';
import { valuesOf, question } from '../shared/fields.ts';
import './bounds-view.ts';
import './ladder-view.ts';
import { methodFacts } from './plan.ts';
import './phases-view.ts';
import { foldedNames, groups, settings } from './settings.ts';
import './solvers-view.ts';

const story = html`<section>
  <h2>Why?</h2>
  <p>
    A solver may do what it likes: its answer is certified to be near the exact solution of a
    regularized problem, which one record can move by little, and noise covers both. Without strong
    convexity one release has one regularizer, which should be weak for the solution’s sake and
    strong for the noise’s. Phases start where the last noisy one ended and regularize more and more
    strongly, so that the noise shrinks as they come nearer.
  </p>
  <p>
    What that gains is in the slopes: where noise rules the bound falls as 1/n instead of 1/√n, up
    to logarithms. With few records it gains nothing: the constants of the phases are larger.
  </p>
  <p class="quiet small">
    Zhang, Thekumparampil, Oh and He, Algorithms 1 to 5, Theorems 3.4 to 4.8 and Corollary 4.9;
    bounds with other noise and other blocks are derived here.
  </p>
</section>`;

export const releases = question({
  title: 'Certified releases',
  settings,
  folded: [
    { title: 'Moduli, smoothness and tolerance', names: foldedNames.moduli },
    { title: 'What the solvers solve', names: foldedNames.solvers },
  ],
  settingsFirst: true,
  story,
  idle: ({ method, problem }) => {
    const { isPhased, modulus } = methodFacts[method];
    return [
      ...(modulus.primal ? [] : (['strongConvexity'] as const)),
      ...(modulus.dual ? [] : (['strongConcavity'] as const)),
      ...(isPhased ? (['smoothness'] as const) : (['domainRadius'] as const)),
      ...(problem === 'saddle' ? [] : (['balance'] as const)),
    ];
  },
  view: (engine, values) => {
    const plan = valuesOf(groups.plan, values);
    const solvers = valuesOf(groups.solvers, values);
    return html`
      <nd-release-bounds-view .engine=${engine} .settings=${plan}></nd-release-bounds-view>
      <nd-release-phases-view .engine=${engine} .settings=${plan}></nd-release-phases-view>
      <nd-noise-ladder-view .engine=${engine} .settings=${plan}></nd-noise-ladder-view>
      <nd-solver-costs-view .engine=${engine} .settings=${solvers}></nd-solver-costs-view>
    `;
  },
});
