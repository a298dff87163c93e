import { svg, type TemplateResult } from 'lit';
import type { Point, Stroke, Surface, TextStyle } from '../../chart/surface.ts';

/** Collects what is drawn as elements of the page: no text is ever read as markup. */
export class TemplateSurface implements Surface {
  private parts: TemplateResult[] = [];
  private readonly outer: { parts: TemplateResult[]; clip: TemplateResult }[] = [];

  /** What was drawn. */
  get content(): readonly TemplateResult[] {
    return this.parts;
  }

  polyline(points: readonly Point[], { color, width, dash = [] }: Stroke): void {
    this.parts.push(
      svg`<polyline points=${coordinates(points)} fill="none" stroke=${color} stroke-width=${width} stroke-linejoin="round" stroke-dasharray=${dash.join(' ') || 'none'}></polyline>`,
    );
  }

  polygon(points: readonly Point[], fill: string): void {
    this.parts.push(svg`<polygon points=${coordinates(points)} fill=${fill}></polygon>`);
  }

  text([x, y]: Point, content: string, { color, size, align }: TextStyle): void {
    this.parts.push(
      svg`<text x=${x} y=${y} font-size=${size} fill=${color} text-anchor=${align}>${content}</text>`,
    );
  }

  clip(x: number, y: number, width: number, height: number): void {
    const clip = svg`<rect x=${x} y=${y} width=${width} height=${height}></rect>`;
    this.outer.push({ parts: this.parts, clip });
    this.parts = [];
  }

  unclip(): void {
    const { parts, clip } = this.outer.pop()!;
    const id = `clip${parts.length}`;
    parts.push(
      svg`<clipPath id=${id}>${clip}</clipPath><g clip-path="url(#${id})">${this.parts}</g>`,
    );
    this.parts = parts;
  }
}

function coordinates(points: readonly Point[]): string {
  return points.map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`).join(' ');
}
