/** Least time between two pictures of a streaming run. */
const leastInterval = 100;
/** The share of the time that drawing may take: one part in this many. */
const thrift = 5;

/**
 * Paints a streaming run now and then: at once the first time, then at most ten times a second, and
 * less often where a picture is costly, so that the page stays free for the reader.
 */
export class Painter {
  private readonly paint: () => void;
  private interval = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = Number.NEGATIVE_INFINITY;

  constructor(paint: () => void) {
    this.paint = paint;
  }

  /** There is something new to show. */
  request(): void {
    if (this.timer !== undefined) return;
    const wait = Math.max(0, this.last + this.interval - performance.now());
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.draw();
    }, wait);
  }

  /** Nothing is painted any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = Number.POSITIVE_INFINITY;
    this.interval = Number.POSITIVE_INFINITY;
  }

  private draw(): void {
    const start = performance.now();
    this.last = start;
    this.interval = leastInterval;
    this.paint();
    // Components render in microtasks: what comes after them knows how long it took.
    setTimeout(() => {
      this.interval = Math.max(leastInterval, thrift * (performance.now() - start));
    });
  }
}
