import { html } from 'lit';
import { measureInfo, type Measure } from '../../results/measures.ts';
import type { View } from '../../store/state.ts';
import { emit } from '../shared/events.ts';

/** What the word for the runs on the ground of the objective is, beside the measures. */
const landscape = 'landscape';

/** Chooses what is drawn: one of the measures against time, or the landscape that the runs go through. */
export function measureMenu(host: EventTarget, measures: readonly Measure[], view: View) {
  const isLandscape = view.layout === landscape;
  return html`<label for="measure" class="hidden-text">What is drawn</label>
    <select id="measure" class="title" @change=${(event: Event) => choose(host, event, view)}>
      ${measures.map(
        (value) =>
          html`<option value=${value} .selected=${!isLandscape && value === view.measure}>
            ${measureInfo(value).title}
          </option>`,
      )}
      <option value=${landscape} .selected=${isLandscape}>Landscape</option>
    </select>`;
}

/** A diagnostic that was not asked for is asked for by choosing it. */
function choose(host: EventTarget, event: Event, { layout }: View): void {
  const { value } = event.target as HTMLSelectElement;
  if (value === landscape) {
    emit(host, 'nd-view', { layout: landscape });
    return;
  }
  const measure = value as Measure;
  emit(host, 'nd-view', layout === landscape ? { measure, layout: null } : { measure });
  emit(host, 'nd-measure', { measure });
}
