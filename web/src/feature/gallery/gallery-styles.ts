import { css } from 'lit';

export const galleryStyles = css`
  :host {
    display: flex;
    flex: 1;
    min-height: 0;
  }
  main {
    position: relative;
    flex: 1;
    min-width: 0;
    padding: 24px 24px 48px;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--hairline) transparent;
  }
  .head {
    display: grid;
    gap: 8px;
  }
  nd-story-list {
    display: block;
    margin: 8px 0 24px;
  }
  .head + h3 {
    margin-top: 16px;
  }
  h2 {
    font-size: 24px;
  }
  .story {
    max-width: 72ch;
  }
  .find {
    display: flex;
    align-items: center;
    gap: 8px;
    max-width: 480px;
  }
  .find input {
    min-height: 40px;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 16px;
  }
  section {
    margin-top: 32px;
  }
  h3:focus {
    outline: none;
  }
  .claim sup,
  .claim sub {
    font-size: 0.8em;
    line-height: 0;
  }
  h3 {
    scroll-margin-top: 16px;
    color: var(--ink);
    font-size: var(--text-large);
  }
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr));
    gap: 16px;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }
  article {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: 8px;
    height: 100%;
    padding: 16px;
    border: 1px solid var(--hairline);
    border-radius: 8px;
    background: var(--paper-raised);
  }
  article:hover,
  article:focus-within {
    border-color: var(--accent);
  }
  h4 {
    margin: 0;
  }
  h4 button {
    display: block;
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    font-size: 16px;
    font-weight: 650;
    line-height: 1.3;
    text-align: left;
    white-space: normal;
  }
  /* All of a card opens it. */
  h4 button::after {
    position: absolute;
    inset: 0;
    border-radius: 8px;
    content: '';
  }
  article:hover h4 button {
    color: var(--accent);
  }
  .cost {
    margin-top: auto;
  }
  @container (width < 1100px) {
    main {
      overflow: visible;
    }
  }
  @container (width < 601px) {
    main {
      padding: 16px 12px 32px;
    }
    nav {
      flex-wrap: nowrap;
      padding: 2px;
      overflow-x: auto;
      scrollbar-width: none;
    }
    nav button {
      flex: none;
    }
    article {
      padding: 12px;
    }
  }
`;
