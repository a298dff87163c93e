import type { FigureOptions } from '../chart/figure.ts';
import type { ChartModel } from '../chart/model.ts';
import type { Command } from '../components/events.ts';
import { chartCsv } from '../export/csv.ts';
import { download, fileName, pngFigure, svgFigure, textFile } from '../export/download.ts';
import { formatNumber } from '../format/number.ts';
import type { State } from '../store/state.ts';

/** Hands out a file for an export command; false when the command is none or there is nothing yet. */
export async function exportAs(
  command: Command,
  state: Readonly<State>,
  model: ChartModel | null,
): Promise<boolean> {
  const title = state.experiment.title ?? 'Noisy Descent';
  if (command === 'export-experiment') {
    download(fileName(title, 'experiment.json'), json(state.experiment));
  } else if (command === 'export-result' && state.result !== null) {
    download(fileName(title, 'result.json'), json(state.result));
  } else if (command === 'export-csv' && model !== null) {
    download(fileName(title, 'csv'), textFile(chartCsv(model), 'text/csv'));
  } else if (command === 'export-svg' && model !== null) {
    const text = svgFigure(model, figureOptions(state, model, title));
    download(fileName(title, 'svg'), textFile(text, 'image/svg+xml'));
  } else if (command === 'export-png' && model !== null) {
    download(fileName(title, 'png'), await pngFigure(model, figureOptions(state, model, title)));
  } else {
    return false;
  }
  return true;
}

function figureOptions(state: Readonly<State>, model: ChartModel, title: string): FigureOptions {
  return {
    width: 720,
    height: 480,
    title,
    caption: caption(state),
    hidden: new Set(
      model.series.filter(({ label }) => state.view.faded.includes(label)).map(({ key }) => key),
    ),
  };
}

function caption({ experiment }: Readonly<State>): string {
  const { privacy, run } = experiment;
  const budget =
    privacy.epsilon === undefined ? privacy.notion : `ε = ${formatNumber(privacy.epsilon)}`;
  const repeats = `${run?.repeats ?? 1} repeats, median and 10–90% band`;
  const noise = run?.randomness?.mode === 'secure' ? '' : ' Reproducible noise.';
  return `${budget}; ${repeats}.${noise} The curves read the data exactly and are not private. Made with Noisy Descent.`;
}

function json(value: unknown): Blob {
  return textFile(`${JSON.stringify(value, null, 2)}\n`, 'application/json');
}
