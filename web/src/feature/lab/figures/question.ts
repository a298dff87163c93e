import { LitElement, html } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../../host/define.ts';
import '../../../components/charts/panel-grid.ts';
import '../../../components/shared/csv-button.ts';
import { panelTable } from '../../../export/picture-table.ts';
import { shared } from '../../../styles/shared.ts';
import { Inquiry } from '../../../store/inquiry.ts';
import { awaited, refusal } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import type {
  Figure1Answer,
  TheoryEngine,
  Figure2Answer,
  Figure2Query,
  Column,
} from '../shared/queries.ts';
import { viewStyles } from '../shared/styles.ts';
import { question, choice, type ValuesOf } from '../shared/fields.ts';
import { plainSeries, type Picture } from '../../../chart/picture.ts';
import { linearRange } from '../../../chart/range.ts';
import { formatNumber } from '../../../format/number.ts';
import { momentumPicture, iterations, line } from '../shared/lines.ts';

const settings = {
  preset: choice(
    'Figure 1',
    {
      corrected: 'Corrected, with the exact error',
      'paper-figure-1': 'As published (μ = 0.1)',
      'paper-text': 'As the text says (μ = 0.5)',
    },
    'The text of the paper says μ = 0.5, but its figure shows μ = 0.1 with Nesterov’s rate instead of the heavy ball’s. Corrected: the heavy ball’s own rate, a bound that holds, and the exact error.',
  ),
  step: choice(
    'Step',
    [
      { value: '1', title: '1/L' },
      { value: '0.5', title: '0.5/L' },
      { value: '0.1', title: '0.1/L' },
    ],
    'The three steps of the figure.',
  ),
  noise: choice(
    'Noise per iteration',
    { '0.01': '0.01', '0.0001': '0.0001' },
    'The budget is spread over T steps, so each one gets noise of T times this standard deviation.',
  ),
};

type FigureSettings = ValuesOf<typeof settings>;

interface Saw {
  stages: number;
  formula: Figure2Answer;
  published: Figure2Answer;
}

const stages = [2, 3, 4, 5];

/** One panel of Figure 1, up to its 250 iterations. */
function askFigure1(
  engine: TheoryEngine,
  { preset, step, noise }: FigureSettings,
): Promise<Figure1Answer> {
  return engine.theory({
    query: 'figure-1',
    preset,
    stepSize: Number(step),
    noisePerIteration: Number(noise),
    iterations: 250,
  });
}

function askFigure2(engine: TheoryEngine): Promise<Saw[]> {
  return Promise.all(stages.map((count) => askSaw(engine, count)));
}

async function askSaw(engine: TheoryEngine, count: number): Promise<Saw> {
  const query = (form: Figure2Query['form']) =>
    engine.theory({ query: 'figure-2', form, stages: count });
  const [formula, published] = await Promise.all([query('formula-34'), query('published')]);
  return { stages: count, formula, published };
}

/** Figure 1, left: the rate by momentum. */
export function ratePicture(answer: Figure1Answer): Picture {
  const best = answer.curves.at(-1)?.momentum;
  const { momenta, rates } = answer;
  return momentumPicture(
    [plainSeries('Rate ρ', { x: momenta, y: rates }, { colorIndex: 0 })],
    best,
  );
}

/**
 * Figure 1, right: the logarithm of the bound at the end of a run of T iterations. With the exact
 * error known, that is the line and the bound its dashes.
 */
export function figure1Picture({ curves }: Figure1Answer): Picture {
  const series = curves.map(({ momentum, logBound, logExact }, index) => {
    const x = logBound.map((_, position) => position + 1);
    const label = `β = ${formatNumber(momentum)}`;
    const one = plainSeries(label, line(x, logExact ?? logBound), { colorIndex: index });
    return logExact === null ? one : { ...one, bound: line(x, logBound) };
  });
  const end = curves[0]?.logBound.length ?? 1;
  return {
    ...iterations,
    xTitle: 'iterations T of the whole run',
    yTitle: 'ln of the gap',
    scale: 'linear',
    series,
    xRange: [0, end],
    yRange: [-10, 10],
  };
}

/** Figure 2: the noise of each iteration of the multi-stage method, in both forms. */
export function figure2Picture(formula: Column, published: Column): Picture {
  const x = formula.map((_, index) => index + 1);
  return {
    ...iterations,
    yTitle: 'Noise',
    scale: 'linear',
    series: [
      plainSeries('As published', line(x, published), { colorIndex: 1, dashIndex: 2 }),
      plainSeries('By formula (34)', line(x, formula), { colorIndex: 0 }),
    ],
    xRange: [0, x.length],
    yRange: linearRange([0, ...formula]),
  };
}

