import { css } from 'lit';

export const pageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    height: 100dvh;
    background: var(--paper);
  }
  .columns {
    flex: 1;
    display: grid;
    grid-template-columns: 320px minmax(0, 1fr) 320px;
    min-height: 0;
  }
  nd-gallery,
  nd-lab {
    flex: 1;
  }
  /* What scrolls is positioned: texts for screen readers stay inside, and do not stretch the page. */
  .rail,
  .rail.right .scroll,
  .rail.right nd-why-panel,
  main {
    position: relative;
  }
  .rail,
  main {
    min-width: 0;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--hairline) transparent;
  }
  .rail.left {
    border-right: 1px solid var(--hairline);
  }
  .rail.right {
    display: flex;
    flex-direction: column;
    overflow: hidden;
    border-left: 1px solid var(--hairline);
  }
  .rail.right .scroll {
    flex: 1;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--hairline) transparent;
  }
  .rail.right nd-why-panel {
    flex: none;
    min-height: 128px;
    max-height: 40%;
    overflow-y: auto;
    border-top: 1px solid var(--hairline);
  }
  main {
    display: flex;
    flex-direction: column;
  }
  .picture {
    display: flex;
    flex: 1 0 auto;
    flex-direction: column;
  }
  .picture nd-chart-panel,
  .picture nd-landscape {
    flex: 1 0 auto;
  }
  /* An older picture is faded whole; quiet words in it take full ink, so that all stay readable. */
  .previous {
    --ink-quiet: var(--ink);
    opacity: 0.6;
  }
  .title {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    padding: 12px 16px 0;
  }
  .title h2 {
    overflow: hidden;
    font-size: 16px;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .title nd-run-bar {
    min-width: 0;
  }
  .note {
    padding: 4px 16px 0;
  }
  .story {
    max-width: 64ch;
    overflow-wrap: anywhere;
  }
  .empty {
    display: flex;
    flex: 1 0 440px;
    flex-direction: column;
    align-items: center;
    justify-content: center;
    gap: 16px;
    padding: 16px;
    text-align: center;
  }
  .banner {
    display: flex;
    align-items: center;
    flex-wrap: wrap;
    gap: 4px 16px;
    padding: 4px 16px;
    border-bottom: 1px solid var(--hairline);
    overflow-wrap: anywhere;
  }
  .banner > span {
    flex: 1 1 200px;
  }
  .banner.error {
    background: var(--danger-soft);
    color: var(--danger);
  }
  .banner.info {
    background: var(--accent-soft);
  }
  .drop {
    position: fixed;
    z-index: 50;
    inset: 16px;
    display: grid;
    place-items: center;
    border: 2px dashed var(--accent);
    border-radius: 8px;
    background: color-mix(in srgb, var(--paper) 85%, transparent);
    font-size: var(--text-large);
    pointer-events: none;
  }
  @container (width < 1100px) {
    :host {
      height: auto;
      min-height: 100dvh;
    }
    .columns {
      display: block;
    }
    .title {
      flex-wrap: wrap;
    }
    .title h2 {
      white-space: normal;
    }
    .title nd-run-bar {
      max-width: 100%;
      margin-left: auto;
    }
    main {
      overflow: visible;
    }
    main nd-chart-panel,
    .empty {
      flex: none;
      min-height: min(560px, calc(100dvh - 240px));
    }
    .questions {
      padding-bottom: 16px;
    }
    .thumb {
      position: sticky;
      z-index: 10;
      bottom: 0;
      padding: 4px 12px calc(4px + env(safe-area-inset-bottom));
      border-top: 1px solid var(--hairline);
      background: var(--paper-raised);
    }
  }
  /* A phone on its side: the bar is one row, so that a whole chart stands above it. */
  @media (max-height: 480px) {
    @container (width < 1100px) {
      .thumb {
        display: grid;
        grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
        gap: 12px;
      }
      .title {
        padding-top: 0;
      }
    }
  }
`;
