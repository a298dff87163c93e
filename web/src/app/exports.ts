import { chartFigure, panelFigure, type Figure, type FigureWords } from '../chart/figure.ts';
import type { PinnedRun } from '../curves/ghosts.ts';
import type { PanelModel } from '../curves/layouts.ts';
import { fadeName } from '../chart/picture.ts';
import { droppedWords } from '../curves/dropped-words.ts';
import type { ChartModel } from '../curves/model.ts';
import type { Command } from '../components/shared/events.ts';
import type { Experiment, PageEngine } from '../engine/types.ts';
import { chartTable } from '../curves/chart-table.ts';
import { csvText, type Table } from '../export/csv.ts';
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

/** The landscape, while that is looked at. */
interface LandscapeExport {
  figure(words: FigureWords): Figure | null;
  /** Every point of its runs; null before they are there. */
  table(): Table | null;
}

/** What stands on the page. */
type Drawn = Pick<Drawing, 'model' | 'panels' | 'beside' | 'pinned'> & {
  landscape: LandscapeExport | null;
};

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
  { model, panels, beside, pinned, landscape }: Drawn,
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
  const figure = () => landscape?.figure(wordsOf(picture, state)) ?? figureOf(picture, state, { model, panels, beside, pinned }); // prettier-ignore
  if (command === 'export-result' && picture.result !== null) {
    download(fileName(title, 'result.json'), jsonFile(picture.result));
  } else if (isTable(command) && picture.result !== null && engine !== null) {
    const table = tables[command];
    const text = await engine.table(picture.result, table);
    download(fileName(`${title} ${table}`, 'csv'), textFile(text, 'text/csv'));
  } else if (command === 'export-csv') {
    const table = landscape?.table() ?? chartTable(model, beside);
    download(fileName(title, 'csv'), textFile(csvText(table), 'text/csv'));
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
  {
    model,
    panels,
    beside = null,
    pinned = [],
  }: { model: ChartModel; panels: readonly PanelModel[] } & Partial<
    Pick<Drawn, 'beside' | 'pinned'>
  >,
): Figure {
  const series = [model, ...panels.map((panel) => panel.model)].flatMap((one) => one.series);
  const { faded } = state.view;
  const exact = [
    ...pinned.map((run) => pinnedWords(run, model, beside, panels)),
    droppedWords(model),
    'The curves are computed from the data without noise and are not private.',
    model.lowerWords ?? '',
  ];
  const options = {
    ...wordsOf(picture, state)('median and 10–90% band', exact.filter(Boolean).join(' ')),
    hidden: new Set(series.filter((one) => faded.includes(fadeName(one))).map(({ key }) => key)),
  };
  if (panels.length === 0) return chartFigure(model, options, beside);
  const pictures = panels.map((panel) => ({ title: panel.title, picture: panel.model }));
  return panelFigure(pictures, model.yRange, options);
}

/** A pinned run with what it promises itself, and whether it is drawn. */
function pinnedWords(
  { pin, name, promise }: PinnedRun,
  model: ChartModel,
  beside: ChartModel | null,
  panels: readonly PanelModel[],
): string {
  const told = `Pinned, ${name}: ${promise}`;
  if (panels.length > 0) return `${told}; not drawn in small charts.`;
  const unseen = [model, beside].flatMap((one) => {
    const reason = one?.unseen?.get(pin);
    return reason === undefined ? [] : [`; not drawn in ${one!.yTitle}: ${reason}`];
  });
  return `${told}${unseen.length > 0 ? unseen.join('') : ', median alone'}.`;
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
