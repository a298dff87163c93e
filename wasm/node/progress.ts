import type { SliceProgress } from '../client/module.ts';

export interface ProgressLine {
  show(progress: SliceProgress): void;
  end(): void;
}

/** Progress on standard error: one line that changes on a terminal, now and then one in a log. */
export function progressLine(isQuiet: boolean): ProgressLine {
  const { stderr } = process;
  const pause = stderr.isTTY ? 200 : 5000;
  const start = performance.now();
  let shown = start;
  let hasShown = false;
  return {
    show: ({ gradientEvaluations, totalEvaluations }) => {
      const now = performance.now();
      if (isQuiet || now - shown < pause) return;
      shown = now;
      hasShown = true;
      const share = Math.min(1, gradientEvaluations / Math.max(1, totalEvaluations));
      const left = share > 0 ? ((now - start) / 1000) * ((1 - share) / share) : 0;
      const percent = (100 * share).toFixed(0).padStart(3);
      const text = `noisy-descent: ${percent}%, about ${left.toFixed(0)} s left`;
      stderr.write(stderr.isTTY ? `\r\x1b[K${text}` : `${text}\n`);
    },
    end: () => {
      if (hasShown && stderr.isTTY) stderr.write('\r\x1b[K');
    },
  };
}
