import { html, nothing } from 'lit';
import type { Experiment } from '../../engine/types.ts';
import type { Explanation } from '../../store/state.ts';
import { emit } from './events.ts';

/** Draws how everything depends on the field that is explained, or takes one value again. */
export function varyButton(host: EventTarget, { vary }: Explanation, sweep: Experiment['sweep']) {
  if (vary === undefined) return nothing;
  const others = sweep?.filter(({ path }) => path !== vary.path) ?? [];
  const isVaried = sweep !== undefined && others.length < sweep.length;
  const turn = () => {
    const stopped = others.length > 0 ? others : undefined;
    emit(host, 'nd-edit', { path: 'sweep', value: isVaried ? stopped : [vary] });
    emit(host, 'nd-view', { layout: isVaried ? null : 'ends' });
  };
  return html`<button class="vary" @click=${turn}>
    ${isVaried ? 'Use one value' : 'Vary this'}
  </button>`;
}
