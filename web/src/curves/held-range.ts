import { measureInfo } from '../results/measures.ts';
import type { ChartModel } from './model.ts';
import { roomBelow, stickyRange, type Range } from '../chart/range.ts';

/** The vertical range of a chart from one picture to the next: it holds still where it can. */
export class HeldRange {
  range: Range | null = null;
  private key = '';

  /** @param about what a range belongs to besides the model's measure, scale and curves */
  take(
    model: ChartModel,
    { about, mode }: { about: string; mode: 'locked' | 'growing' | 'free' },
  ): void {
    const key = `${model.measure} ${model.scale} ${model.series.length} ${about}`;
    const previous = key === this.key ? this.range : null;
    const { axis } = measureInfo(model.measure);
    const opens = mode === 'locked' && model.yRange !== null && axis !== 'share';
    const needed = opens ? roomBelow(model.yRange!, model.scale) : model.yRange;
    this.range = stickyRange(previous, needed, model.scale, mode);
    this.key = key;
  }
}
