import { css } from 'lit';

/** Tables of the lab: numbers to the right, and scrolling sideways where the screen is narrow. */
export const tableStyles = css`
  .scroll {
    position: relative;
    overflow-x: auto;
  }
  table {
    width: 100%;
  }
  .data:not(:first-child) {
    margin-top: 16px;
  }
  thead th {
    color: var(--ink-quiet);
    font-size: var(--text-small);
    font-weight: 600;
    vertical-align: bottom;
  }
  thead th:not(:first-child) {
    text-align: right;
  }
  td,
  th {
    padding-right: 16px;
  }
  tbody td,
  tbody th {
    white-space: nowrap;
  }
  td:last-child,
  th:last-child {
    padding-right: 0;
  }
`;
