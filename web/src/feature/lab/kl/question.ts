import { html, nothing } from 'lit';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { plainTable } from '../../../components/shared/plain-table.ts';
import { verdictLines, type Verdict } from '../shared/told.ts';
import { askKl, settings, type KlAnswer, type Promises, type KlSettings } from './model.ts';
import { question } from '../shared/fields.ts';
import { plainSeries, type Line, type Picture } from '../../../chart/picture.ts';
import { logRange } from '../../../chart/range.ts';
import { isPositive, plain, logLog } from '../shared/lines.ts';
import { formatCount, formatCounted, formatNumber } from '../../../format/number.ts';

/** What each line is; lineSentences() in words.ts says more. */
const lines: readonly [name: keyof Promises, label: string][] = [
  ['spider', 'KL Spider, certified'],
  ['printed', 'KL Spider, printed'],
  ['adaptive', 'Adaptive GD, certified'],
  ['proximal', 'Proximal, certified'],
  ['rate', 'x^κ, a rate'],
  ['lowest', 'Theorem 8, from below'],
];

/** The promised gap against the number of records. */
export function promisePicture({ over }: KlAnswer, { samples }: KlSettings): Picture {
  const series = lines.flatMap(([name, label], index) => {
    const line = lineOf(over, name);
    return line.y.some(isPositive) ? [plainSeries(label, line, { colorIndex: index })] : [];
  });
  return {
    ...logLog,
    xTitle: 'records n',
    yTitle: 'gap at the end',
    series,
    xRange: [over[0].samples, over[over.length - 1].samples],
    yRange: logRange(series.flatMap(({ median }) => median)),
    mark: samples,
  };
}

function lineOf(over: readonly Promises[], name: keyof Promises): Line {
  return { x: over.map(({ samples }) => samples), y: over.map((one) => one[name]) };
}

/** The targets of a plan, round by round or step by step; null where it has none that can be drawn. */
export function targetPicture({ here: { spider, proximal } }: KlAnswer): Picture | null {
  const rounds = spider?.schedule;
  const steps = proximal?.schedule;
  const parts: [string, Line][] = [
    ...(rounds
      ? ([
          ['Spider’s target Φₖ', { x: rounds.round, y: rounds.target }],
          ['Spider’s threshold', { x: rounds.round, y: rounds.threshold }],
          ['Spider’s noise', { x: rounds.round, y: rounds.freshNoise }],
        ] as [string, Line][])
      : []),
    ...(steps
      ? ([['Proximal target Φₜ', { x: steps.step, y: steps.target }], ['Proximal weight Λₜ', { x: steps.step, y: steps.weight }]] as [string, Line][]) // prettier-ignore
      : []),
  ];
  if (parts.length === 0) return null;
  const series = parts.map(([label, line], index) =>
    plainSeries(label, line, { colorIndex: index }),
  );
  return {
    ...plain,
    scale: 'log',
    xTitle: rounds ? 'round' : 'proximal step',
    yTitle: 'targets and noise',
    series,
    xRange: [1, Math.max(2, ...series.map(({ x }) => x.at(-1) ?? 1))],
    yRange: logRange(series.flatMap(({ median }) => median)),
  };
}

/** Which method promises the smaller gap here, and whether that is worth anything. */
export function klVerdict(
  { here: { spider, adaptive, proximal }, needed }: KlAnswer,
  { targetGap, rho, samples }: KlSettings,
): Verdict {
  const offers = [
    spider && !spider.isVacuous ? { name: 'KL Spider', gap: spider.promisedGap } : null,
    adaptive && !adaptive.isVacuous ? { name: 'Adaptive GD', gap: adaptive.bound.total } : null,
    proximal && !proximal.isVacuous && proximal.provenGap !== null
      ? { name: 'The proximal point method', gap: proximal.provenGap }
      : null,
  ].filter((offer) => offer !== null);
  const text =
    needed === null
      ? ''
      : `For a gap of ${formatNumber(targetGap)} KL Spider needs ρ = ${formatNumber(needed.rho)} with these ${formatCounted(samples, 'record')}, or ${formatCounted(needed.samples, 'record')} with ρ = ${formatNumber(rho)}.`;
  if (offers.length === 0) {
    return { title: 'Nothing better than the start is promised here.', text, bad: true };
  }
  const best = offers.reduce((one, other) => (other.gap < one.gap ? other : one));
  return { title: `${best.name} promises a gap of ${formatNumber(best.gap)}.`, text };
}

