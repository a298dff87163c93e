import type { LitElement } from 'lit';

/** Once the host is drawn, brings what it has found into view; what is in view already stays. */
export async function reveal(host: LitElement, selector = '.answer'): Promise<void> {
  await host.updateComplete;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches;
  host.renderRoot
    .querySelector(selector)
    ?.scrollIntoView({ block: 'nearest', behavior: isCalm ? 'auto' : 'smooth' });
}
