import { chartFigure, panelFigure, type Figure } from '../chart/figure.ts';
import type { ChartModel, PanelModel } from '../chart/model.ts';
import type { Command } from '../components/events.ts';
import { chartCsv } from '../export/csv.ts';
import { download, fileName, pngFigure, svgFigure, textFile } from '../export/download.ts';
import { formatNumber } from '../format/number.ts';
import type { State } from '../store/state.ts';
import type { Drawing } from './drawing.ts';

/** Hands out a file for an export command; false when the command is none or there is nothing yet. */
export async function exportAs(
  command: Command,
  state: Readonly<State>,
  { model, panels }: Pick<Drawing, 'model' | 'panels'>,
): Promise<boolean> {
  const title = state.experiment.title ?? 'Noisy Descent';
  if (command === 'export-experiment') {
    download(fileName(title, 'experiment.json'), json(state.experiment));
  } else if (command === 'export-result' && state.result !== null) {
    download(fileName(title, 'result.json'), json(state.result));
  } else if (command === 'export-csv' && model !== null) {
    download(fileName(title, 'csv'), textFile(chartCsv(model), 'text/csv'));
  } else if (command === 'export-svg' && model !== null) {
    const text = svgFigure(figureOf(state, model, panels));
    download(fileName(title, 'svg'), textFile(text, 'image/svg+xml'));
  } else if (command === 'export-png' && model !== null) {
    download(fileName(title, 'png'), await pngFigure(figureOf(state, model, panels)));
  } else {
    return false;
  }
  return true;
}

function figureOf(
  state: Readonly<State>,
  model: ChartModel,
  panels: readonly PanelModel[],
): Figure {
  const series = [model, ...panels.map((panel) => panel.model)].flatMap((one) => one.series);
  const options = {
    title: state.experiment.title ?? 'Noisy Descent',
    caption: caption(state),
    hidden: new Set(
      series.filter(({ label }) => state.view.faded.includes(label)).map(({ key }) => key),
    ),
  };
  if (panels.length === 0) return chartFigure(model, options);
  const pictures = panels.map((panel) => ({ title: panel.title, picture: panel.model }));
  return panelFigure(pictures, model.yRange, options);
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
