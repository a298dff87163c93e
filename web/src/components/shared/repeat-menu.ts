import { css, html, nothing } from 'lit';
import { formatCount } from '../../format/number.ts';

/** Which of some repeats a panel tells of; nothing where there is one. */
export function repeatMenu(repeats: number, chosen: number, take: (repeat: number) => void) {
  if (repeats < 2) return nothing;
  const change = (event: Event) => take(Number((event.target as HTMLSelectElement).value));
  return html`<label class="repeat"
    >repeat
    <select @change=${change}>
      ${Array.from({ length: repeats }, (_, index) => html`<option value=${index} .selected=${index === chosen}>${formatCount(index + 1)}</option>`)}
    </select></label
  >`;
}

export const repeatMenuStyles = css`
  .repeat {
    display: flex;
    align-items: center;
    gap: 4px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .repeat select {
    width: auto;
    min-height: var(--low);
  }
`;
