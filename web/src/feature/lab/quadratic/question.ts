import { html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { customElement } from '../../../host/define.ts';
import { segmentStyles } from '../../../components/fields/segments.ts';
import '../../../components/shared/csv-button.ts';
import { emit } from '../../../components/shared/events.ts';
import { Inquiry } from '../../../store/inquiry.ts';
import { shared } from '../../../styles/shared.ts';
import { AnswerView } from '../shared/answer-view.ts';
import '../../../components/charts/lab-chart.ts';
import { formula } from '../../../components/shared/formula.ts';
import type { MapAnswer, QuadraticAnswer } from '../shared/queries.ts';
import { verdictLines } from '../shared/told.ts';
import { viewStyles } from '../shared/styles.ts';
import {
  askMap,
  askRuns,
  type Runs,
  quadraticPicture,
  type QuadraticSettings,
  mapWords,
  placeWords,
  quadraticVerdict,
  settings,
} from './model.ts';
import { mapTable, planeOf, shadingOf, type Shade, type Shading } from './stability.ts';
import './stability-map.ts';
import { question } from '../shared/fields.ts';

const mapTitle = 'Every step and momentum';

/** The toy: a quadratic whose error is known exactly, with step and momentum under the hand. */
@customElement('nd-quadratic-view')
export class QuadraticView extends AnswerView<QuadraticSettings, Runs> {
  static override styles = [shared, viewStyles, segmentStyles];

  protected override readonly heading = 'Quadratic lab';
  protected override readonly ask = askRuns;
  @state() private shade: Shade = 'noise';
  private readonly map = new Inquiry<MapAnswer>(this);
  private painted: { answer: MapAnswer; shade: Shade; shading: Shading } | null = null;

  override willUpdate(): void {
    super.willUpdate();
    const { engine, settings } = this;
    const { method, conditionNumber, spectrum, dimension } = settings;
    this.map.ask([method, conditionNumber, spectrum, dimension], () => askMap(engine, settings));
  }

  protected override draw(runs: Runs) {
    const { chosen, descent } = runs;
    return html`
      <h2>What momentum does to noise</h2>
      ${verdictLines(quadraticVerdict(chosen, descent))}
      <div class="charts wide-first">
        <nd-lab-chart
          heading="The exact error, iteration by iteration"
          .picture=${quadraticPicture(chosen, descent)}
          .notes=${notes(runs)}
        ></nd-lab-chart>
        <div class="first-on-phone">${this.stabilityMap(chosen)}</div>
      </div>
    `;
  }

  private stabilityMap(chosen: QuadraticAnswer) {
    const { settings, shade } = this;
    const flat = settings.method === 'gradient-descent';
    const plane = planeOf(settings.method);
    const { answer } = this.map;
    // The engine's formula for it holds for steps up to 1/L.
    const best = !flat && settings.step <= 1 ? chosen.rateOptimalMomentum : null;
    return html`<div class="head">
        <h3>${mapTitle}</h3>
        ${
          answer === null
            ? nothing
            : html`<nd-csv-button
                .heading=${mapTitle}
                .table=${() => mapTable(plane, answer)}
              ></nd-csv-button>`
        }
        <span class="segments" role="group" aria-label="Colour">
          ${this.shadeButton('noise', 'Noise')} ${this.shadeButton('speed', 'Speed')}
        </span>
      </div>
      <nd-stability-map
        .plane=${plane}
        .answer=${answer}
        .shading=${answer && this.shading(answer)}
        .shade=${shade}
        .step=${settings.step}
        .momentum=${settings.momentum}
        .bestMomentum=${best}
        .flat=${flat}
        .words=${placeWords(settings.step, flat ? 0 : settings.momentum, chosen)}
        @nd-edit=${this.fromMap}
      ></nd-stability-map>
      <p class="small quiet fastest">${answer ? mapWords(plane, answer) : nothing}</p>
      <div class="tries" role="group" aria-label="Try">
        <span class="small quiet">Try</span>
        <button @click=${() => this.set({ step: 1, momentum: 0 })}>no momentum</button>
        <button ?disabled=${best === null} @click=${() => this.set({ momentum: best ?? 0 })}>
          best rate
        </button>
        <button ?disabled=${flat} @click=${() => this.set({ momentum: 0.97 })}>too much</button>
      </div>`;
  }

  /** The map's colours; they stay the same while only the marker moves. */
  private shading(answer: MapAnswer): Shading {
    const { shade } = this;
    if (this.painted?.answer !== answer || this.painted.shade !== shade) {
      this.painted = { answer, shade, shading: shadingOf(answer, shade) };
    }
    return this.painted.shading;
  }

  private shadeButton(shade: Shade, title: string) {
    return html`<button
      aria-pressed=${this.shade === shade ? 'true' : 'false'}
      @click=${() => (this.shade = shade)}
    >
      ${title}
    </button>`;
  }

  /** The map knows its axes, this view which settings they are. */
  private fromMap(event: CustomEvent<{ path: string; value: number; dragging: boolean }>): void {
    event.stopPropagation();
    const { path, value, dragging } = event.detail;
    emit(this, 'nd-edit', { path: `quadratic.${path}`, value, dragging });
  }

  private set(values: Partial<QuadraticSettings>): void {
    for (const [name, value] of Object.entries(values)) {
      emit(this, 'nd-edit', { path: `quadratic.${name}`, value: shortened(value) });
    }
  }
}

function notes({ chosen, descent }: Runs): string {
  return [
    chosen.noiseFloor === null ? '' : 'Dotted: the noise floor.',
    chosen.bound === null ? '' : 'Thin dashes: the theorem’s bound.',
    descent === null ? '' : 'Grey: gradient descent with the same step and noise.',
  ]
    .filter(Boolean)
    .join(' ');
}

function shortened(value: string | number): string | number {
  return typeof value === 'number' ? Number(value.toPrecision(3)) : value;
}

/** One method's step, with noise: Kuru et al., eq. 9. */
const heavyBallStep = formula(
  'x_{t+1} = x_t − α{(∇F(x_t) + w_t)} + β{(x_t − x_{t−1})}',
  'x t plus 1 equals x t minus alpha times gradient plus noise, plus beta times x t minus x t minus 1',
  true,
);

const story = html`<section>
  <h2>Why?</h2>
  <p class="formula">${heavyBallStep}</p>
  <p>
    On a quadratic, every coordinate is a linear recursion, so the expected error is known exactly:
    what remains of the initial gap, and what the noise w has added. Momentum β repeats the last
    move. This forgets the start sooner, but it also repeats the noise of the last move. After a
    while only the noise remains: the floor. A small step lowers the floor, but it takes longer to
    reach it.
  </p>
  <p class="quiet small">Kuru et al., Theorem 3.5, in its corrected form.</p>
</section>`;

export const quadratic = question({
  title: 'Quadratic',
  settings,
  story,
  idle: ({ method }) => (method === 'gradient-descent' ? ['momentum'] : []),
  view: (engine, values) =>
    html`<nd-quadratic-view .engine=${engine} .settings=${values}></nd-quadratic-view>`,
});
