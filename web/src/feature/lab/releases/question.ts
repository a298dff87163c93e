import { html } from 'lit';
import { valuesOf, question } from '../shared/fields.ts';
import './bounds-view.ts';
import { methodFacts, planQuery, type PlanQuery } from './plan.ts';
import './phases-view.ts';
import { releasedPart } from './phases-view.ts';
import {
  foldedNames,
  groups,
  settings,
  settings as group,
  type ReleaseSettings,
} from './settings.ts';
import './solvers-view.ts';
import type { TheoryEngine } from '../shared/queries.ts';
import type { Table } from '../../../export/csv.ts';
import { formatNumber } from '../../../format/number.ts';
import { answerView } from '../shared/answer-view.ts';
import { dataTable } from '../shared/told.ts';
import { tableStyles } from '../shared/styles.ts';

type Noise = NonNullable<PlanQuery['noise']>;

/** One way to calibrate the noise. */
interface Rung {
  noise: Noise;
  title: string;
  /** sigma of the first phase for every ratio of `toleranceRatios`; null where nothing is proven. */
  sigma: (number | null)[];
}

const toleranceRatios = [0.5, 0.1, 0.01] as const;

/**
 * sigma of the first phase by calibration and tolerance, all with the same weights: those of the
 * paper's mu, which does not depend on the noise.
 */
export function askLadder(engine: TheoryEngine, settings: ReleaseSettings): Promise<Rung[]> {
  return Promise.all(
    group.noise.choices.map(async ({ value: noise, title }) => ({
      noise,
      title,
      sigma: await Promise.all(
        toleranceRatios.map((ratio) => askSigma(engine, settings, noise, ratio)),
      ),
    })),
  );
}

async function askSigma(
  engine: TheoryEngine,
  settings: ReleaseSettings,
  noise: Noise,
  toleranceRatio: number,
): Promise<number | null> {
  const query = planQuery({ ...settings, noise, toleranceRatio });
  const isProven = settings.epsilon < 1 || noise === 'analytic' || noise === 'zcdp';
  if (!isProven) return null;
  const { phases } = await engine.theory({ ...query, regularization: 'paper' });
  return releasedPart(phases, settings.method).noise[0];
}

/** sigma over that of the analytic calibration with the smallest tolerance. */
function factorOf(sigma: number | null, rungs: readonly Rung[]): number | null {
  const base = rungs.find(({ noise }) => noise === 'analytic')?.sigma.at(-1) ?? null;
  return sigma === null || base === null ? null : sigma / base;
}

export function ladderRows(rungs: readonly Rung[]) {
  const cell = (sigma: number | null) =>
    sigma === null
      ? 'only for ε below 1'
      : `${formatNumber(sigma)} (${formatNumber(factorOf(sigma, rungs))} ×)`;
  return {
    columns: ['Noise', ...toleranceRatios.map((ratio) => `Tolerance ρ = ${formatNumber(ratio)}`)],
    rows: rungs.map(({ title, sigma }) => [title, ...sigma.map(cell)]),
  };
}

export function ladderTable(rungs: readonly Rung[]): Table {
  return {
    columns: ['noise', 'toleranceRatio', 'sigma', 'factor'],
    rows: rungs.flatMap(({ noise, sigma }) =>
      sigma.map((one, index) => [noise, toleranceRatios[index], one, factorOf(one, rungs)]),
    ),
  };
}

/** What the same release costs in noise, by how the noise is calibrated. */
answerView('nd-noise-ladder-view', {
  heading: 'The noise ladder',
  waiting: 'Being computed…',
  styles: tableStyles,
  ask: askLadder,
  draw: (rungs, { method }) => html`
    <h2>${'The noise ladder'}</h2>
    ${dataTable({
      heading: 'σ by calibration and tolerance',
      note: noteOf(method),
      ...ladderRows(rungs),
      table: () => ladderTable(rungs),
    })}
  `,
});

function noteOf(method: ReleaseSettings['method']): string {
  const { isPhased } = methodFacts[method];
  const what = isPhased
    ? 'Standard deviation per coordinate in the first of equal phases, all with the weights of the paper’s μ'
    : 'Standard deviation per coordinate of x';
  return `${what}, in units of the parameters; in brackets, times the analytic one with ρ = 0.01. The printed noise counts with ρ = 1 whatever is certified.`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p>
    The solver does not matter: its answer is certified to be near the exact solution of a
    regularized problem. One record can move this solution only a little, and the noise covers both
    distances. Without strong convexity, a single release has one regularizer, which should be weak
    for an accurate solution and strong for little noise. Each phase starts where the last noisy one
    ended and regularizes more strongly, so the noise shrinks as the phases come nearer.
  </p>
  <p>
    The slopes show the gain: where noise dominates, the bound falls as 1/n instead of 1/√n, up to
    logarithms. With few records there is no gain, because the constants of the phases are larger.
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
