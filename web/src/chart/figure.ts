import { fromBehind } from './behind.ts';
import { lineOf, seriesColor } from './palette.ts';
import type { Picture, PictureSeries } from './picture.ts';
import { drawPlot, frameAt, printInks, referenceStroke, type Frame } from './plot.ts';
import type { Range } from './range.ts';
import type { Point, Stroke, Surface } from './surface.ts';

const { ink, quiet } = printInks;

/** A figure for print: always on white, with title, axes, legend and a line that says how it was made. */
export interface Figure {
  width: number;
  height: number;
  title: string;
  /** Small print under the axis: privacy, repeats, what is not private. */
  caption: string;
  draw(surface: Surface): void;
}

/** Title and caption of a figure, which says what is drawn and what of it is exact. */
export type FigureWords = (drawn: string, exact: string) => Pick<Figure, 'title' | 'caption'>;

export interface FigureOptions {
  title: string;
  caption: string;
  /** Keys of series that are left out. */
  hidden: ReadonlySet<string>;
}

const legendSize = 12;
/** Room for a line of a name in the legend, and between two names. */
const legendRow = { line: 15, gap: 3 };
const margin = 20;
const titleSize = 15;
const captionSize = 10;
/** Room for one line of a title, of a caption. */
const titleRow = 19;
const captionRow = 14;
/** A letter's width as a share of the size of its type, generously. */
const letter = 0.56;

/** What the axes and their titles take on the left of a plot, and what is free on its right. */
const borders = { left: 64, right: 20 };
const plotHeight = 342;
/** Of a plot alone, and of two beside each other. */
const widths = [[636], [560, 400]] as const;

/** One large plot with its legend, or two beside each other that show the same curves. */
export function chartFigure(
  picture: Picture,
  options: FigureOptions,
  beside: Picture | null = null,
): Figure {
  const { title, caption, hidden } = options;
  const pictures = beside === null ? [picture] : [picture, beside];
  const plots = widths[pictures.length - 1].slice();
  const width = plots.reduce((sum, one) => sum + borders.left + one + borders.right, 0);
  const entries = entriesOf(picture.series.filter(({ key }) => !hidden.has(key)), picture); // prettier-ignore
  const columns = pictures.length + 1;
  const legend = { left: borders.left, width: width - borders.left - borders.right, columns };
  const { top, foot } = bordersOf(options, width);
  const bottom = top + plotHeight;
  // What the words take is added, so that the plots keep their size.
  const height = bottom + 62 + legendHeight(entries, legend) + foot;
  return {
    width,
    height,
    title,
    caption,
    draw(surface) {
      drawTitle(surface, this);
      let left = 0;
      pictures.forEach((one, index) => {
        const place = { left: left + borders.left, top, width: plots[index], height: plotHeight };
        const frame = frameAt(one, place);
        drawAxisTitles(surface, one, frame);
        drawPlot(surface, { ...one, series: fromBehind(one.series) }, { frame, hidden });
        left = place.left + place.width + borders.right;
      });
      drawLegend(surface, entries, { ...legend, top: bottom });
    },
  };
}

export interface FigurePanel {
  title: string;
  picture: Picture;
}

const cell = { width: 240, height: 204 };
const panelTitle = { size: 12, row: 15 };

/** Small plots beside each other with one vertical range and one legend. */
export function panelFigure(
  panels: readonly FigurePanel[],
  yRange: Range | null,
  options: FigureOptions,
): Figure {
  const { title, caption, hidden } = options;
  const columns = Math.min(4, Math.max(1, panels.length));
  const rows = Math.ceil(panels.length / columns);
  const named = new Map(
    panels.flatMap(({ picture }) =>
      picture.series.map((series) => [series.label, series] as const),
    ),
  );
  const entries = entriesOf([...named.values()].filter(({ key }) => !hidden.has(key)));
  const width = Math.max(480, 20 + columns * cell.width);
  const legend = { left: margin, width: width - 2 * margin, columns: Math.max(2, columns) };
  const { top, foot } = bordersOf(options, width);
  // Small plots have no titles at their axes.
  const head = top + captionRow;
  const titles = panels.map((panel) => wrapped(panel.title, cell.width - 30, panelTitle.size));
  const most = Math.max(1, ...titles.map(({ length }) => length));
  const rowHeight = cell.height + (most - 1) * panelTitle.row;
  const bottom = head + rows * rowHeight;
  const height = bottom + 26 + legendHeight(entries, legend) + foot;
  return {
    width,
    height,
    title,
    caption,
    draw(surface) {
      drawTitle(surface, this);
      const first = panels.at(0)?.picture;
      if (first !== undefined) {
        const words = `${first.yTitle} against ${first.xTitle}`;
        surface.text([margin, top], words, { color: quiet, size: 11, align: 'start' });
      }
      panels.forEach((panel, index) => {
        const left = 10 + (index % columns) * cell.width;
        const row = head + Math.floor(index / columns) * rowHeight;
        const words = titles[index];
        // Titles end above their plots, however many lines they have.
        const first = row + 10 + (most - words.length) * panelTitle.row;
        words.forEach((line, at) => {
          const style = { color: ink, size: panelTitle.size, align: 'start', bold: true } as const;
          surface.text([left + 10, first + at * panelTitle.row], line, style);
        });
        const place = {
          left: left + 54,
          top: row + 20 + (most - 1) * panelTitle.row,
          width: cell.width - 74,
          height: cell.height - 56,
        };
        drawPlot(surface, panel.picture, { frame: frameAt(panel.picture, place, yRange), hidden });
      });
      drawLegend(surface, entries, { ...legend, top: bottom - 50 });
    },
  };
}

