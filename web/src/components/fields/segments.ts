import { css } from 'lit';

/** Buttons side by side of which one is chosen. */
export const segmentStyles = css`
  .segments {
    display: inline-flex;
    gap: 4px;
  }
  .segments button {
    min-height: var(--low);
    padding: 2px 8px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .segments button[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
`;
