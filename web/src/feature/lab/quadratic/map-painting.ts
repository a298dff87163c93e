import { shadeColor } from './stability.ts';

export interface MapPicture {
  /** By [momentum][step]; null diverges. */
  cells: (number | null)[][];
  border: [step: number, momentum: number][];
  largestStep: number;
  dark: boolean;
}

/** Device pixels of one cell. */
const cell = 8;

/** Paints the cells, hatches what lies beyond the border of the stable region, and draws it. */
export function paintMap(canvas: HTMLCanvasElement, picture: MapPicture): void {
  const { cells, border, largestStep, dark } = picture;
  const rows = cells.length;
  canvas.width = (cells[0]?.length ?? 0) * cell;
  canvas.height = rows * cell;
  const context = canvas.getContext('2d');
  if (context === null || canvas.width === 0) return;
  cells.forEach((row, momentum) => paintRow(context, row, (rows - 1 - momentum) * cell));
  const points = border.map(
    ([step, momentum]) =>
      [(step / largestStep) * canvas.width, (1 - momentum) * canvas.height] as const,
  );
  if (points.length < 2) return;
  const line = [
    extended(points[1], points[0], canvas.height),
    ...points,
    extended(points.at(-2)!, points.at(-1)!, 0),
  ];
  hatch(context, line, dark);
  trace(context, line);
  context.strokeStyle = dark ? '#ececf1' : '#1b1b1f';
  context.lineWidth = 3;
  context.stroke();
}

type Point = readonly [x: number, y: number];

/** A cell that the border cuts has the colour of its stable neighbour; hatching hides the rest. */
function paintRow(
  context: CanvasRenderingContext2D,
  row: readonly (number | null)[],
  top: number,
): void {
  let level: number | null = null;
  row.forEach((own, step) => {
    level = own ?? level;
    if (level === null) return;
    const [red, green, blue] = shadeColor(level);
    context.fillStyle = `rgb(${red} ${green} ${blue})`;
    context.fillRect(step * cell, top, cell, cell);
  });
}

function hatch(context: CanvasRenderingContext2D, border: readonly Point[], dark: boolean): void {
  const { width, height } = context.canvas;
  context.save();
  trace(context, [...border, [width, 0], [width, height]]);
  context.clip();
  context.fillStyle = dark ? '#1d1d24' : '#f6f6f9';
  context.fillRect(0, 0, width, height);
  context.strokeStyle = dark ? '#55555f' : '#b9b9c4';
  context.lineWidth = 2;
  context.beginPath();
  for (let x = -height; x < width; x += 16) {
    context.moveTo(x, height);
    context.lineTo(x + height, 0);
  }
  context.stroke();
  context.restore();
}

function trace(context: CanvasRenderingContext2D, points: readonly Point[]): void {
  context.beginPath();
  points.forEach(([x, y], index) => {
    if (index === 0) context.moveTo(x, y);
    else context.lineTo(x, y);
  });
}

/** The line from one point through another, on to a height. */
function extended([x0, y0]: Point, [x1, y1]: Point, y: number): Point {
  return [x1 + ((y - y1) * (x1 - x0)) / (y1 - y0), y];
}
