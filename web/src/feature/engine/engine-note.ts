import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { PageEngine } from '../../engine/types.ts';
import { formatCounted } from '../../format/number.ts';
import { host } from '../../host/host.ts';
import { shared } from '../../styles/shared.ts';

/** Which engine runs, on how many cores; and whether the page needs its host again. */
@customElement('nd-engine-note')
export class EngineNote extends LitElement {
  static override styles = [
    shared,
    css`
      section {
        padding: 12px 16px;
      }
    `,
  ];

  /** Null until it is loaded. */
  @property({ attribute: false }) engine: PageEngine | null = null;
  private readonly follow = () => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    host.addEventListener('change', this.follow);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    host.removeEventListener('change', this.follow);
  }

  override render() {
    if (this.engine === null) return nothing;
    const { variant, version, workers } = this.engine;
    const isThreaded = variant === 'simd-mt';
    const helpers = formatCounted(workers, isThreaded ? 'thread' : 'worker');
    const reason = isThreaded || host.obstacle === '' ? '' : `, without threads: ${host.obstacle}`;
    const kept = host.isKept ? ' The page also opens without a network.' : '';
    return html`<section aria-label="Engine">
      <p class="small quiet">Engine ${version}, ${helpers}${reason}.${kept}</p>
    </section>`;
  }
}
