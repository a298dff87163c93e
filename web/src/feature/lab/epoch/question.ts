import { html } from 'lit';
import { emit } from '../../../components/shared/events.ts';
import { formatCount, formatNumber } from '../../../format/number.ts';
import { answerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import { verdictLines, type Verdict } from '../shared/told.ts';
import { question, choice, logCount, number, type ValuesOf } from '../shared/fields.ts';
import { logLog } from '../shared/lines.ts';
import { conditionNumber, inSteps } from '../shared/settings.ts';
import { type Line, plainSeries, type Picture } from '../../../chart/picture.ts';
import type { EpochAnswer, TheoryEngine } from '../shared/queries.ts';

const settings = {
  lemma: choice(
    'Variance lemma',
    { paper: 'As printed', tight: 'Tight' },
    'The printed proof counts the variance of a step twice. The noise is independent and centred, so once is enough: steps may then be twice as long, and epochs half as long.',
  ),
  conditionNumber: conditionNumber(
    'L/μ. An epoch must be long enough to forget its start along the flattest direction.',
  ),
  step: number(
    'Step η',
    [1e-3, 0.0208, 0.3],
    'With short steps, an epoch does not get far; with long steps, its own variance keeps it from contracting. The paper prints 1/12, but the condition needs less than 1/24.',
    { ...inSteps, scale: 'log' },
  ),
  length: logCount(
    'Epoch length m',
    [1, 20_000, 1e8],
    'Inner steps between two exact gradients. Each of them adds noise, so longer epochs cost budget.',
  ),
};

type EpochSettings = ValuesOf<typeof settings>;

// What the parts of the lab about empirical risk minimization ask the engine. L is 1 throughout.

interface Epochs {
  answer: EpochAnswer;
  /** A by step at this epoch length, and with endless epochs. */
  bySteps: { here: Line; endless: Line };
  /** A by epoch length at this step. */
  byLengths: Line;
}

/** Longer than any epoch: what is left of A is due to the step. */
const endless = 1e12;

export async function askEpochs(engine: TheoryEngine, settings: EpochSettings): Promise<Epochs> {
  const { lemma, conditionNumber, step, length } = settings;
  const common = {
    query: 'svrg-contraction',
    lemma,
    strongConvexity: 1 / conditionNumber,
    smoothness: 1,
    stepSize: step,
    innerIterations: length,
  } as const;
  const steps = spread([largestStep(lemma) / 200, largestStep(lemma)], 160);
  const lengths = spread(lengthRange(settings), 120);
  const [across, along] = await Promise.all([
    engine.theory({ ...common, steps, lengths: [length, endless] }),
    engine.theory({ ...common, steps: [step], lengths }),
  ]);
  const columnOf = (index: number) => (across.map ?? []).map((row) => row[index]);
  return {
    answer: along,
    bySteps: {
      here: { x: steps, y: columnOf(0) },
      endless: { x: steps, y: columnOf(1) },
    },
    byLengths: { x: lengths, y: along.map?.[0] ?? [] },
  };
}

/** Beyond it the theorem has no bound. */
function largestStep(lemma: EpochSettings['lemma']): number {
  return lemma === 'paper' ? 1 / 8 : 1 / 4;
}

/** Three decades below and above what the theorem takes, and the chosen length in any case. */
function lengthRange({ conditionNumber, length }: EpochSettings): [number, number] {
  const usual = 200 * conditionNumber;
  return [Math.max(1, Math.min(usual / 100, length)), Math.max(usual * 100, length)];
}

/** Numbers from one end to the other, evenly on a logarithmic scale. */
function spread([low, high]: readonly [number, number], count: number): number[] {
  return Array.from({ length: count }, (_, index) => low * (high / low) ** (index / (count - 1)));
}

/** A above this is of no interest: such an epoch makes the bound worse. */
const highest = 1.5;

/** A by step; grey dots are condition (4). */
export function stepPicture({ bySteps }: Epochs, { step }: EpochSettings): Picture {
  const { here, endless } = bySteps;
  return {
    ...contraction,
    xTitle: 'step η, in units of 1/L',
    series: [
      plainSeries('At this epoch length', here, { colorIndex: 0 }),
      plainSeries('With endless epochs', endless, { colorIndex: 1 }),
    ],
    xRange: [here.x[0], here.x.at(-1) ?? 1],
    mark: step,
  };
}

/** A by epoch length. */
export function lengthPicture({ byLengths }: Epochs, { length }: EpochSettings): Picture {
  return {
    ...contraction,
    xTitle: 'epoch length m',
    series: [plainSeries('At this step', byLengths, { colorIndex: 0 })],
    xRange: [byLengths.x[0] ?? 1, byLengths.x.at(-1) ?? 10],
    mark: length,
  };
}

const contraction = {
  ...logLog,
  scale: 'linear',
  yTitle: 'Contraction A of an epoch',
  optimum: 0.5,
  yRange: [0, highest],
} as const;

/** Whether an epoch contracts, and what would help. */
export function epochVerdict({ epoch, largestStep }: EpochAnswer): Verdict {
  const { factor, holds, shortestEpoch, innerIterations } = epoch;
  const most = `Steps have to stay below ${formatNumber(largestStep)} of 1/L.`;
  if (factor === null) {
    return { title: 'No bound: the step is too long for the proof', text: most, bad: true };
  }
  const contraction = `A = ${formatNumber(factor)}`;
  if (holds) {
    const spare =
      shortestEpoch !== null && shortestEpoch < innerIterations
        ? `Epochs of ${formatCount(shortestEpoch)} steps would do at this step size.`
        : 'No shorter epoch would do at this step size.';
    const title = `${contraction}: each epoch more than halves what is left of the gap`;
    return { title, text: `Condition (4), A < ½, holds. ${spare}`, bad: false };
  }
  const title =
    factor < 1
      ? `${contraction}: the gap shrinks, but not by half`
      : `${contraction}: nothing is proven to shrink`;
  const help =
    shortestEpoch === null
      ? `${most} No epoch length makes up for a longer one.`
      : `At this step size epochs need at least ${formatCount(shortestEpoch)} steps.`;
  return { title, text: `Condition (4), A < ½, fails. ${help}`, bad: true };
}

/** How much of the gap an epoch of DP-SVRG leaves, by its step and its length. */
answerView('nd-epoch-view', {
  heading: 'Epoch contraction',
  ask: askEpochs,
  draw: (found, settings, host) => html`
    <h2>What an epoch leaves of the gap</h2>
    ${verdictLines(epochVerdict(found.answer))}
    <div class="charts">
      <nd-lab-chart
        heading="A by step, with epochs of ${formatCount(settings.length)}"
        .picture=${stepPicture(found, settings)}
        notes="Grey dots: condition (4), A = ½. The upright line is the step that is set."
      ></nd-lab-chart>
      <nd-lab-chart
        heading="A by epoch length, with step ${formatNumber(settings.step)}/L"
        .picture=${lengthPicture(found, settings)}
        notes="Longer epochs help until only the step’s own share is left; each inner step is one more noisy release."
      ></nd-lab-chart>
    </div>
    ${tries(found, host)}
  `,
});

function tries({ answer }: Epochs, host: HTMLElement) {
  const { theory, epoch } = answer;
  const set = (step: number, length: number) => {
    emit(host, 'nd-edit', { path: 'epoch.step', value: Number(step.toPrecision(4)) });
    emit(host, 'nd-edit', { path: 'epoch.length', value: length });
  };
  return html`<div class="tries" role="group" aria-label="Try">
    <span class="small quiet">Try</span>
    <button @click=${() => set(theory.stepSize, theory.innerIterations)}>
      the theorem’s choice
    </button>
    <button @click=${() => set(1 / 12, epoch.innerIterations)}>the printed step, 1/12</button>
    <button
      ?disabled=${epoch.shortestEpoch === null}
      @click=${() => set(epoch.stepSize, epoch.shortestEpoch ?? epoch.innerIterations)}
    >
      the shortest epoch
    </button>
  </div>`;
}

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">
    ${formula('A = 1÷{η(1−8Lη)μm} + {8Lη(m+1)}÷{m(1−8Lη)}', 'A equals 1 over eta times 1 minus 8 L eta times mu m, plus 8 L eta times m plus 1 over m times 1 minus 8 L eta', true)}
  </p>
  <p>
    An epoch of DP-SVRG starts at the average of the previous one. The first term is what remains of
    the gap at that start; it shrinks as the epoch gets longer. The second term is the effect of the
    step’s own variance, however long the epoch is: it exceeds ½ by itself once η is 1/(24&nbsp;L).
    The theorem is printed for η up to 1/(12&nbsp;L), where A is above 2.
  </p>
  <p class="quiet small">Wang, Ye and Xu, Theorem 4.2; the tight lemma has 4 instead of 8.</p>
</section>`;

export const epoch = question({
  title: 'Epochs',
  settings,
  story,
  view: (engine, values) =>
    html`<nd-epoch-view .engine=${engine} .settings=${values}></nd-epoch-view>`,
});