const figure2Title = 'Figure 2: noise that is divided over stages';

/** Figures 1 and 2 of the paper, computed anew. */
@customElement('nd-figures-view')
export class FiguresView extends LitElement {
  static override styles = [shared, viewStyles];

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: FigureSettings;
  @state() private faded: readonly string[] = [];
  private readonly first = new Inquiry<Figure1Answer>(this);
  private readonly second = new Inquiry<Saw[]>(this);

  override willUpdate(): void {
    const { engine, settings } = this;
    this.first.ask(settings, () => askFigure1(engine, settings));
    this.second.ask('figure 2', () => askFigure2(engine));
  }

  override render() {
    return html`
      <h2>Figure 1: more steps, more noise</h2>
      ${this.figure1()}
      <h2>${figure2Title}</h2>
      ${this.figure2()}
    `;
  }

  private figure1() {
    const { answer, problem } = this.first;
    if (problem) return refusal(problem);
    if (answer === null) return awaited('Being computed…');
    const exact = answer.curves.every((curve) => curve.logExact !== null);
    const notes = exact
      ? 'Line: the exact error. Dashes: the corrected bound. Natural logarithms.'
      : 'The paper’s bound, in natural logarithms.';
    return html`<div class="charts">
      <nd-lab-chart
        heading="The error at the end of a run of T iterations"
        .picture=${figure1Picture(answer)}
        notes=${notes}
      ></nd-lab-chart>
      <nd-lab-chart
        heading="The rate by momentum"
        .picture=${ratePicture(answer)}
        notes="The dotted upright line is Nesterov’s momentum for this step."
      ></nd-lab-chart>
    </div>`;
  }

  /** Waits for what stands above it, which would move it from under the reader's hand. */
  private figure2() {
    const { answer, problem } = this.second;
    if (problem) return refusal(problem);
    const isBelowNothing = this.first.answer === null && this.first.problem === '';
    if (answer === null || isBelowNothing) return awaited('Being computed…');
    const panels = answer.map(({ stages: count, formula, published }) => ({
      key: String(count),
      title: `${count} stages`,
      picture: figure2Picture(formula.noise, published.noise),
    }));
    return html`<nd-csv-button
        .heading=${figure2Title}
        .table=${() => panelTable(panels)}
      ></nd-csv-button>
      <nd-panel-grid .panels=${panels} .faded=${this.faded} @nd-view=${this.fade}></nd-panel-grid>
      <p class="small quiet">
        Noise of each iteration in units of S₁/(nε). The published curve lies underneath and is
        visible where it differs, at the ends of stages.
      </p>`;
  }

  private fade(event: CustomEvent<{ faded?: string[] }>): void {
    event.stopPropagation();
    this.faded = event.detail.faded ?? this.faded;
  }
}

const figure1Story = html`<section>
  <h2>Why Figure 1?</h2>
  <p>
    With a fixed budget, T steps mean T times the noise in each step. So a longer run first gains
    and then loses, and the best T is smaller if the noise is larger. As published, Nesterov’s
    momentum has the lowest minimum at every step size, and beyond the minimum the largest momentum
    ends highest.
  </p>
  <p class="quiet small">
    Kuru et al., Figure 1: a quadratic in two dimensions, L = 1, start of squared distance 5.
  </p>
</section>`;

const figure2Story = html`<section>
  <h2>Why Figure 2?</h2>
  <p class="formula">
    ${formula('{nεb_t}÷S_1 = {∑_ja_j^{1/3}}÷a_t^{1/3}', 'n epsilon b t over S 1 equals the sum of all a j to the one third, over a t to the one third')}
  </p>
  <p>
    Within a stage, later noise matters more, so the noise shrinks. A new stage has smaller steps,
    which dampen noise, so more noise is allowed. The published plot lacks a factor of 2 at the last
    iteration of each stage.
  </p>
  <p class="quiet small">Kuru et al., Figure 2: κ = 20, in units of S₁/(nε).</p>
</section>`;

const story = html`${figure1Story}${figure2Story}`;

export const figures = question({
  title: 'Figures',
  settings,
  settingsFirst: true,
  story,
  view: (engine, values) =>
    html`<nd-figures-view .engine=${engine} .settings=${values}></nd-figures-view>`,
});
