import type { Figure } from '../chart/figure.ts';
import { CanvasSurface, SvgSurface } from '../chart/surface.ts';

/** Offers bytes made in the page as a file; nothing is sent anywhere. */
export function download(name: string, content: Blob): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

export function textFile(content: string, type: string): Blob {
  return new Blob([content], { type: `${type};charset=utf-8` });
}

export function svgFigure(figure: Figure): string {
  const surface = new SvgSurface(figure.width, figure.height);
  figure.draw(surface);
  return surface.finish(`${figure.title}. ${figure.caption}`, '#ffffff');
}

/** The figure as a PNG, twice as fine as on the screen. */
export async function pngFigure(figure: Figure): Promise<Blob> {
  const ratio = 2;
  const canvas = document.createElement('canvas');
  canvas.width = figure.width * ratio;
  canvas.height = figure.height * ratio;
  const context = canvas.getContext('2d');
  if (context === null) throw new Error('This browser cannot draw on a canvas.');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  figure.draw(new CanvasSurface(context, ratio));
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob === null) reject(new Error('The picture could not be encoded.'));
      else resolve(blob);
    }, 'image/png');
  });
}

/** A file name made of a title: lower case, digits and hyphens. */
export function fileName(title: string, suffix: string): string {
  const stem = title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return `${stem || 'noisy-descent'}.${suffix}`;
}

/** A value as text that people can read. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

export function jsonFile(value: unknown): Blob {
  return textFile(jsonText(value), 'application/json');
}
