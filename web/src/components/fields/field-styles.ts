import { css } from 'lit';

export const fieldStyles = css`
  label {
    display: flex;
    justify-content: space-between;
    gap: 8px;
    margin-bottom: 2px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .unit {
    white-space: nowrap;
  }
  .row {
    display: flex;
    gap: 4px;
  }
`;
