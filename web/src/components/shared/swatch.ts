import { css, svg, unsafeCSS } from 'lit';
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
  ${unsafeCSS(Array.from({ length: paletteSize }, (_, index) => `.series-${index} { stroke: var(--series-${index}); }`).join(' '))}
`;
