import { seriesColor, seriesDash } from './palette.ts';
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

export const legendRow = 18;
const margin = 20;
const titleSize = 15;
const captionSize = 10;
/** Room for one line of a title, of a caption. */
const titleRow = 19;
const captionRow = 14;
/** A letter's width as a share of the size of its type, generously. */
const letter = 0.56;

/** One large plot with its legend. */
export function chartFigure(picture: Picture, options: FigureOptions): Figure {
  const { title, caption } = options;
  const width = 720;
  const shown = picture.series.filter((series) => !options.hidden.has(series.key));
  const entries = entriesOf(shown, picture);
  const { top, foot } = bordersOf(options, width);
  const bottom = 62 + foot + Math.ceil(entries.length / 2) * legendRow;
  // What the words take is added, so that the plot keeps its size.
  const place = { left: 64, top, width: width - 84, height: 342 };
  const height = top + place.height + bottom;
  const frame = frameAt(picture, place);
  return {
    width,
    height,
    title,
    caption,
    draw(surface) {
      drawTitle(surface, this);
      drawAxisTitles(surface, picture, frame);
      drawPlot(surface, picture, { frame, hidden: options.hidden });
      drawLegend(surface, entries, { ...place, columns: 2 });
    },
  };
}

export interface FigurePanel {
  title: string;
  picture: Picture;
}

const cell = { width: 240, height: 204 };

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
  const { top: head, foot } = bordersOf(options, width);
  const bottom = head + rows * cell.height;
  const legendColumns = Math.max(2, columns);
  const height = bottom + 26 + foot + Math.ceil(entries.length / legendColumns) * legendRow;
  return {
    width,
    height,
    title,
    caption,
    draw(surface) {
      drawTitle(surface, this);
      panels.forEach((panel, index) => {
        const left = 10 + (index % columns) * cell.width;
        const top = head + Math.floor(index / columns) * cell.height;
        const place = {
          left: left + 54,
          top: top + 20,
          width: cell.width - 74,
          height: cell.height - 56,
        };
        surface.text([left + 10, top + 10], shortened(panel.title, 34), {
          color: ink,
          size: 12,
          align: 'start',
          bold: true,
        });
        drawPlot(surface, panel.picture, { frame: frameAt(panel.picture, place, yRange), hidden });
      });
      const place = { left: 20, top: bottom - 50, width: width - 40, height: 0 };
      drawLegend(surface, entries, { ...place, columns: legendColumns });
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

/** The words in lines that fit into a width; a word that is too long has a line of its own. */
function wrapped(text: string, width: number, size: number): string[] {
  const room = Math.floor(width / (letter * size));
  const lines: string[] = [];
  for (const word of text.split(' ')) {
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
  surface.text([18, middle], picture.yTitle, { ...small, vertical: true });
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
  const entries = shown.map(({ label, colorIndex, dashIndex }) => {
    const color = seriesColor(colorIndex, 'light');
    return { label, stroke: { color, width: 2, dash: seriesDash(dashIndex) } };
  });
  const isCompared = reference !== undefined && reference !== null;
  return isCompared
    ? [...entries, { label: referenceLabel, stroke: referenceStroke(printInks) }]
    : entries;
}

export function drawLegend(
  surface: Surface,
  entries: readonly Entry[],
  place: Pick<Frame, 'left' | 'top' | 'width' | 'height'> & { columns: number },
): void {
  const { columns } = place;
  const column = place.width / columns;
  const room = Math.floor((column - 44) / 6.2);
  entries.forEach(({ label, stroke }, index) => {
    const x = place.left + (index % columns) * column;
    const y = place.top + place.height + 58 + Math.floor(index / columns) * legendRow;
    const sample: Point[] = [[x, y - 4], [x + 28, y - 4]]; // prettier-ignore
    surface.polyline(sample, stroke);
    surface.text([x + 36, y], shortened(label, room), { color: ink, size: 12, align: 'start' });
  });
}

function shortened(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, room - 1)}…` : text;
}
