import { css } from 'lit';

/** Everything within one viewport, from 320 x 640 on: the chart takes what is left. */
export const playStyles = css`
  :host {
    display: flex;
    flex: 1;
    min-height: 0;
    overflow-y: auto;
  }
  main {
    display: flex;
    flex: 1;
    flex-direction: column;
    gap: 12px;
    width: 100%;
    max-width: 1200px;
    margin: 0 auto;
    padding: 16px 24px;
  }
  .lead {
    font-size: 20px;
    letter-spacing: -0.01em;
  }
  .pair {
    display: grid;
    flex: 1;
    grid-template-columns: minmax(0, 1fr) minmax(200px, 300px);
    gap: 12px 32px;
    min-height: 220px;
    max-height: 640px;
  }
  figure {
    display: flex;
    flex-direction: column;
    min-width: 0;
    min-height: 0;
    margin: 0;
  }
  figure.previous {
    opacity: 0.6;
  }
  figcaption {
    display: flex;
    flex-wrap: wrap;
    align-content: start;
    gap: 0 16px;
    /* As high as it is once all methods are named: nothing moves when they are. */
    min-height: 40px;
    font-size: var(--text-small);
    font-weight: 600;
  }
  .line {
    display: inline-flex;
    align-items: center;
    gap: 6px;
    color: var(--ink-quiet);
    font-weight: 400;
  }
  .chart {
    display: flex;
    flex: 1;
    min-height: 0;
  }
  nd-convergence-chart {
    flex: 1;
    min-height: 150px;
  }
  .waiting {
    display: flex;
    flex: 1;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 12px;
    text-align: center;
  }
  /* As high as its longest text: what is below stands still when it comes. */
  .sentence {
    min-height: 2.9em;
    font-size: var(--text-large);
  }
  .doors {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .doors button[aria-pressed='true'] {
    border-color: var(--accent);
    background: var(--accent-soft);
    color: var(--accent);
  }
  .doors button {
    min-height: 44px;
    padding: 4px 16px;
  }
  @container (width < 600px) {
    main {
      gap: 8px;
      padding: 8px 12px;
    }
    .lead {
      font-size: var(--text);
    }
    .pair {
      display: flex;
      flex-direction: column;
      max-height: none;
    }
    figure {
      flex: 1 0 180px;
      max-height: 420px;
    }
    figcaption {
      min-height: 60px;
    }
    .sentence {
      min-height: 4.4em;
      font-size: var(--text);
    }
    .doors {
      display: grid;
      grid-template-columns: repeat(4, 1fr);
      gap: 4px;
    }
    .doors button {
      padding: 2px;
      line-height: 1.2;
      white-space: normal;
    }
  }
  /* A desk at 200%, or a phone on its side. */
  @media (max-height: 560px) {
    @container (width >= 600px) {
      main {
        gap: 4px;
        padding: 4px 16px;
      }
      .lead {
        font-size: var(--text);
      }
      .pair {
        min-height: 190px;
      }
      .sentence {
        font-size: var(--text);
      }
    }
  }
  @container (width < 360px) {
    .sentence {
      min-height: 5.8em;
    }
  }
`;
