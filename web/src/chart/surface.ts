/** Somewhere to draw a figure: an SVG text or a canvas. Coordinates are pixels from the top left. */
export interface Surface {
  polyline(points: readonly Point[], stroke: Stroke): void;
  polygon(points: readonly Point[], fill: string): void;
  text(position: Point, content: string, style: TextStyle): void;
  /** Everything drawn until `unclip` stays inside the rectangle. */
  clip(x: number, y: number, width: number, height: number): void;
  unclip(): void;
}

/** Pixels to a tenth: finer ones are not seen. */
export function tenth(value: number): number {
  return Math.round(10 * value) / 10;
}

export type Point = readonly [number, number];

export interface Stroke {
  color: string;
  width: number;
  dash?: readonly number[];
  /** 1 unless it says otherwise. */
  opacity?: number;
  /** How far into its dashes the line begins, in pixels. */
  dashOffset?: number;
}

export interface TextStyle {
  color: string;
  size: number;
  align: 'start' | 'middle' | 'end';
  bold?: boolean;
  /** Turned a quarter to the left, for the title of a vertical axis. */
  vertical?: boolean;
}

const figureFont = 'system-ui, -apple-system, "Segoe UI", sans-serif';

/** Collects the elements of an SVG document. */
export class SvgSurface implements Surface {
  private readonly parts: string[] = [];
  private clips = 0;
  private readonly width: number;
  private readonly height: number;

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
  }

  polyline(points: readonly Point[], stroke: Stroke): void {
    const offset = stroke.dashOffset ? ` stroke-dashoffset="${round(stroke.dashOffset)}"` : '';
    const dash = stroke.dash?.length ? ` stroke-dasharray="${stroke.dash.join(' ')}"${offset}` : '';
    const { opacity = 1 } = stroke;
    const pale = opacity < 1 ? ` stroke-opacity="${opacity}"` : '';
    this.parts.push(
      `<polyline points="${coordinates(points)}" fill="none" stroke="${stroke.color}" stroke-width="${stroke.width}" stroke-linejoin="round"${pale}${dash}/>`,
    );
  }

  polygon(points: readonly Point[], fill: string): void {
    this.parts.push(`<polygon points="${coordinates(points)}" fill="${fill}"/>`);
  }

  text([x, y]: Point, content: string, style: TextStyle): void {
    const turn = style.vertical ? ` transform="rotate(-90 ${round(x)} ${round(y)})"` : '';
    const weight = style.bold ? ' font-weight="600"' : '';
    this.parts.push(
      `<text x="${round(x)}" y="${round(y)}" font-size="${style.size}" fill="${style.color}" text-anchor="${style.align}"${weight}${turn}>${escapeXml(content)}</text>`,
    );
  }

  clip(x: number, y: number, width: number, height: number): void {
    const id = `clip${this.clips}`;
    this.clips += 1;
    this.parts.push(
      `<clipPath id="${id}"><rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"/></clipPath><g clip-path="url(#${id})">`,
    );
  }

  unclip(): void {
    this.parts.push('</g>');
  }

  /** The whole document, with a title that a screen reader can say. */
  finish(title: string, background: string): string {
    const size = `width="${this.width}" height="${this.height}" viewBox="0 0 ${this.width} ${this.height}"`;
    return [
      `<svg xmlns="http://www.w3.org/2000/svg" ${size} font-family="${escapeXml(figureFont)}" role="img">`,
      `<title>${escapeXml(title)}</title>`,
      `<rect width="${this.width}" height="${this.height}" fill="${background}"/>`,
      ...this.parts,
      '</svg>',
    ].join('\n');
  }
}

/** Draws on a canvas, `ratio` device pixels to one of the figure. */
export class CanvasSurface implements Surface {
  private readonly context: CanvasRenderingContext2D;

  constructor(context: CanvasRenderingContext2D, ratio: number) {
    this.context = context;
    context.scale(ratio, ratio);
    context.lineJoin = 'round';
  }

  polyline(points: readonly Point[], stroke: Stroke): void {
    this.trace(points);
    this.context.setLineDash([...(stroke.dash ?? [])]);
    this.context.lineDashOffset = stroke.dashOffset ?? 0;
    this.context.lineWidth = stroke.width;
    this.context.strokeStyle = stroke.color;
    this.context.globalAlpha = stroke.opacity ?? 1;
    this.context.stroke();
    this.context.globalAlpha = 1;
  }

  polygon(points: readonly Point[], fill: string): void {
    this.trace(points);
    this.context.fillStyle = fill;
    this.context.fill();
  }

  text([x, y]: Point, content: string, style: TextStyle): void {
    const { context } = this;
    context.save();
    context.translate(x, y);
    if (style.vertical) context.rotate(-Math.PI / 2);
    context.font = `${style.bold ? '600 ' : ''}${style.size}px ${figureFont}`;
    context.textAlign = style.align === 'middle' ? 'center' : style.align;
    context.fillStyle = style.color;
    context.fillText(content, 0, 0);
    context.restore();
  }

  clip(x: number, y: number, width: number, height: number): void {
    this.context.save();
    this.context.beginPath();
    this.context.rect(x, y, width, height);
    this.context.clip();
  }

  unclip(): void {
    this.context.restore();
  }

  private trace(points: readonly Point[]): void {
    this.context.beginPath();
    points.forEach(([x, y], index) => {
      if (index === 0) this.context.moveTo(x, y);
      else this.context.lineTo(x, y);
    });
  }
}

function escapeXml(text: string): string {
  const names: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replace(/[&<>"]/g, (character) => names[character]);
}

function coordinates(points: readonly Point[]): string {
  return points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
