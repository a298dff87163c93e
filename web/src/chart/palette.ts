/** Okabe and Ito's colour-blind safe palette, in an order whose neighbours differ most, with distinct dashes. */

const light = [
  '#0072b2',
  '#d55e00',
  '#009e73',
  '#aa4499',
  '#b87800',
  '#2a8fc7',
  '#7a6a00',
  '#555555',
];
const dark = [
  '#56b4e9',
  '#ff8a3d',
  '#2cc295',
  '#e79ac6',
  '#e69f00',
  '#8fd0ff',
  '#f0e442',
  '#bbbbbb',
];
const dashes: readonly (readonly number[])[] = [
  [],
  [10, 4],
  [4, 3],
  [10, 3, 2, 3],
  [6, 3],
  [14, 4, 4, 4],
  [2, 2],
  [8, 3, 2, 3, 2, 3],
];

export const paletteSize = light.length;
/** Without a common divisor with the number of dashes. */
const shift = 3;
/** What stands behind is paler than any curve, and still seen. */
const ghostOpacity = 0.75;

export function seriesColor(index: number, scheme: 'light' | 'dark'): string {
  const colors = scheme === 'light' ? light : dark;
  return colors[index % colors.length];
}

/** Every next round of colours has its dashes moved on, so that 64 series differ. */
export function seriesDash(index: number): number[] {
  const round = Math.floor(index / light.length);
  return [...dashes[(index + shift * round) % dashes.length]];
}

/** How a line is drawn that belongs to a series, or, with a dot in its dashes, to one that stands behind. */
export function lineOf({ dashIndex, ghost }: { dashIndex: number; ghost?: object | undefined }) {
  return ghost
    ? { width: 1.5, opacity: ghostOpacity, dash: [...seriesDash(dashIndex + 1), 1, 3] }
    : { width: 2, dash: seriesDash(dashIndex) };
}

interface Style {
  colorIndex: number;
  dashIndex: number;
}

/** The same series, each with the next dash that no earlier one of its colour has. */
export function toldApart<Series extends Style>(series: readonly Series[]): Series[] {
  const taken = new Set<string>();
  return series.map((one) => {
    const lookOf = (dashIndex: number) =>
      `${one.colorIndex % light.length} ${seriesDash(dashIndex).join(' ')}`;
    const choices = dashes.map((_, index) => one.dashIndex + index);
    const dashIndex = choices.find((each) => !taken.has(lookOf(each))) ?? one.dashIndex;
    taken.add(lookOf(dashIndex));
    return { ...one, dashIndex };
  });
}

/** A colour with an opacity, as `rgba(...)`, from `#rrggbb`. */
export function withOpacity(color: string, opacity: number): string {
  const channel = (start: number) => Number.parseInt(color.slice(start, start + 2), 16);
  return `rgba(${channel(1)}, ${channel(3)}, ${channel(5)}, ${opacity})`;
}
