import { seriesColor, withOpacity } from '../../chart/palette.ts';
import { printInks } from '../../chart/plot.ts';
import { schemeOf } from '../../styles/theme.ts';

/** What the picture is drawn in; the runs have the colours of their curves. */
export interface LandscapeInks {
  paper: string;
  ink: string;
  quiet: string;
  hairline: string;
  /** Of contour lines. */
  line: string;
  /** Of the ground: 0 the highest, 1 the lowest. */
  ground(depth: number): string;
  series(index: number): string;
  /** Of runs that are not looked at. */
  faint(index: number): string;
  /** Of a noise ball. */
  haze(index: number): string;
}

type Scheme = 'light' | 'dark';
type Color = readonly [red: number, green: number, blue: number];

/** How much of the accent the lowest ground has, and how much ink a contour line. */
const strengths = {
  light: { ground: 0.56, line: 0.22, faint: 0.5 },
  dark: { ground: 0.5, line: 0.2, faint: 0.55 },
} as const;

/** The inks of the element, as its theme has them now. */
export function inksOf(style: CSSStyleDeclaration): LandscapeInks {
  const scheme = schemeOf(style);
  const token = (name: string) => hexOf(style.getPropertyValue(name));
  return inks(scheme, {
    paper: token('--paper'),
    high: token('--paper-sunken'),
    accent: token('--accent'),
    ink: token('--ink'),
    quiet: token('--ink-quiet'),
    hairline: token('--hairline'),
  });
}

/** For print: always on white. */
export const printLandscapeInks: LandscapeInks = inks('light', {
  paper: '#ffffff',
  high: '#fbfbfd',
  accent: '#4338a8',
  ink: printInks.ink,
  quiet: printInks.quiet,
  hairline: printInks.hairline,
});

interface Tokens {
  paper: string;
  high: string;
  accent: string;
  ink: string;
  quiet: string;
  hairline: string;
}

function inks(scheme: Scheme, tokens: Tokens): LandscapeInks {
  const { paper, ink, quiet, hairline } = tokens;
  const { ground, line, faint } = strengths[scheme];
  const [high, accent] = [rgbOf(tokens.high), rgbOf(tokens.accent)];
  return {
    paper,
    ink,
    quiet,
    hairline,
    line: withOpacity(ink, line),
    ground: (depth) => mixed(high, accent, ground * depth),
    series: (index) => seriesColor(index, scheme),
    faint: (index) => withOpacity(seriesColor(index, scheme), faint),
    haze: (index) => withOpacity(seriesColor(index, scheme), 0.2),
  };
}

/** A colour as `#rrggbb`, however a style sheet wrote it; grey where it is none. */
function hexOf(color: string): string {
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) return '#808080';
  context.fillStyle = '#808080';
  context.fillStyle = color.trim();
  const { fillStyle } = context;
  return typeof fillStyle === 'string' && /^#[0-9a-f]{6}$/.test(fillStyle) ? fillStyle : '#808080';
}

function rgbOf(color: string): Color {
  const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return [channel(1), channel(3), channel(5)];
}

function mixed(one: Color, other: Color, share: number): string {
  const parts = one.map((channel, index) => Math.round(channel + share * (other[index] - channel)));
  return `rgb(${parts.join(', ')})`;
}
