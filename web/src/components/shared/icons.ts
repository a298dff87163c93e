import { svg } from 'lit';
import { glyph, runIcons } from './run-icons.ts';

export const icons = {
  ...runIcons,
  pin: glyph(svg`<path d="M5.5 2.5h5l-.8 4.2 2.3 2.3H4l2.3-2.3zM8 9v5"/>`),
  remove: glyph(svg`<path d="M4 4l8 8M12 4l-8 8"/>`),
  copy: glyph(
    svg`<rect x="5.5" y="5.5" width="8" height="8" rx="1"/><path d="M10.5 5.5v-3h-8v8h3"/>`,
  ),
  up: glyph(svg`<path d="M8 13V3M4 7l4-4 4 4"/>`),
  undo: glyph(svg`<path d="M5.5 2.5L2.5 5.5l3 3M3 5.5h6.5a4 4 0 010 8H6"/>`),
  redo: glyph(svg`<path d="M10.5 2.5l3 3-3 3M13 5.5H6.5a4 4 0 000 8H10"/>`),
  file: glyph(svg`<path d="M9 2H4v12h8V5zM9 2v3h3"/>`),
  link: glyph(
    svg`<path d="M6.5 9.5l3-3M7 4.5l1.8-1.8a2.6 2.6 0 013.6 3.6L10.6 8M5.4 8L3.6 9.7a2.6 2.6 0 003.6 3.6L9 11.5"/>`,
  ),
  download: glyph(svg`<path d="M8 2v8M4.5 7L8 10.5 11.5 7M3 13.5h10"/>`),
  chevron: glyph(svg`<path d="M4 6l4 4 4-4"/>`),
  check: glyph(svg`<path d="M3 8.5l3.5 3.5L13 4.5"/>`),
  warning: glyph(svg`<path d="M8 2.5L14.5 13.5h-13zM8 6.5v3.2M8 11.6v.1"/>`),
  data: glyph(
    svg`<ellipse cx="8" cy="4" rx="5.5" ry="2"/><path d="M2.5 4v8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2V4M2.5 8c0 1.1 2.5 2 5.5 2s5.5-.9 5.5-2"/>`,
  ),
  shield: glyph(svg`<path d="M8 1.8l5 1.8v4c0 3.4-2.2 5.6-5 6.6-2.8-1-5-3.2-5-6.6v-4z"/>`),
  curves: glyph(svg`<path d="M2 3c2 8 5 9 12 9M2 3c3 4 6 5.5 12 5.5"/>`),
  story: glyph(svg`<path d="M3 3.5h10M3 6.5h10M3 9.5h10M3 12.5h6"/>`),
};
