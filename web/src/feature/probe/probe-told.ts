// What a probe has found: its points, lines and sentences. It comes with the first probe.
import { html, nothing, LitElement, css, svg } from 'lit';
import type { Experiment, PlanReport, ProbeReport } from '../../engine/types.ts';
import { formatNumber, formatCount, formatCounted } from '../../format/number.ts';
import { isOfProblem } from '../../experiment/sweep.ts';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { logRange, type Range } from '../../chart/range.ts';
import { logTicks } from '../../chart/ticks.ts';
import type { Table } from '../../export/csv.ts';
import { shared, smallPicture } from '../../styles/shared.ts';
import { placing, type Place } from '../../components/charts/small-chart.ts';
import '../../components/shared/csv-button.ts';

/** The condition gap <= (constant norm)^exponent. */
export type Condition = Pick<NonNullable<PlanReport['constants']['kl']>, 'exponent' | 'constant'>;

/** A point of the space: how far the objective lies above its optimum there, and how long its gradient is. */
export interface Sight {
  gap: number;
  norm: number;
}

/** A line through the picture of logarithms: ln gap = slope ln norm + offset. */
export interface LogLine {
  slope: number;
  offset: number;
}

/** Values this close are the same but for rounding. */
const slack = 1e-9;

/** The points of a probe that a picture of logarithms can show. */
export function cloudOf({ gaps, gradientNorms }: ProbeReport): Sight[] {
  return gaps.flatMap((gap, index) => {
    const norm = gradientNorms[index];
    return gap !== null && norm !== null && gap > 0 && norm > 0 ? [{ gap, norm }] : [];
  });
}

/** Where the condition holds with equality: below it lie the points that keep it. */
export function lineOf({ exponent, constant }: Condition): LogLine {
  return { slope: exponent, offset: exponent * Math.log(constant) };
}

/** The line of least squares of a probe; null where its points tell none. */
export function fittedLine({ slope, offset }: ProbeReport): LogLine | null {
  return slope === null || offset === null ? null : { slope, offset };
}

/** How many points break the condition. */
export function breakers(cloud: readonly Sight[], condition: Condition): number {
  const { slope, offset } = lineOf(condition);
  return cloud.filter(({ gap, norm }) => Math.log(gap) > slope * Math.log(norm) + offset + slack)
    .length;
}

/** A line of the picture, and what it is. */
export interface NamedLine {
  name: string;
  line: LogLine;
  kind: 'fitted' | 'least' | 'known';
}

const frame = { width: 280, height: 210, left: 44, right: 10, top: 8, bottom: 34 };

/** The gap against the length of the gradient, both as logarithms: the condition is a line there. */
@customElement('nd-probe-chart')
export class ProbeChart extends LitElement {
  static override styles = [
    shared,
    smallPicture,
    css`
      :host {
        position: relative;
      }
      nd-csv-button {
        position: absolute;
        top: -32px;
        right: 0;
      }
      .grid {
        stroke: var(--hairline);
      }
      circle {
        fill: var(--series-0);
        fill-opacity: 0.45;
      }
      polyline {
        fill: none;
        stroke-width: 1.75;
      }
      .fitted {
        stroke: var(--series-1);
      }
      .least {
        stroke: var(--series-1);
        stroke-dasharray: 5 4;
      }
      .known {
        stroke: var(--ink);
        stroke-dasharray: 2 3;
      }
      ul {
        display: grid;
        gap: 2px;
        margin: 4px 0 8px;
        padding: 0;
        font-size: var(--text-small);
        list-style: none;
      }
      li {
        display: flex;
        align-items: center;
        gap: 8px;
      }
      li svg {
        flex: none;
        width: 24px;
        height: 8px;
      }
    `,
  ];

  @property({ attribute: false }) cloud: readonly Sight[] = [];
  @property({ attribute: false }) lines: readonly NamedLine[] = [];

  override render() {
    const x = logRange(this.cloud.map(({ norm }) => norm));
    const y = logRange(this.cloud.map(({ gap }) => gap));
    if (x === null || y === null) return nothing;
    const place = placing(x, y, { x: true, y: true }, frame);
    return html`<nd-csv-button
        heading="KL probe exact"
        .table=${() => this.table()}
      ></nd-csv-button>
      <svg
        class="plot"
        viewBox="0 0 ${frame.width} ${frame.height}"
        role="img"
        aria-label=${this.describe()}
      >
        ${axes(x, y, place)}
        <clipPath id="inside">
          <rect
            x=${frame.left}
            y=${frame.top}
            width=${frame.width - frame.left - frame.right}
            height=${frame.height - frame.top - frame.bottom}
          />
        </clipPath>
        ${this.cloud.map(({ gap, norm }) => {
          const [at, height] = place(norm, gap);
          return svg`<circle cx=${at} cy=${height} r="1.75" />`;
        })}
        ${this.lines.map(({ line, kind }) => {
          const ends = x.map((norm) => place(norm, gapOn(line, norm)).join(','));
          return svg`<polyline class=${kind} points=${ends.join(' ')} clip-path="url(#inside)" />`;
        })}
      </svg>
      <ul aria-label="Lines">
        ${this.lines.map(
          ({ name, kind }) =>
            html`<li>
              <svg viewBox="0 0 24 8" aria-hidden="true">
                <polyline class=${kind} points="0,4 24,4" />
              </svg>
              ${name}
            </li>`,
        )}
      </ul>`;
  }

  private table(): Table {
    return {
      columns: ['nonPrivate.gradientNorm', 'nonPrivate.gap'],
      rows: this.cloud.map(({ gap, norm }) => [norm, gap]),
    };
  }