/** What the lines of the promises are, and what they rest on; of those alone that are drawn. */
export function lineSentences({ here: { spider, adaptive, proximal } }: KlAnswer): string[] {
  return [
    'Certified: proven for what the engine runs with this budget, with probability 1 − β where γ and κ hold.',
    spider
      ? 'KL Spider: the target of its last round; as printed, the floor of Theorem 1, whose loop costs up to 2.25 ρ with replaced records and is not certified.'
      : '',
    adaptive ? 'Adaptive GD: Theorem 4, derived again with consistent units.' : '',
    proximal
      ? 'Proximal: growing weights, each step solved as in Theorem 9, with explicit constants.'
      : '',
    proximal?.inner?.wasCapped
      ? 'Its inner solver ends at a cap on its iterations, beyond which more records do not help.'
      : '',
    'x = γ L₀ √d / (n √ρ): by Corollary 1 no ρ-zCDP method has a faster rate on all problems with this κ, for κ up to 2 and bounded away from 1; constant and logarithms are open.',
    proximal
      ? 'Theorem 8: ¼ (1/(n ε))^κ, which no (ε, δ) method beats on its own hard problem, whatever γ is set here.'
      : '',
  ].filter((sentence) => sentence !== '');
}

/** In which ways the numbers contradict each other, each once. */
export function contradictionsOf({ here }: KlAnswer): string[] {
  const all = [here.spider, here.adaptive, here.proximal].flatMap(
    (one) => one?.contradictions ?? [],
  );
  return [...new Set(all)];
}

type Facts = Record<string, number | null>;

/** What the plans come to, by method. */
export function planFacts({ here: { spider, adaptive, proximal } }: KlAnswer): [string, Facts][] {
  return [
    ...(spider
      ? [
          [
            'KL Spider',
            {
              'Promised gap': spider.promisedGap,
              Rounds: spider.rounds,
              'Steps at most': spider.steps,
              'How far it may move': spider.radius,
              'How far minimizers can be': spider.distance,
              'zCDP of all rounds': spider.cost,
              'With equal rounds (baseline)': spider.equalRounds?.gapOfSomeIterate ?? null,
            },
          ] as [string, Facts],
        ]
      : []),
    ...(adaptive
      ? [
          [
            'Adaptive GD',
            {
              'Bound, the largest of four': adaptive.bound.total,
              'Of the noisy norms': adaptive.bound.normNoise,
              'Of the budget for gradients': adaptive.bound.gradientBudget,
              'Of the least noise': adaptive.bound.noiseFloor,
              'Of the number of norms': adaptive.bound.queryCap,
              'Noisy norms at most': adaptive.setting.mostNormQueries,
              'Fixed noise, knowing γ and κ: mean gap': adaptive.fixedNoise?.expectedGap ?? null,
            },
          ] as [string, Facts],
        ]
      : []),
    ...(proximal
      ? [
          [
            'Proximal point',
            {
              'Proven gap': proximal.provenGap,
              'Proximal steps': proximal.outerSteps,
              'Gradients of the whole run, in passes': proximal.passes,
              'How far it may move': proximal.radius,
              'zCDP of all steps': proximal.cost,
            },
          ] as [string, Facts],
        ]
      : []),
  ];
}

/** The same condition in other words. */
export function conversionFacts({ conversions }: KlAnswer): [string, string][] {
  const { klExponent, klConstant, plConstant, lojasiewicz, plainConstant, growth, start } =
    conversions;
  const pair = (constant: number, exponent: number) =>
    `${formatNumber(constant)}, ${formatNumber(exponent)}`;
  return [
    ['KL: γ, κ', pair(klConstant, klExponent)],
    ['Polyak–Łojasiewicz: μ', plConstant === null ? 'only of κ = 2' : formatNumber(plConstant)],
    ['Łojasiewicz: C, θ', pair(lojasiewicz.constant, lojasiewicz.exponent)],
    [
      'Without exponent: g',
      plainConstant === null ? 'beyond all numbers' : formatNumber(plainConstant),
    ],
    [
      'Growth that follows: λ, τ',
      growth === null ? 'none of κ = 1' : pair(growth.constant, growth.exponent),
    ],
    [
      'From F₀: distance to a minimum, at most',
      (start?.distance ?? null) === null ? 'unknown' : formatNumber(start!.distance),
    ],
  ];
}

/** A count is told as one. */
function factText(value: number | null): string {
  return value !== null && Number.isInteger(value) ? formatCount(value) : formatNumber(value);
}

/** What the methods for the KL condition promise, what they plan, and what the condition says in other words. */
answerView('nd-kl-view', {
  heading: 'The KL condition',
  waiting: 'Planning…',
  ask: askKl,
  draw(found, settings) {
    const targets = targetPicture(found);
    return html`
      <h2>What is guaranteed under the KL condition</h2>
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
    The KL condition only says that the gradient is long where the gap is large. This is enough to
    descend without convexity. With noise, κ decides the rate: the gap falls as n to the power −κ
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
