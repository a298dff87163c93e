import { svg, type TemplateResult } from 'lit';

/** Icons drawn for this page on a 16 px grid; the shared styles give them stroke and size. */
export const glyph = (content: TemplateResult) =>
  svg`<svg class="glyph" viewBox="0 0 16 16" aria-hidden="true">${content}</svg>`;

/** Those of the run bar, which every element has. */
export const runIcons = {
  play: glyph(svg`<path d="M5 3l8 5-8 5z" fill="currentColor"/>`),
  pause: glyph(svg`<path d="M5.5 3v10M10.5 3v10" stroke-width="2.4"/>`),
  stop: glyph(svg`<rect x="4" y="4" width="8" height="8" fill="currentColor"/>`),
};
