import { html } from 'lit';
import type { SweepChoice, SweepFilter } from '../../results/visible.ts';
import { emit } from '../shared/events.ts';

/** Chooses one value of each swept field, or all of them. */
export function sweepMenus(host: EventTarget, choices: readonly SweepChoice[], sweep: SweepFilter) {
  return choices.map(({ path, title, values, chosen }) => {
    const choose = (event: Event) => {
      const { value } = event.target as HTMLSelectElement;
      emit(host, 'nd-view', { sweep: { ...sweep, [path]: value === '' ? null : Number(value) } });
    };
    return html`<label
      >${title}
      <select @change=${choose}>
        <option value="" .selected=${chosen === null}>all</option>
        ${values.map(
          (text, index) =>
            html`<option value=${index} .selected=${index === chosen}>${text}</option>`,
        )}
      </select></label
    >`;
  });
}
