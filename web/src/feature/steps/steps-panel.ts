import { LitElement, css, html, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { paletteSize } from '../../chart/palette.ts';
import type { AlgorithmPlan, Catalogue } from '../../engine/types.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import { planOf, type Curve } from '../../results/collection.ts';
import { spentRange, stopsOf, toldRuns, type ToldRun } from '../../results/steps.ts';
import { stepColumns, tellsPhases, titleOf, type StepColumn } from '../../results/step-columns.ts';
import type { ExperimentPicture } from '../../store/picture.ts';
import { panel, shared } from '../../styles/shared.ts';
import '../../components/charts/small-chart.ts';
import type { SmallSeries } from '../../components/charts/small-chart.ts';
import { emit } from '../../components/shared/events.ts';
import { repeatMenu, repeatMenuStyles } from '../../components/shared/repeat-menu.ts';
import { swatch, swatchStyles } from '../../components/shared/swatch.ts';

/** An algorithm whose steps tell something, and its runs so far. */
interface Teller {
  curve: Curve;
  colorIndex: number;
  columns: readonly StepColumn[];
  plan: AlgorithmPlan | undefined;
  runs: readonly ToldRun[];
}

/** What adaptive runs decide on the way: what they spent of their cap, their noise, and why they ended. */
@customElement('nd-steps-panel')
export class StepsPanel extends LitElement {
  static override styles = [
    shared,
    panel,
    swatchStyles,
    repeatMenuStyles,
    css`
      .name {
        display: flex;
        align-items: center;
        gap: 8px;
        margin-top: 12px;
        font-size: var(--text-small);
        font-weight: 550;
      }
      .meter {
        position: relative;
        height: 8px;
        margin: 6px 0 4px;
        border-radius: 4px;
        background: var(--hairline);
        overflow: hidden;
      }
      .meter span {
        position: absolute;
        inset: 0 auto 0 0;
        background: currentColor;
        transition: width 120ms;
      }
      /* From the run that spent least to the one that spent most. */
      .meter .between {
        opacity: 0.35;
      }
      .line {
        display: flex;
        justify-content: space-between;
        gap: 8px;
        font-size: var(--text-small);
      }
      ul {
        margin: 4px 0 0;
        padding: 0;
        list-style: none;
      }
      li {
        margin-top: 4px;
        font-size: var(--text-small);
      }
      h3 {
        margin: 12px 0 4px;
        padding-right: 36px;
      }
      .none {
        color: var(--ink-quiet);
      }
    `,
  ];

  @property({ attribute: false }) catalogue: Catalogue | null = null;
  @property({ attribute: false }) picture: ExperimentPicture | null = null;
  /** Of the runs whose steps are drawn, the one of each algorithm. */
  @state() private repeat = 0;

  override render() {
    const tellers = this.tellers();
    if (tellers.length === 0) return nothing;
    const repeats = Math.max(...tellers.map(({ runs }) => runs.length));
    return html`<section aria-labelledby="title" @focusin=${this.explain}>
      <header>
        <h2 id="title">Step by step</h2>
        ${repeatMenu(repeats, this.repeat, (repeat) => (this.repeat = repeat))}
      </header>
      ${tellers.map((teller) => this.summary(teller))} ${this.charts(tellers)}
    </section>`;
  }

  private tellers(): Teller[] {
    const { catalogue, picture } = this;
    if (picture === null) return [];
    const { collection, experiment, plan } = picture;
    const telling = collection.curves
      .map((curve) => ({ curve, columns: stepColumns(catalogue, curve.algorithm) }))
      .filter(({ columns }) => columns.length > 0 && !tellsPhases(columns));
    if (telling.length === 0) return [];
    const names = new Set(telling.flatMap(({ columns }) => columns.map(({ name }) => name)));
    const runs = toldRuns(picture, [...names]);
    const isSingle = experiment.algorithms.length === 1;
    return telling.map(({ curve, columns }, rank) => ({
      curve,
      columns,
      colorIndex: isSingle ? rank : curve.entry,
      plan: planOf(curve, plan),
      runs: runs.filter(({ group }) => group === curve.group),
    }));
  }

  private summary(teller: Teller) {
    const { curve, colorIndex, runs } = teller;
    return html`<div class="name">${swatch(colorIndex)} ${curve.label}</div>
      ${budget(teller)} ${endings(runs)}`;
  }

  /** A small chart for each number that any of them tells; one that never changes is said in words. */
  private charts(tellers: readonly Teller[]) {
    const all = tellers.flatMap(({ columns }) => [...columns]);
    return [...new Set(all.map(({ name }) => name))].map((name) => {
      const series = tellers.flatMap((teller) => this.series(teller, name));
      const alike = all.filter((column) => column.name === name);
      const title = titleOf(alike);
      const description = [...new Set(alike.map((column) => column.description))].join(' / ');
      const values = series.flatMap(({ y }) => y);
      if (values.length === 0) return nothing;
      if (new Set(values).size === 1) {
        return html`<p class="line">
          <span title=${description}>${title}</span> ${formatNumber(values[0])}
        </p>`;
      }
      return html`<h3 title=${description}>${title}</h3>
        <nd-small-chart
          label="${title} by iteration"
          xName="iteration"
          yName=${name}
          ?log=${isWide(values)}
          .series=${series}
        ></nd-small-chart>`;
    });
  }

  /** The points of the chosen repeat that have such a number. */
  private series({ curve, colorIndex, runs }: Teller, name: string): SmallSeries[] {
    const run = runs.find(({ repeat }) => repeat === this.repeat) ?? runs.at(0);
    const values = run?.columns[name] ?? [];
    const told = values.flatMap((value, index) => (Number.isFinite(value) ? [index] : []));
    if (run === undefined || told.length === 0) return [];
    const x = told.map((index) => run.iteration[index]);
    return [{ label: curve.label, colorIndex, x, y: told.map((index) => values[index]) }];
  }

  private explain(): void {
    emit(this, 'nd-explain', {
      title: 'Step by step',
      text: 'These algorithms choose noise, rounds or their end as they go, from numbers that are released with noise, or they have levels that were drawn before the run. This table follows only from those; it contains no exact figure of the data.',
    });
  }
}

/** Whether values lie over decades, so that a linear axis would hide the small ones. */
function isWide(values: readonly number[]): boolean {
  const least = values.reduce((low, value) => Math.min(low, value));
  const most = values.reduce((high, value) => Math.max(high, value));
  return least > 0 && most / least >= 10;
}

/** What runs have spent of what they may: a bar to the median, and paler to the most. */
function budget({ plan, runs, colorIndex }: Teller) {
  const range = spentRange(runs);
  const isRho = plan?.privacy.notion === 'zcdp';
  const cap = (isRho ? plan.privacy.rho : plan?.privacy.epsilon) ?? null;
  if (range === null || cap === null) return nothing;
  const [least, median, most] = range;
  const sign = isRho ? 'ρ' : 'ε';
  const text =
    least === most
      ? formatNumber(median)
      : `${formatNumber(median)} (${formatNumber(least)}–${formatNumber(most)})`;
  const share = (value: number) => `${Math.min(100, (100 * value) / cap)}%`;
  return html`<div
      class="meter"
      role="meter"
      aria-label="${sign} spent"
      aria-valuemin="0"
      aria-valuemax=${cap}
      aria-valuenow=${median}
      aria-valuetext="${text} of ${formatNumber(cap)}"
      .style=${`color: var(--series-${colorIndex % paletteSize})`}
    >
      <span class="between" .style=${`width: ${share(most)}`}></span>
      <span .style=${`width: ${share(median)}`}></span>
    </div>
    <p class="line">
      <span>${sign} spent ${text}</span><span class="quiet">cap ${formatNumber(cap)}</span>
    </p>`;
}

function endings(runs: readonly ToldRun[]) {
  const stops = stopsOf(runs);
  if (stops.length === 0) return nothing;
  const isOne = runs.length === 1;
  return html`<ul aria-label="Why runs ended">
    ${stops.map(({ text, count }) => html`<li>${isOne ? nothing : html`<span class="quiet">${formatCounted(count, 'run')}:</span>`} ${text}</li>`)}
  </ul>`;
}
