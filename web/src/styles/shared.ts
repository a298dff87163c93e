import { css } from 'lit';

/** What every component starts from: type, buttons, fields, and text that only a screen reader meets. */
export const shared = css`
  :host {
    display: block;
    color: var(--ink);
    font: var(--text) / 1.45 var(--font);
    font-variant-numeric: tabular-nums;
  }
  :host([hidden]) {
    display: none;
  }
  *,
  *::before,
  *::after {
    box-sizing: border-box;
  }
  h2,
  h3,
  p {
    margin: 0;
  }
  h2 {
    font-size: var(--text);
    font-weight: 650;
  }
  h3 {
    font-size: var(--text-small);
    font-weight: 600;
    color: var(--ink-quiet);
  }
  button,
  input,
  select,
  textarea {
    font: inherit;
    font-variant-numeric: inherit;
    color: inherit;
  }
  button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
    min-height: 32px;
    padding: 4px 10px;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
    background: var(--paper-raised);
    white-space: nowrap;
    cursor: pointer;
  }
  button:hover:not(:disabled) {
    border-color: var(--hairline-strong);
  }
  button:disabled {
    color: var(--ink-quiet);
    opacity: 0.55;
    cursor: default;
  }
  button.primary {
    border-color: var(--accent);
    background: var(--accent);
    color: var(--accent-ink);
    font-weight: 600;
  }
  button.plain {
    border-color: transparent;
    background: none;
  }
  button.icon {
    width: 32px;
    padding: 0;
  }
  button.link {
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 2px;
  }
  svg.glyph {
    width: 16px;
    height: 16px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
    flex: none;
  }
  :focus-visible {
    outline: 2px solid var(--accent);
    outline-offset: 1px;
  }
  a {
    color: var(--accent);
  }
  input:not([type='range'], [type='checkbox'], [type='file']),
  select {
    width: 100%;
    min-height: 32px;
    padding: 4px 8px;
    border: 1px solid var(--hairline-strong);
    border-radius: var(--radius);
    background: var(--paper);
  }
  select {
    padding-right: 4px;
    text-overflow: ellipsis;
  }
  input::placeholder {
    color: var(--ink-quiet);
    opacity: 1;
  }
  [aria-invalid='true'] {
    border-color: var(--danger) !important;
  }
  .error {
    margin-top: 4px;
    color: var(--danger);
    font-size: var(--text-small);
    overflow-wrap: anywhere;
  }
  .quiet {
    color: var(--ink-quiet);
  }
  .small {
    font-size: var(--text-small);
  }
  .hidden-text {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
  @media (pointer: coarse) {
    button,
    input:not([type='range'], [type='checkbox'], [type='file']),
    select {
      min-height: 44px;
      font-size: 16px;
    }
    button.icon {
      width: 44px;
    }
    /* As high as a finger, in a line that is not. */
    button.link {
      min-height: 44px;
      margin-block: -12px;
      font-size: inherit;
    }
    summary {
      padding-block: 14px;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    *,
    *::before,
    *::after {
      transition: none !important;
      animation: none !important;
    }
  }
`;

/** A panel of a rail: a heading, a hairline, fields below each other. */
export const panel = css`
  section {
    padding: 12px 16px 16px;
    border-bottom: 1px solid var(--hairline);
  }
  header {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 8px;
    min-height: 32px;
    margin-bottom: 4px;
  }
  /* In a fold, which has the title and the hairline. */
  :host(.untitled) section {
    padding-top: 4px;
    border-bottom: 0;
  }
  :host(.untitled) section > header {
    justify-content: flex-end;
    min-height: 0;
    margin: 0;
  }
  :host(.untitled) section > header > h2 {
    display: none;
  }
  .fields {
    display: grid;
    gap: 8px;
  }
  .pair {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 8px;
    align-items: start;
  }
  details > summary {
    min-height: 24px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
    cursor: pointer;
  }
`;

/** A panel below the chart: the question, and its answer beside it where there is room. */
export const question = css`
  :host {
    container-type: inline-size;
  }
  .answer {
    min-width: 0;
    /* Above the bar with epsilon on a phone. */
    scroll-margin-bottom: 16px;
  }
  .answer:empty {
    display: none;
  }
  @container (min-width: 640px) {
    .split {
      display: grid;
      grid-template-columns: minmax(220px, 2fr) minmax(0, 5fr);
      gap: 8px 32px;
      align-items: start;
    }
  }
  @container nd-page (width < 1100px) {
    .answer {
      scroll-margin-bottom: 132px;
    }
  }
`;

/** Notes below each other, each with its sign. */
export const notes = css`
  ul {
    display: grid;
    gap: 8px;
    margin: 4px 0 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    gap: 8px;
    font-size: var(--text-small);
  }
  li svg.glyph {
    margin-top: 1px;
    color: var(--caution);
  }
`;

/** A small picture as wide as its rail. */
export const smallPicture = css`
  svg.plot {
    display: block;
    width: 100%;
    height: auto;
  }
  text {
    fill: var(--ink-quiet);
    font: 11px var(--font);
    font-variant-numeric: tabular-nums;
  }
`;

/** A table of numbers in a rail. */
export const numbers = css`
  table {
    width: 100%;
    border-collapse: collapse;
    font-size: var(--text-small);
  }
  th,
  td {
    border-bottom: 1px solid var(--hairline);
    font-weight: 400;
    text-align: right;
    white-space: nowrap;
  }
  th:first-child {
    text-align: left;
  }
  thead th {
    color: var(--ink-quiet);
  }
`;
