import { LitElement, html, nothing } from 'lit';
import { customElement, property } from 'lit/decorators.js';
import type { PageEngine } from '../../engine/types.ts';
import { formatCounted, formatNumber } from '../../format/number.ts';
import { widthQuery, type DomainSpec } from './domain.ts';
import { Inquiry } from '../../store/inquiry.ts';
import { shared } from '../../styles/shared.ts';

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
