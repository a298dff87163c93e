import { svg } from 'lit';
import { glyph } from '../../components/shared/run-icons.ts';

export const playbackIcons = {
  first: glyph(svg`<path d="M4 3v10M12 3.5L6.5 8l5.5 4.5z"/>`),
  back: glyph(svg`<path d="M10.5 3.5L5 8l5.5 4.5z"/>`),
  forward: glyph(svg`<path d="M5.5 3.5L11 8l-5.5 4.5z"/>`),
  last: glyph(svg`<path d="M12 3v10M4 3.5L9.5 8 4 12.5z"/>`),
};
