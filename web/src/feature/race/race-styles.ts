import { css } from 'lit';

/** Of the panel where solvers race. */
export const raceStyles = css`
  details {
    margin-top: 8px;
  }
  fieldset {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(130px, 1fr));
    gap: 0 8px;
    margin: 4px 0 0;
    padding: 0;
    border: 0;
  }
  label {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: var(--low);
    font-size: var(--text-small);
  }
  label input {
    flex: none;
    margin: 0;
    accent-color: var(--accent);
  }
  .accuracy {
    flex-wrap: wrap;
  }
  .accuracy select {
    width: auto;
  }
  .act {
    display: flex;
    align-items: center;
    gap: 8px;
    margin-top: 8px;
  }
  progress {
    flex: 1;
    min-width: 0;
    accent-color: var(--accent);
  }
  .winner {
    font-size: var(--text);
  }
  .exact {
    padding-left: 8px;
    border-left: 2px solid var(--caution);
  }
  h3 {
    margin: 4px 0;
    padding-right: 36px;
    color: var(--ink);
  }
  .table {
    position: relative;
    margin-top: 12px;
  }
  .table nd-csv-button {
    position: absolute;
    top: -8px;
    right: 0;
  }
  .scroll {
    position: relative;
    overflow-x: auto;
  }
  th,
  td {
    padding: 3px 0 3px 10px;
  }
  th:first-child {
    min-width: 92px;
    padding-left: 0;
    white-space: normal;
  }
  .name {
    display: flex;
    align-items: center;
    gap: 6px;
  }
  td:last-child {
    min-width: 160px;
    text-align: left;
    white-space: normal;
  }
  p {
    margin-top: 4px;
  }
`;
