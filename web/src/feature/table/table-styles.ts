import { css } from 'lit';

export const tableStyles = css`
  :host {
    flex: 1;
    min-height: 0;
    overflow-y: auto;
  }
  main {
    width: 100%;
    min-width: 0;
    max-width: 880px;
    margin: 0 auto;
    padding: 16px 24px 48px;
  }
  .lead {
    font-size: 20px;
    letter-spacing: -0.01em;
  }
  section {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 16px;
    margin-top: 16px;
  }
  section > p {
    max-width: 68ch;
  }
  nav ol {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 8px 0 0;
    padding: 0 0 8px;
    border-bottom: 1px solid var(--hairline);
    list-style: none;
  }
  nav button {
    min-height: 44px;
  }
  nav button[aria-current] {
    background: var(--accent-soft);
    color: var(--accent);
    font-weight: 600;
  }
  .opening {
    display: grid;
    justify-items: center;
    gap: 12px;
    padding: 32px 16px;
    border: 1px dashed var(--hairline-strong);
    border-radius: var(--radius);
    text-align: center;
  }
  label.button {
    display: inline-flex;
    align-items: center;
    min-height: 44px;
    padding: 4px 16px;
    border-radius: var(--radius);
    background: var(--accent);
    color: var(--accent-ink);
    font-weight: 600;
    cursor: pointer;
  }
  label.link {
    color: var(--accent);
    text-decoration: underline;
    text-underline-offset: 2px;
    cursor: pointer;
  }
  label:focus-within {
    outline: 2px solid var(--accent);
    outline-offset: 2px;
  }
  .hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  textarea {
    display: block;
    width: min(320px, 80vw);
    margin-top: 4px;
  }
  .file label {
    display: inline-flex;
    align-items: center;
    gap: 8px;
    white-space: nowrap;
  }
  .file select {
    width: auto;
  }
  .file {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    max-width: none;
  }
  select,
  section input:not([type='radio'], [type='file']),
  textarea {
    min-height: 32px;
    padding: 2px 8px;
    border: 1px solid var(--hairline-strong);
    border-radius: var(--radius);
    background: var(--paper-raised);
  }
  pre {
    overflow-x: auto;
    margin: 4px 0 0;
    padding: 8px;
    background: var(--paper-raised);
    font-size: var(--text-small);
  }
  ul {
    margin: 4px 0 0;
    padding-left: 20px;
  }
  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 6px 16px 6px 0;
    border-bottom: 1px solid var(--hairline);
    text-align: left;
    vertical-align: baseline;
    overflow-wrap: anywhere;
  }
  thead th {
    color: var(--ink-quiet);
    font-size: var(--text-small);
    font-weight: 400;
  }
  tbody th {
    font-weight: 600;
  }
  tr.target {
    background: var(--accent-soft);
  }
  tr.out {
    color: var(--ink-quiet);
  }
  tr.wrong th {
    color: var(--danger);
  }
  .number {
    text-align: right;
    white-space: nowrap;
  }
  fieldset {
    margin: 0;
    padding: 8px 16px 12px;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
  }
  .ticks {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 20px;
    min-height: 36px;
  }
  .ticks label {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    min-height: 36px;
  }
  .ticks input {
    width: 18px;
    min-height: 18px;
    margin: 0;
  }
  .ticks label span {
    white-space: nowrap;
  }
  td input[inputmode][size][aria-label] {
    width: 112px;
  }
  td input.words[placeholder][aria-label] {
    width: min(420px, 100%);
  }
  .note {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    margin-top: 8px;
    padding: 8px 12px;
    border-left: 3px solid var(--accent);
    background: var(--paper-raised);
  }
  .note.error {
    border-color: var(--danger);
    color: var(--danger);
  }
  .note .small {
    flex: 1 1 320px;
  }
  .bulk {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
  }
  .next,
  .doors {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .next button,
  .doors button {
    min-height: 44px;
    padding: 4px 16px;
  }
  section > p.score {
    max-width: none;
    font-size: var(--text-large);
    font-weight: 650;
  }
  .scale {
    position: relative;
    height: 64px;
    margin: 0 48px;
    background: linear-gradient(var(--hairline-strong), var(--hairline-strong)) 0 50% / 100% 1px
      no-repeat;
  }
  .mark {
    position: absolute;
    top: 24px;
    width: 2px;
    height: 16px;
    background: var(--ink-quiet);
  }
  .mark span {
    position: absolute;
    top: 18px;
    left: 50%;
    color: var(--ink-quiet);
    font-size: var(--text-small);
    white-space: nowrap;
    transform: translateX(-50%);
  }
  .mark.low span {
    transform: translateX(-100%);
  }
  .mark.high span {
    transform: none;
  }
  .mark.own {
    top: 26px;
    width: 12px;
    height: 12px;
    margin-left: -6px;
    border-radius: 50%;
    background: var(--accent);
  }
  .mark.own span {
    top: -24px;
    color: var(--accent);
    font-weight: 600;
  }
  .bar {
    position: relative;
    min-width: 120px;
    height: 12px;
    background: linear-gradient(var(--hairline), var(--hairline)) 50% 0 / 1px 100% no-repeat;
  }
  .bar b,
  .bar i {
    position: absolute;
    top: 2px;
    height: 8px;
    background: var(--accent);
  }
  .bar i {
    top: 5px;
    height: 2px;
    background: var(--ink);
  }
  tr.out .bar b {
    opacity: 0.35;
  }
  .plot {
    min-height: 400px;
    max-width: 520px;
    margin: 0;
  }
  .plot nd-svg-chart {
    display: block;
    height: 320px;
  }
  .axis {
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .axis.across {
    text-align: center;
  }
  .numbers {
    width: auto;
  }
  @container (width < 600px) {
    main {
      padding: 8px 12px 32px;
    }
    select,
    section input:not([type='radio'], [type='file']) {
      min-height: 44px;
    }
    .ticks label {
      min-height: 44px;
    }
    .note button {
      white-space: normal;
    }
    td input[inputmode][size][aria-label] {
      width: 92px;
    }
    .scale {
      margin: 0 68px 0 48px;
    }
    .columns,
    .columns :is(tbody, tr, th, td) {
      display: block;
      border: 0;
    }
    .columns :is(th, td) {
      padding: 2px 8px;
    }
    .columns thead {
      position: absolute;
      clip-path: inset(50%);
    }
    .columns tr {
      padding: 6px 0;
      border-bottom: 1px solid var(--hairline);
    }
    .weights td:last-child,
    .weights thead th:last-child {
      display: none;
    }
  }
`;
