import type { GaussianWidthQuery, WidthSet } from '../../../../wasm/client/index.ts';
import { LitElement, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { PageEngine } from '../../engine/types.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { shared } from '../../styles/shared.ts';

/** A domain as the file has it. */
export type DomainSpec = { kind: string } & Partial<Record<string, unknown>>;

const sets: readonly WidthSet[] = [
  'l1-ball',
  'l2-ball',
  'linf-ball',
  'simplex',
  'group-ball',
  'lp-ball',
];

/** Draws cost as many numbers as there are dimensions; a form answers at once. */
const mostDrawn = 4e6;

/** The question of how wide a domain is; null for sets without a width that is known here. */
export function widthQuery(domain: DomainSpec, dimension: number): GaussianWidthQuery | null {
  const set = sets.find((known) => known === domain.kind);
  if (set === undefined) return null;
  const isDrawn = set === 'group-ball' || set === 'lp-ball';
  const draws = Math.min(2000, Math.floor(mostDrawn / dimension));
  if (isDrawn && draws < 100) return null;
  const { radius, groupSize, exponent } = domain;
  return {
    query: 'gaussian-width',
    set,
    dimensions: [dimension],
    ...(typeof radius === 'number' && { radius }),
    ...(typeof groupSize === 'number' && { groupSize }),
    ...(typeof exponent === 'number' && { exponent }),
    ...(isDrawn && { draws }),
  };
}

interface Extent {
  width: number;
  error: number;
  ball: number;
  dimension: number;
  radius: number;
}

/** What a bounded domain does to noise: its Gaussian width, beside that of the ball around it. */
@customElement('nd-domain-facts')
export class DomainFacts extends LitElement {
  static override styles = [shared];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: PageEngine | null = null;
  @property({ attribute: false }) domain: DomainSpec | undefined;
  /** Null until there is a plan. */
  @property({ attribute: false }) dimension: number | null = null;
  private readonly extent = new Inquiry<Extent | null>(this);

  override willUpdate(): void {
    const { engine, domain, dimension } = this;
    const query = domain && dimension !== null ? widthQuery(domain, dimension) : null;
    this.extent.ask([query, engine !== null], async () => {
      if (query === null || engine === null) return null;
      const own = await engine.theory(query);
      const radius = own.l2Radius[0];
      const { dimensions } = query;
      const ball = await engine.theory({
        query: 'gaussian-width',
        set: 'l2-ball',
        dimensions,
        radius,
      });
      const [width, error] = [own.width[0], own.widthError[0]];
      return { width, error, ball: ball.width[0], dimension: dimensions[0], radius };
    });
  }

  override render() {
    const { answer } = this.extent;
    if (answer === null || this.domain === undefined) return nothing;
    const { width, error, ball, dimension, radius } = answer;
    const drawn = error > 0 ? ` ± ${formatNumber(error)}` : '';
    const share =
      width < 0.98 * ball
        ? `; the l2 ball around it has ${formatNumber(ball)}, and lets ${formatNumber(ball / width)} times the noise through`
        : '';
    return html`<p class="small quiet">
      The domain reaches ${formatNumber(radius)} from its middle. Gaussian width
      ${formatNumber(width)}${drawn} in ${formatCounted(dimension, 'dimension')}${share}.
    </p>`;
  }
}
