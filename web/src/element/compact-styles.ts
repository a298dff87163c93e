import { css } from 'lit';

export const compactStyles = css`
  :host,
  section,
  .picture {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-width: 0;
  }
  section {
    gap: 8px;
    padding: 12px;
  }
  :host > .error {
    margin: 12px;
  }
  .head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    justify-content: space-between;
    gap: 4px 16px;
    min-height: 32px;
  }
  .title {
    font-weight: 650;
    overflow-wrap: anywhere;
  }
  nd-run-bar {
    margin-left: auto;
  }
  .stage {
    display: flex;
    flex: 1 1 var(--stage, 200px);
    flex-direction: column;
    min-height: var(--stage, 200px);
    border-radius: var(--radius);
  }
  nd-svg-chart {
    flex: 1;
  }
  .measure {
    font-weight: 550;
  }
  .axis {
    text-align: right;
  }
  img,
  slot::slotted(*) {
    max-width: 100%;
    height: auto;
    margin: auto;
  }
  /* An older picture is faded whole; quiet words in it take full ink, so that all stay readable. */
  .previous {
    --ink-quiet: var(--ink);
    opacity: 0.6;
  }
`;