/** Where the plot may begin below the title, and what the caption takes at the foot. */
export function bordersOf(
  { title, caption }: Pick<FigureOptions, 'title' | 'caption'>,
  width: number,
) {
  const titles = wrapped(title, width - 2 * margin, titleSize).length;
  const captions = wrapped(caption, width - 2 * margin, captionSize).length;
  return { top: 44 + (titles - 1) * titleRow, foot: captions * captionRow };
}

export function drawTitle(surface: Surface, { title, caption, width, height }: Figure): void {
  const room = width - 2 * margin;
  wrapped(title, room, titleSize).forEach((line, index) => {
    const style = { color: ink, size: titleSize, align: 'start', bold: true } as const;
    surface.text([margin, 26 + index * titleRow], line, style);
  });
  const captions = wrapped(caption, room, captionSize);
  captions.forEach((line, index) => {
    const y = height - 12 - (captions.length - 1 - index) * captionRow;
    surface.text([margin, y], line, { color: quiet, size: captionSize, align: 'start' });
  });
}

/** The words in lines that fit into a width; a word that is longer than a line is broken. */
function wrapped(text: string, width: number, size: number): string[] {
  const room = Math.max(1, Math.floor(width / (letter * size)));
  const lines: string[] = [];
  const pieces = text
    .split(' ')
    .flatMap((word) => word.match(new RegExp(`.{1,${room}}`, 'gu')) ?? []);
  for (const word of pieces) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= room) {
      lines[lines.length - 1] = `${last} ${word}`;
    } else {
      lines.push(word);
    }
  }
  return lines;
}

function drawAxisTitles(surface: Surface, picture: Picture, frame: Frame): void {
  const small = { color: quiet, size: 11, align: 'middle' } as const;
  const middle = frame.top + frame.height / 2;
  surface.text([frame.left - 46, middle], picture.yTitle, { ...small, vertical: true });
  const bottom = frame.top + frame.height;
  surface.text([frame.left + frame.width / 2, bottom + 36], picture.xTitle, small);
}

export interface Entry {
  label: string;
  stroke: Stroke;
}

/** The curves that are shown, and the grey one, if there is any, under its name. */
function entriesOf(
  shown: readonly PictureSeries[],
  { reference, referenceLabel = 'without noise' }: Partial<Picture> = {},
): Entry[] {
  const entries = shown.map((series) => {
    const color = seriesColor(series.colorIndex, 'light');
    return { label: series.label, stroke: { color, ...lineOf(series) } };
  });
  const isCompared = reference !== undefined && reference !== null;
  return isCompared
    ? [...entries, { label: referenceLabel, stroke: referenceStroke(printInks) }]
    : entries;
}

/** Where a legend stands: below its top, in so many columns. */
interface LegendPlace {
  left: number;
  width: number;
  columns: number;
}

/** The names in lines, row by row of the legend. */
function legendRows(entries: readonly Entry[], { width, columns }: LegendPlace) {
  const room = width / columns - 44;
  const named = entries.map((entry) => ({ entry, lines: wrapped(entry.label, room, legendSize) }));
  const rows: (typeof named)[] = [];
  named.forEach((one, index) => {
    if (index % columns === 0) rows.push([]);
    rows.at(-1)!.push(one);
  });
  return rows.map((row) => {
    const most = Math.max(...row.map(({ lines }) => lines.length));
    return { row, height: most * legendRow.line + legendRow.gap };
  });
}

/** What a legend takes below its first line. */
export function legendHeight(entries: readonly Entry[], place: LegendPlace): number {
  return legendRows(entries, place).reduce((sum, { height }) => sum + height, 0);
}

/** Names below a plot that ends at `top`. */
export function drawLegend(
  surface: Surface,
  entries: readonly Entry[],
  place: LegendPlace & { top: number },
): void {
  const column = place.width / place.columns;
  let y = place.top + 58;
  for (const { row, height } of legendRows(entries, place)) {
    row.forEach(({ entry, lines }, index) => {
      const x = place.left + index * column;
      const sample: Point[] = [[x, y - 4], [x + 28, y - 4]]; // prettier-ignore
      surface.polyline(sample, entry.stroke);
      lines.forEach((line, at) => {
        const style = { color: ink, size: legendSize, align: 'start' } as const;
        surface.text([x + 36, y + at * legendRow.line], line, style);
      });
    });
    y += height;
  }
}