  private describe(): string {
    const [norms, gaps] = [this.cloud.map(({ norm }) => norm), this.cloud.map(({ gap }) => gap)];
    const span = (values: number[]) =>
      `from ${formatNumber(Math.min(...values))} to ${formatNumber(Math.max(...values))}`;
    return `Gap to the optimum against the length of the gradient at ${formatCounted(this.cloud.length, 'point')}, both logarithmic: gaps ${span(gaps)}, lengths ${span(norms)}.`;
  }
}

function gapOn({ slope, offset }: LogLine, norm: number): number {
  return Math.exp(slope * Math.log(norm) + offset);
}

function axes(x: Range, y: Range, place: Place) {
  const bottom = frame.height - frame.bottom;
  const middle = frame.top + (bottom - frame.top) / 2;
  return svg`${logTicks(y).map(({ value, label }) => {
    const [, at] = place(x[0], value);
    return svg`<line class="grid" x1=${frame.left} x2=${frame.width - frame.right} y1=${at} y2=${at} />
      <text x=${frame.left - 6} y=${at + 4} text-anchor="end">${label}</text>`;
  })}
  ${sparse(logTicks(x)).map(({ value, label }) => {
    const [at] = place(value, y[0]);
    return svg`<line class="grid" x1=${at} x2=${at} y1=${frame.top} y2=${bottom} />
      <text x=${at} y=${bottom + 14} text-anchor="middle">${label}</text>`;
  })}
  <text x=${(frame.left + frame.width - frame.right) / 2} y=${frame.height - 4} text-anchor="middle">length of the gradient</text>
  <text x="10" y=${middle} text-anchor="middle" transform="rotate(-90 10 ${middle})">gap</text>`;
}

/** So few that their labels do not touch. */
function sparse<One>(ticks: readonly One[]): One[] {
  const every = Math.ceil(ticks.length / 6);
  return ticks.filter((_, index) => index % every === 0);
}

type Known = PlanReport['constants']['kl'];

/** What a probe says of the KL condition, one sentence each. */
export function probeSentences(probe: ProbeReport, known: Known): string[] {
  return [slopeSentence(probe), constantSentence(probe), knownSentence(probe, known)];
}

function slopeSentence({ slope, used }: ProbeReport): string {
  if (slope === null) return 'No exponent can be estimated from these points.';
  const below = slope < 1 ? ' The condition needs an exponent of at least 1, so 1 is used.' : '';
  return `Over ${formatCounted(used, 'point')} the gap goes like the gradient’s length to the power ${formatNumber(slope)}: κ̂ by least squares.${below}`;
}

function constantSentence({ exponent, exponentIs, constant, worst, used }: ProbeReport): string {
  if (exponent === null || used === 0) return '';
  const kappa = `κ = ${formatNumber(exponent)}${exponentIs === 'given' ? ', as asked for,' : ''}`;
  if (constant === null) {
    return `With ${kappa} no γ is large enough: at some point the gradient vanishes and a gap is left.`;
  }
  const at =
    worst === null
      ? ''
      : ` The gap of ${formatNumber(worst.gap)} at a gradient of length ${formatNumber(worst.norm)} determines this.`;
  return `With ${kappa} all ${formatCount(used)} hold for γ ≥ ${formatNumber(constant)}, and for no less.${at}`;
}

function knownSentence(probe: ProbeReport, known: Known): string {
  if (known === null) return 'No κ and γ are known for this problem.';
  const { exponent, constant, source } = known;
  const cloud = cloudOf(probe);
  const above = breakers(cloud, known);
  const verdict =
    above === 0
      ? 'no point lies above its line'
      : `${formatCount(above)} of ${formatCounted(cloud.length, 'point')} lie above its line, where it does not hold`;
  return `Known without looking at the data: κ = ${formatNumber(exponent)}, γ = ${formatNumber(constant)} (${source}); ${verdict}.`;
}

export const probeExplanation = {
  title: 'The KL condition',
  text: 'F(w) − F* ≤ γ^κ ‖∇F(w)‖^κ: where the gap is large, the gradient is long, convex or not. On logarithmic axes it is a line of slope κ above all points. A larger κ is the stronger condition near the minimum.',
  source: 'Menart, Ullah, Arora, Bassily and Guzmán',
};

export function probeTold(probe: ProbeReport, plan: PlanReport, experiment: Experiment) {
  const known = plan.constants.kl;
  const isSwept = (experiment.sweep ?? []).some(({ path }) => isOfProblem(path));
  return html`<h3>Gap against the length of the gradient</h3>
    <nd-probe-chart .cloud=${cloudOf(probe)} .lines=${linesOf(probe, known)}></nd-probe-chart>
    <div class="told">
      ${probeSentences(probe, known)
        .filter(Boolean)
        .map((sentence) => html`<p>${sentence}</p>`)}
      ${isSwept ? html`<p>For a sweep, the probe uses the first setting.</p>` : nothing}
      <p class="small quiet">
        Points between these may violate it: a probe is not a proof. It reads the data without noise
        and is not private; don’t publish it.
      </p>
    </div>`;
}

function linesOf(probe: ProbeReport, known: PlanReport['constants']['kl']): NamedLine[] {
  const fitted = fittedLine(probe);
  const { exponent, constant } = probe;
  const lines: (NamedLine | null)[] = [
    fitted && { name: 'Least squares', kind: 'fitted', line: fitted },
    exponent !== null && constant !== null
      ? {
          name: `Least γ at κ = ${formatNumber(exponent)}`,
          kind: 'least',
          line: lineOf({ exponent, constant }),
        }
      : null,
    known && {
      name: `Known: κ = ${formatNumber(known.exponent)}, γ = ${formatNumber(known.constant)}`,
      kind: 'known',
      line: lineOf(known),
    },
  ];
  return lines.filter((line) => line !== null);
}
