import { css } from 'lit';

/** What the main parts of the lab share: a headline, and charts beside each other. */
export const viewStyles = css`
  :host {
    container-type: inline-size;
    padding: 12px 16px 24px;
  }
  .verdict {
    min-height: 52px;
    margin-bottom: 12px;
  }
  .verdict strong {
    font-size: 16px;
    font-weight: 650;
  }
  .verdict.bad strong {
    color: var(--danger);
  }
  .charts {
    display: grid;
    gap: 24px;
  }
  .first-on-phone {
    order: -1;
  }
  .fastest {
    margin-top: 8px;
  }
  @container (max-width: 480px) {
    .fastest {
      display: none;
    }
  }
  @container (min-width: 760px) {
    .first-on-phone {
      order: 0;
    }
    .charts {
      grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
    }
    .charts.wide-first {
      grid-template-columns: minmax(0, 1.3fr) minmax(0, 1fr);
    }
  }
  .head {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    margin-bottom: 4px;
  }
  .tries {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    margin-top: 8px;
  }
  .tries button {
    min-height: 32px;
    font-size: var(--text);
  }
  math {
    font-size: 1.1em;
  }
  .matrix {
    padding: 0 8px;
    border: solid currentColor;
    border-width: 0 1px;
    border-radius: 10px;
  }
  .matrix mtd {
    padding: 2px 8px;
  }
  .formula {
    padding: 8px 0;
    overflow-x: auto;
    overflow-y: hidden;
  }
  .under {
    margin-bottom: 8px;
  }
  table {
    border-collapse: collapse;
  }
  th,
  td {
    padding: 4px 16px 4px 0;
    border-bottom: 1px solid var(--hairline);
    font-weight: 400;
    text-align: left;
    vertical-align: middle;
  }
  td {
    text-align: right;
  }
  .sum {
    font-weight: 700;
  }
  h3 {
    color: var(--ink);
  }
  h2 {
    margin: 24px 0 4px;
    font-size: 16px;
  }
  h3.second {
    margin-top: 16px;
  }
  h2:first-child {
    margin-top: 0;
  }
`;

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
