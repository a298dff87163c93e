import { css } from 'lit';

export const labPageStyles = css`
  :host {
    display: flex;
    flex-direction: column;
    min-height: 0;
  }
  .tabs {
    display: flex;
    flex: none;
    position: relative;
    gap: 4px;
    padding: 4px 8px;
    border-bottom: 1px solid var(--hairline);
    overflow-x: auto;
    scrollbar-width: none;
  }
  .tabs button {
    color: var(--ink-quiet);
  }
  .tabs button[aria-current='page'] {
    color: var(--ink);
    font-weight: 650;
    text-decoration: underline 2px var(--accent);
    text-underline-offset: 6px;
  }
  .columns {
    display: grid;
    flex: 1;
    grid-template-areas: 'settings main';
    grid-template-columns: 320px minmax(0, 1fr);
    min-height: 0;
  }
  main {
    position: relative;
    grid-area: main;
    min-width: 0;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--hairline) transparent;
  }
  .loading {
    padding: 16px;
  }
  .settings {
    position: relative;
    display: flex;
    flex-direction: column;
    grid-area: settings;
    gap: 12px;
    padding: 16px;
    border-right: 1px solid var(--hairline);
    border-bottom: 0;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--hairline) transparent;
  }
  .story {
    display: grid;
    gap: 16px 32px;
    max-width: 68ch;
    margin: 0 16px 24px;
    padding: 12px 0 0;
    border-top: 1px solid var(--hairline);
    border-bottom: 0;
  }
  .story section {
    padding: 0;
    border: 0;
  }
  .story h2 {
    margin-bottom: 4px;
  }
  .story p {
    margin-bottom: 8px;
  }
  .story math {
    font-size: 1.15em;
  }
  .formula {
    padding: 4px 0;
    overflow-x: auto;
    overflow-y: hidden;
  }
  .fields {
    gap: 12px;
  }
  details .fields {
    margin-top: 8px;
  }
  .why {
    min-height: 96px;
    margin-top: auto;
    padding-top: 12px;
    border-top: 1px solid var(--hairline);
  }
  @container (width < 1100px) {
    :host {
      display: block;
    }
    .columns {
      display: block;
    }
    main {
      overflow: visible;
    }
    .settings {
      border-top: 1px solid var(--hairline);
      border-right: 0;
    }
    .why {
      min-height: 44px;
    }
    .story {
      margin-top: 8px;
    }
  }
  @container (width < 601px) {
    .tabs {
      gap: 0;
    }
    .tabs button {
      padding: 4px 8px;
      font-size: var(--text);
    }
    /* Fonts made for mathematics are wide: the longest line still fits. */
    .story math {
      font-size: 1em;
    }
  }
`;
