// What `noisy-descent/element` offers: the element's types. Its code is in web/.
import type { ErrorBody } from './error.ts';
import type { Experiment } from './experiment.ts';
import type { ExperimentFile } from './schema.ts';
import type { ExperimentResult, PlanReport } from './types.ts';

/**
 * `chart`: title, budget, curves, legend, privacy; `curve`: curves, names and privacy; `full`: the
 * whole playground, whose code is loaded when it is asked for.
 */
export type ElementView = 'chart' | 'curve' | 'full';

/** What `hide` can leave out. The privacy of what is drawn always stands under it. */
export type HideablePart = 'title' | 'epsilon' | 'controls' | 'legend';

export interface ProgressDetail {
  /** Before it runs, data are loaded and plans are made. */
  phase: 'loading' | 'planning' | 'running';
  /** Work done, in [0, 1]. */
  share: number;
  /** Null until the rate is known. */
  secondsLeft: number | null;
}

/** Events of the element; they do not bubble. */
export interface NoisyDescentEvents {
  /** What will run, with its privacy and its price; nothing has run. */
  plan: CustomEvent<PlanReport>;
  progress: CustomEvent<ProgressDetail>;
  /** The result of a run that ended. It holds exact diagnostics: not for publishing. */
  result: CustomEvent<ExperimentResult<ExperimentFile>>;
  /** What is wrong with an attribute, a source, the experiment or a run: code, field, what to do. */
  error: CustomEvent<ErrorBody>;
}

/** What `save` gives and `restore` takes: plain JSON. A result holds exact diagnostics. */
export interface SavedElement {
  version: 1;
  experiment: ExperimentFile;
  /** How the chart is looked at. */
  view: Record<string, unknown>;
  /** Null where nothing had run to its end. */
  result: ExperimentResult<ExperimentFile> | null;
}

/** `<noisy-descent>`: an experiment on a page. */
export interface NoisyDescentElement extends HTMLElement {
  /** The experiment as an object, or as JSON text as in the attribute. One source is allowed. */
  experiment: Experiment | ExperimentFile | string | null;
  /** Address of an experiment file. */
  src: string | null;
  /** A share link: its fragment, or the whole address. */
  link: string | null;
  /** By default `chart`. */
  view: ElementView;
  /** Address of a picture that is shown until the first curves are there. */
  poster: string | null;
  /** Parts to leave out, separated by spaces: see HideablePart. */
  hide: string;
  theme: 'light' | 'dark' | 'auto';
  /** When the engine is loaded: as soon as the element is `visible`, or on a `click` on Run. */
  start: 'visible' | 'click';
  /** Folder of the engine's files where they are not beside the script. */
  baseUrl: string;
  /** Bytes of the file that an experiment on a file reads. They stay in the page. */
  data: Blob | null;
  /** Runs the present experiment whatever it costs; `result` or `error` follows. */
  run(): void;
  cancel(): void;
  /** The curves as the text of an SVG document, for a poster; null before there are any. */
  drawPoster(): Promise<string | null>;
  /** Experiment, view and result, to be kept; null before there is an experiment. */
  save(): SavedElement | null;
  /**
   * Shows what was saved, in place of what is there; nothing runs again.
   *
   * @throws EngineError naming the field that is wrong; the element stays as it was
   */
  restore(saved: unknown): void;
  addEventListener<Name extends keyof NoisyDescentEvents>(
    type: Name,
    listener: (this: NoisyDescentElement, event: NoisyDescentEvents[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<Name extends Exclude<keyof HTMLElementEventMap, keyof NoisyDescentEvents>>(
    type: Name,
    listener: (this: HTMLElement, event: HTMLElementEventMap[Name]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(
    type: string,
    listener: EventListenerOrEventListenerObject,
    options?: boolean | AddEventListenerOptions,
  ): void;
}

/** The element's class: importing `noisy-descent/element` defines `<noisy-descent>`. */
export declare const NoisyDescentElement: {
  new (): NoisyDescentElement;
  prototype: NoisyDescentElement;
};

/** What a tag takes in a template of a framework. */
export interface NoisyDescentAttributes extends Partial<
  Pick<
    NoisyDescentElement,
    'experiment' | 'src' | 'link' | 'view' | 'poster' | 'hide' | 'theme' | 'start' | 'data'
  >
> {
  'base-url'?: string;
}

/** Listeners of a tag, by the names that React and Svelte give them. */
export type NoisyDescentListeners = {
  [Name in keyof NoisyDescentEvents as `on${Name}`]?: (event: NoisyDescentEvents[Name]) => void;
};

declare global {
  interface HTMLElementTagNameMap {
    'noisy-descent': NoisyDescentElement;
  }
}
