import type { Link } from '../../../wasm/client/link/index.ts';
import type { Catalogue, Experiment } from '../engine/types.ts';
import type { ChartOptions } from '../curves/model.ts';
import type { Variation } from '../experiment/vary.ts';
import type { SeenFile } from './seen.ts';
import { gapMeasure, measureNames } from '../results/measures.ts';
import type { ExperimentPicture } from './picture.ts';
import type { Pin } from './pins.ts';
import type { Work } from './work.ts';

/** How the chart is looked at: not part of the experiment, kept across reloads. */
export interface View extends Required<ChartOptions> {
  /** How often the model is right, beside the gap, where it is measured. */
  showBeside: boolean;
  /** Labels of faded curves. */
  faded: string[];
}

/** A file that the user chose: its bytes stay in the page and are forgotten with it. */
export interface DataFile {
  name: string;
  blob: Blob;
}

export interface Explanation {
  title: string;
  text: string;
  source?: string;
  /** What varying the field would sweep. */
  vary?: Variation;
}

/** Something to tell the reader once, above the page. */
export interface Notice {
  tone: 'error' | 'info';
  text: string;
  /** Of an error, where the engine's table has one. */
  code?: string;
  /** An example that is made for what was opened. */
  offer?: { example: string; title: string };
  /** Of a run that was going when the page was left: whether one click runs it again, or its file is needed. */
  interrupted?: 'run' | 'file';
}

/** Where in the page the reader is. */
export interface Place {
  /** The first screen, the examples, the reader's own table, what is behind the first screen, or the lab. */
  view: 'play' | 'gallery' | 'table' | 'playground' | 'lab';
  /** What is set in the lab, in its own words; '' for its defaults. */
  lab: string;
  /** The story that is told, over whichever view; absent where none is. */
  story?: StoryPlace;
}

/** A step of a story. */
export interface StoryPlace {
  id: string;
  /** From 1. */
  step: number;
  /** Whether what the step shows was set: after that the reader may change it. */
  isShown: boolean;
}

/** The link that the page was opened with. */
export interface OpenedLink {
  link: Link;
  /** A file that was chosen and is not the sender's: nothing was done with it yet. */
  other: { file: File; sha256: string } | null;
}

export interface State {
  /** The playground or the lab. */
  place: Place;
  catalogue: Catalogue | null;
  /** What the forms say; what is drawn may be older. */
  experiment: Experiment;
  file: DataFile | null;
  /** The last file that was looked at before it was read. */
  seen: SeenFile | null;
  view: View;
  /** The link that the experiment came with; null when the reader closed what is said of it. */
  opened: OpenedLink | null;
  /** What becomes of what the forms say: whether it is planned, runs, or is wrong. */
  work: Work;
  /** What is drawn, exported and told of; null before there is any. */
  picture: ExperimentPicture | null;
  /** Finished runs that are drawn behind it, until the page is left. */
  pins: readonly Pin[];
  /** True in the first moment of a re-run: the picture follows the hand and is not old yet. */
  isFollowing: boolean;
  notice: Notice | null;
  explanation: Explanation | null;
}

/** Where the page opens. */
export const home: Place = { view: 'playground', lab: '' };

export const initialView: View = {
  axis: 'iteration',
  measure: gapMeasure,
  scale: 'log',
  showBounds: false,
  showFloors: true,
  showBeside: true,
  faded: [],
  sweep: {},
  layout: null,
};

/** A view from anywhere, with every unknown or damaged part replaced by the default. */
export function readView(stored: Readonly<Record<string, unknown>>): View {
  const view = { ...initialView };
  const axes = ['iteration', 'gradientEvaluations', 'passes', 'seconds'] as const;
  view.axis = axes.find((one) => one === stored['axis']) ?? view.axis;
  view.measure = measureNames.find((one) => one === stored['measure']) ?? view.measure;
  view.scale = stored['scale'] === 'linear' ? 'linear' : 'log';
  view.showBounds = stored['showBounds'] === true;
  view.showFloors = stored['showFloors'] !== false;
  view.showBeside = stored['showBeside'] !== false;
  return view;
}
