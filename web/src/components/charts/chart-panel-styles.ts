import { css } from 'lit';

export const chartPanelStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
    padding: 8px 16px 12px;
  }
  .toolbar {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 40px;
  }
  .toolbar .title {
    flex: 0 1 auto;
    width: auto;
    min-width: 0;
    padding-left: 0;
    border-color: transparent;
    background: none;
    font-weight: 650;
  }
  .toolbar .title:hover {
    border-color: var(--hairline-strong);
  }
  .toolbar option,
  .under option {
    background: var(--paper-raised);
    color: var(--ink);
    font-weight: 400;
  }
  .sweep {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 16px;
  }
  nd-panel-grid {
    margin-top: 12px;
  }
  .sweep label {
    display: flex;
    align-items: center;
    gap: 4px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .sweep select {
    width: auto;
    min-height: var(--low);
  }
  .space {
    flex: 1;
  }
  .toggle {
    min-height: var(--low);
    padding: 2px 8px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  .toggle[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
  .stage {
    flex: 1 1 320px;
    display: flex;
    min-height: 280px;
    border-radius: var(--radius);
  }
  .stage nd-convergence-chart,
  nd-companion-chart {
    flex: 1;
  }
  .stage.pair > nd-convergence-chart {
    flex: 3;
  }
  .beside {
    display: flex;
    flex: 2;
    flex-direction: column;
    min-width: 0;
    margin: 0;
  }
  .beside figcaption {
    padding-left: 8px;
    font-size: var(--text-small);
    font-weight: 550;
  }
  @container (width < 701px) {
    .under .toggle {
      min-height: 44px;
    }
    .toolbar {
      flex-wrap: wrap;
    }
    .toolbar .space {
      display: none;
    }
    .toolbar .title {
      width: 100%;
    }
    .toggle {
      padding: 2px 4px;
    }
    .stage.pair {
      flex: none;
      flex-direction: column;
    }
    .stage.pair nd-convergence-chart,
    nd-companion-chart {
      flex: none;
      height: 184px;
      min-height: 0;
    }
    /* So low that the legend stands above the bar with epsilon. */
    .stage.pair nd-companion-chart,
    nd-companion-chart {
      height: 152px;
    }
  }
  .under {
    display: flex;
    align-items: center;
    justify-content: space-between;
    min-height: 28px;
  }
  .under .x-title {
    flex: 1;
    text-align: center;
  }
  .under select {
    width: auto;
    min-height: var(--low);
    border-color: transparent;
    background: none;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  @media (max-height: 480px) {
    @container (width < 1100px) {
      .stage,
      .stage.pair {
        flex: none;
        height: max(160px, calc(100dvh - 200px));
        min-height: 0;
      }
      .stage nd-convergence-chart,
      .stage nd-companion-chart {
        min-height: 0;
      }
    }
  }
  .notes {
    margin-top: 4px;
  }
  .notes summary {
    min-height: 24px;
    cursor: pointer;
  }
  .notes .care {
    margin-left: 12px;
  }
  @container (width >= 700px) {
    nd-legend {
      padding-top: 4px;
    }
  }
  @media (max-height: 760px) {
    @container (width >= 1100px) {
      .stage {
        flex-basis: 188px;
        min-height: 188px;
      }
      .stage nd-convergence-chart,
      .beside,
      nd-companion-chart {
        min-height: 0;
      }
    }
  }
`;
