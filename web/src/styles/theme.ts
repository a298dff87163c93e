import { css, unsafeCSS } from 'lit';
import { seriesColors } from './series.ts';

const series = (scheme: 'light' | 'dark') =>
  unsafeCSS(seriesColors[scheme].map((color, index) => `--series-${index}: ${color};`).join(' '));

const light = css`
  --scheme: light;
  --paper: #ffffff;
  --paper-raised: #ffffff;
  --paper-sunken: #f6f6f9;
  --ink: #1b1b1f;
  --ink-quiet: #5a5a66;
  --hairline: #dddde4;
  --hairline-strong: #8a8a96;
  --accent: #4338a8;
  --accent-ink: #ffffff;
  --accent-soft: #efedfb;
  --danger: #b3261e;
  --danger-soft: #fdf0ee;
  --caution: #7a5200;
  --good: #1a6b3c;
  --shadow: 0 4px 24px rgb(20 20 40 / 16%);
  ${series('light')}
`;

const dark = css`
  --scheme: dark;
  --paper: #15151a;
  --paper-raised: #1d1d24;
  --paper-sunken: #1d1d24;
  --ink: #ececf1;
  --ink-quiet: #a3a3b0;
  --hairline: #33333d;
  --hairline-strong: #787886;
  --accent: #b3abff;
  --accent-ink: #17142e;
  --accent-soft: #2a2742;
  --danger: #ff9d94;
  --danger-soft: #37201e;
  --caution: #f0c26a;
  --good: #7fd6a2;
  --shadow: 0 4px 24px rgb(0 0 0 / 60%);
  ${series('dark')}
`;

/**
 * Colours, spaces and type of an element and all that is in it; a page that writes one of these on
 * the element overrides it. `theme` chooses a scheme; without it the system does.
 */
export const theme = css`
  :host {
    color-scheme: light dark;
    ${light}
    --unit: 4px;
    --radius: 4px;
    /* The height of a low control; a finger needs more than a pointer. */
    --low: 28px;
    --text-small: 12px;
    --text: 14px;
    --text-large: 18px;
    --font: system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', sans-serif;
  }
  @media (pointer: coarse) {
    :host {
      --low: 44px;
    }
  }
  @media (prefers-color-scheme: dark) {
    :host(:not([theme='light'])) {
      ${dark}
    }
  }
  :host([theme='light']) {
    color-scheme: light;
  }
  :host([theme='dark']) {
    color-scheme: dark;
    ${dark}
  }
`;

/** The scheme that an element is drawn in, for what a style sheet does not reach. */
export function schemeOf(style: CSSStyleDeclaration): 'light' | 'dark' {
  return style.getPropertyValue('--scheme').trim() === 'dark' ? 'dark' : 'light';
}
