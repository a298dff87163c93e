import { paletteSize, seriesColors } from '../styles/series.ts';

/** Distinct, one for each colour. */
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

export { paletteSize };
/** Without a common divisor with the number of dashes. */
const shift = 3;
/** What stands behind is paler than any curve, and still seen. */
const ghostOpacity = 0.75;

export function seriesColor(index: number, scheme: 'light' | 'dark'): string {
  return seriesColors[scheme][index % paletteSize];
}

/** Every next round of colours has its dashes moved on, so that 64 series differ. */
export function seriesDash(index: number): number[] {
  const round = Math.floor(index / paletteSize);
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
      `${one.colorIndex % paletteSize} ${seriesDash(dashIndex).join(' ')}`;
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
