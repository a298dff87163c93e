import { css, svg } from 'lit';
import { lineOf, paletteSize } from '../../chart/palette.ts';

/** A short piece of a series' line in its colour and dash; of a pinned run in the dash of that. */
export function swatch(colorIndex: number, dashIndex = colorIndex, ghost?: object) {
  const { dash } = lineOf({ dashIndex, ghost });
  return svg`<svg class="swatch" viewBox="0 0 24 12" width="24" height="12" aria-hidden="true">
    <line x1="0" y1="6" x2="24" y2="6" class=${seriesClass({ colorIndex })}
      stroke-width="3" stroke-dasharray=${dash.join(' ') || 'none'} />
  </svg>`;
}

/** What gives a mark of a series its colour. */
export function seriesClass({ colorIndex }: { colorIndex: number }): string {
  return `series-${colorIndex % paletteSize}`;
}

export const swatchStyles = css`
  svg.swatch {
    flex: none;
    color: inherit;
  }
  .series-0 {
    stroke: var(--series-0);
  }
  .series-1 {
    stroke: var(--series-1);
  }
  .series-2 {
    stroke: var(--series-2);
  }
  .series-3 {
    stroke: var(--series-3);
  }
  .series-4 {
    stroke: var(--series-4);
  }
  .series-5 {
    stroke: var(--series-5);
  }
  .series-6 {
    stroke: var(--series-6);
  }
  .series-7 {
    stroke: var(--series-7);
  }
`;
