import { LitElement, css, html, nothing, svg, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';

/** Pictures are 320 by 84 units: a value of 0 stands at 72, of 1 at 8. */
const at = (value: number) => (72 - 64 * value).toFixed(1);

function curve(left: number, right: number, value: (t: number) => number): string {
  const steps = 48;
  const points = Array.from({ length: steps + 1 }, (_, index) => {
    const t = index / steps;
    return `${(left + t * (right - left)).toFixed(1)},${at(value(t))}`;
  });
  return `M${points.join('L')}`;
}

const bell = (centre: number) => (t: number) => Math.exp(-(((t - centre) / 0.17) ** 2));
const fall = (t: number) => 0.18 + 0.76 * Math.exp(-6 * t);
/** What noise makes of a fall. */
const shaky = (t: number) =>
  fall(t) + t * (0.07 * Math.sin(31 * t) + 0.05 * Math.sin(57 * t)) - 0.12 * t;

const line = (d: string, wears = '') => svg`<path d=${d} class=${wears}></path>`;
const word = (x: number, y: number, text: string, wears = '') =>
  svg`<text x=${x} y=${y} class=${wears}>${text}</text>`;

function picture(label: string, ...parts: TemplateResult<2>[]): TemplateResult {
  return html`<svg viewBox="0 0 320 84" role="img" aria-label=${label}>${parts}</svg>`;
}

/** By the names of terms. */
export const pictures: Partial<Record<string, () => TemplateResult>> = {
  Epsilon: () =>
    picture(
      'How likely each result is with your record and without it: two nearly equal curves.',
      line(curve(20, 300, bell(0.44))),
      line(curve(20, 300, bell(0.56)), 'other'),
      word(8, 20, 'with you'),
      word(312, 20, 'without you', 'other end'),
    ),
  'Gap to optimum': () =>
    picture(
      'A curve falls towards the lowest value; the gap is the remaining distance.',
      line(curve(10, 300, fall)),
      line('M10,72L300,72', 'dashed'),
      line(`M240,${at(fall(0.79) - 0.03)}L240,70`, 'other'),
      word(248, 66, 'gap', 'other'),
      word(14, 66, 'lowest value'),
    ),
  'Noise bound': () =>
    picture(
      'A curve falls and then fluctuates below a dashed line, the bound on the effect of noise.',
      line(curve(10, 300, shaky)),
      line(
        curve(10, 300, (t) => 0.4 * Math.sqrt(t)),
        'dashed other',
      ),
      word(312, 30, 'noise alone, at most', 'other end'),
    ),
  'KL condition': () =>
    picture(
      'Two valleys: one is steep down to its lowest point, the other flat around it.',
      line(curve(10, 145, (t) => (2 * t - 1) ** 2)),
      line(
        curve(175, 310, (t) => (2 * t - 1) ** 8),
        'other',
      ),
      word(77, 20, 'steep: fast', 'middle'),
      word(242, 20, 'flat: slow', 'other middle'),
    ),
  'Hardened noise': () =>
    picture(
      'Noise takes only whole steps of a grid, not any number.',
      line(curve(20, 300, bell(0.5)), 'other'),
      ...Array.from({ length: 15 }, (_, index) =>
        line(`M${20 + 20 * index},72L${20 + 20 * index},${at(bell(0.5)(index / 14))}`),
      ),
    ),
};

/** What a word means, drawn, where a picture helps. */
@customElement('nd-term-picture')
export class TermPicture extends LitElement {
  static override styles = css`
    svg {
      display: block;
      width: 100%;
      max-width: 360px;
      margin: 8px 0;
    }
    path {
      fill: none;
      stroke: var(--ink);
      stroke-width: 2;
    }
    text {
      fill: var(--ink);
      font-size: 12px;
    }
    path.other {
      stroke: var(--accent);
    }
    text.other {
      fill: var(--accent);
    }
    .dashed {
      stroke-dasharray: 5 4;
    }
    .middle {
      text-anchor: middle;
    }
    .end {
      text-anchor: end;
    }
  `;

  /** Of a term. */
  @property() name = '';

  override render() {
    return pictures[this.name]?.() ?? nothing;
  }
}
