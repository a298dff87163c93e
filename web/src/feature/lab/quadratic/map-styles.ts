import { css } from 'lit';

export const mapStyles = css`
  .frame {
    display: grid;
    grid-template-columns: 52px minmax(0, 1fr) 12px;
    grid-template-rows: 8px minmax(0, 1fr) 44px;
    height: 320px;
    color: var(--ink-quiet);
    font-size: var(--text-small);
  }
  @container (width < 601px) {
    .frame {
      height: 272px;
    }
  }
  .y-title {
    grid-area: 2 / 1;
    align-self: center;
    justify-self: start;
    transform: rotate(180deg);
    writing-mode: vertical-rl;
  }
  .x-title {
    grid-area: 3 / 2;
    align-self: end;
    justify-self: center;
  }
  .plane {
    position: relative;
    grid-area: 2 / 2;
    cursor: crosshair;
    touch-action: none;
  }
  canvas,
  .marks {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
  }
  .marks {
    overflow: visible;
    pointer-events: none;
  }
  text {
    fill: var(--ink-quiet);
    font: 12px var(--font);
    font-variant-numeric: tabular-nums;
  }
  .ring {
    fill: #1b1b1f;
  }
  .marker {
    fill: #d55e00;
    stroke: #ffffff;
    stroke-width: 2.5;
  }
  .best {
    fill: #1b1b1f;
    stroke: #ffffff;
    stroke-width: 2;
  }
  .key {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 4px 8px;
    margin: 8px 0 0 52px;
  }
  .key .item {
    display: inline-flex;
    align-items: center;
    gap: 4px;
    margin-left: 8px;
  }
  .scale {
    width: 72px;
    height: 10px;
    border-radius: 2px;
    background: linear-gradient(to right, #fee838, #bbad6d, #7c7b78, #3c4d6e, #00224e);
  }
  .hatch {
    width: 16px;
    height: 10px;
    border: 1px solid var(--hairline-strong);
    background: repeating-linear-gradient(
      135deg,
      var(--hairline) 0 2px,
      var(--paper-sunken) 2px 5px
    );
  }
  .dot {
    width: 10px;
    height: 10px;
    border: 2px solid #ffffff;
    border-radius: 50%;
    background: #1b1b1f;
    box-shadow: 0 0 0 1px var(--hairline-strong);
  }
`;
