import { css } from 'lit';

export const landscapeStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
    padding: 8px 16px 12px;
  }
  .toolbar,
  .sweep {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 16px;
    min-height: 40px;
  }
  .sweep label,
  .toolbar label {
    display: flex;
    min-width: 0;
    max-width: 100%;
    align-items: center;
    gap: 4px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  select {
    flex: 0 1 auto;
    width: auto;
    min-width: 0;
    max-width: 100%;
    min-height: var(--low);
  }
  .toolbar .title {
    flex: 0 1 auto;
    min-width: 0;
    min-height: max(32px, var(--low));
    padding-left: 0;
    border-color: transparent;
    background: none;
    color: var(--ink);
    font-size: var(--text);
    font-weight: 650;
  }
  .toolbar .title:hover {
    border-color: var(--hairline-strong);
  }
  .toolbar option {
    background: var(--paper-raised);
    color: var(--ink);
    font-weight: 400;
  }
  .space {
    flex: 1;
  }
  .stage {
    position: relative;
    flex: 1 1 420px;
    display: flex;
    min-height: 300px;
    border-radius: var(--radius);
    cursor: crosshair;
    touch-action: pan-y;
  }
  nd-landscape-canvas {
    flex: 1;
  }
  .pending {
    position: absolute;
    top: 20px;
    right: 20px;
    padding: 2px 8px;
    border-radius: var(--radius);
    background: var(--paper-raised);
  }
  .tip {
    position: absolute;
    z-index: 1;
    top: 0;
    left: 0;
    max-width: 260px;
    padding: 6px 10px;
    border: 1px solid var(--hairline);
    border-radius: var(--radius);
    background: var(--paper-raised);
    box-shadow: var(--shadow);
    font-size: var(--text-small);
    pointer-events: none;
  }
  .tip b {
    display: block;
    font-weight: 600;
  }
  nd-playback-bar {
    margin: 4px 0 8px;
  }
  .now {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(148px, 1fr));
    gap: 4px 16px;
    margin: 0 0 8px;
    padding: 8px 0;
    border-top: 1px solid var(--hairline);
  }
  .now div {
    min-width: 0;
  }
  .now dt {
    overflow: hidden;
    color: var(--ink-quiet);
    font-size: var(--text-small);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .now dd {
    margin: 0;
    font-weight: 550;
  }
  .exact {
    color: var(--caution);
    font-weight: 400;
  }
  .notes {
    margin-top: 8px;
  }
  .empty {
    display: flex;
    flex: 1 0 320px;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 16px;
    padding: 16px;
    text-align: center;
  }
  .empty p {
    max-width: 56ch;
  }
  details {
    margin-top: 8px;
  }
  summary {
    min-height: 24px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
    cursor: pointer;
  }
  .scroll {
    overflow-x: auto;
  }
  @container (width < 701px) {
    .toolbar .title {
      width: 100%;
    }
    .toolbar .space {
      display: none;
    }
    .stage {
      flex: none;
      height: 340px;
    }
  }
  /* With the bar that plays it above the bar with epsilon. */
  @media (max-height: 480px) {
    @container (width < 1100px) {
      .stage {
        flex: none;
        height: max(180px, calc(100dvh - 132px));
        min-height: 0;
      }
    }
  }
`;
