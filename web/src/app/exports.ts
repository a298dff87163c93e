import { chartFigure, panelFigure, type Figure, type FigureWords } from '../chart/figure.ts';
import type { PanelModel } from '../curves/layouts.ts';
import type { ChartModel } from '../curves/model.ts';
import type { Command } from '../components/shared/events.ts';
import type { Experiment, PageEngine } from '../engine/types.ts';
import { chartTable } from '../curves/chart-table.ts';
import { csvText } from '../export/csv.ts';
import {
  download,
  fileName,
  jsonFile,
  pngFigure,
  svgFigure,
  textFile,
} from '../export/download.ts';
import { budgetText } from '../privacy/budget.ts';
import { countRepeats, repeatsText } from '../results/repeats.ts';
import { isPrevious, pictureTitle, type ExperimentPicture } from '../store/picture.ts';
import type { State } from '../store/state.ts';
import type { Drawing } from './drawing.ts';

/** The figure of the landscape under these words; null while curves are looked at. */
export type LandscapeFigure = (words: FigureWords) => Figure | null;

/** What stands on the page. */
type Drawn = Pick<Drawing, 'model' | 'panels' | 'beside'> & { landscape: LandscapeFigure };

/** The tables of a result, by what asks for them. */
const tables = { 'export-traces': 'traces', 'export-summary': 'summary' } as const;

function isTable(command: Command): command is keyof typeof tables {
  return command in tables;
}

/**
 * Hands out a file for an export command; false when the command is none or there is nothing yet.
 * What was drawn carries the name of the experiment that ran, whatever the forms say by now.
 */
export async function exportAs(
  command: Command,
  state: Readonly<State>,
  { model, panels, beside, landscape }: Drawn,
  engine: Pick<PageEngine, 'table'> | null,
): Promise<boolean> {
  const { experiment, picture } = state;
  if (command === 'export-experiment') {
    download(fileName(titleOf(experiment), 'experiment.json'), jsonFile(experiment));
    return true;
  }
  if (picture === null || model === null) return false;
  // The name says that the data were read exactly: what goes out is not publishable.
  const title = `${titleOf(picture.experiment)} exact`;
  const figure = () => landscape(wordsOf(picture, state)) ?? figureOf(picture, state, { model, panels }); // prettier-ignore
  if (command === 'export-result' && picture.result !== null) {
    download(fileName(title, 'result.json'), jsonFile(picture.result));
  } else if (isTable(command) && picture.result !== null && engine !== null) {
    const table = tables[command];
    const text = await engine.table(picture.result, table);
    download(fileName(`${title} ${table}`, 'csv'), textFile(text, 'text/csv'));
  } else if (command === 'export-csv') {
    download(fileName(title, 'csv'), textFile(csvText(chartTable(model, beside)), 'text/csv'));
  } else if (command === 'export-svg') {
    download(fileName(title, 'svg'), textFile(svgFigure(figure()), 'image/svg+xml'));
  } else if (command === 'export-png') {
    download(fileName(title, 'png'), await pngFigure(figure()));
  } else {
    return false;
  }
  return true;
}

/** The figure of a picture, as it is printed. */
export function figureOf(
  picture: ExperimentPicture,
  state: Readonly<State>,
  { model, panels }: { model: ChartModel; panels: readonly PanelModel[] },
): Figure {
  const series = [model, ...panels.map((panel) => panel.model)].flatMap((one) => one.series);
  const { faded } = state.view;
  const options = {
    ...wordsOf(picture, state)(
      'median and 10–90% band',
      `The curves read the data exactly and are not private.${model.lowerWords ? ` ${model.lowerWords}` : ''}`,
    ),
    hidden: new Set(series.filter(({ label }) => faded.includes(label)).map(({ key }) => key)),
  };
  if (panels.length === 0) return chartFigure(model, options);
  const pictures = panels.map((panel) => ({ title: panel.title, picture: panel.model }));
  return panelFigure(pictures, model.yRange, options);
}

function wordsOf(picture: ExperimentPicture, state: Readonly<State>): FigureWords {
  const title = pictureTitle(picture, isPrevious(state));
  return (drawn, exact) => ({ title, caption: caption(picture, drawn, exact) });
}

function caption(
  { collection, experiment, status }: ExperimentPicture,
  drawn: string,
  exact: string,
): string {
  const repeats = repeatsText(countRepeats(collection));
  const state = status === 'done' ? '' : ' The runs had not ended.';
  const noise = experiment.run?.randomness?.mode === 'secure' ? '' : ' Reproducible noise.';
  return `${budgetText(experiment)}; ${repeats}, ${drawn}.${state}${noise} ${exact} Made with Noisy Descent.`;
}

function titleOf({ title }: Experiment): string {
  return title ?? 'Noisy Descent';
}
