// What `noisy-descent/anywidget` offers: a front-end module by anywidget's conventions. Its code is in web/.
import type { NoisyDescentElement } from './element.ts';
import type { ErrorBody } from './error.ts';
import type { ExperimentFile } from './schema.ts';
import type { ExperimentResult, PlanReport } from './types.ts';

/** The traits that the module reads; a host may lack those that may be null. */
export interface NotebookSettings extends Pick<NoisyDescentElement, 'theme' | 'hide' | 'start'> {
  /** An experiment file, as an object or as JSON text. One of `experiment` and `link` is given. */
  experiment: ExperimentFile | string | null;
  /** A share link. */
  link: string | null;
  view: 'chart' | 'curve';
  /** Counts the files of records that the host was given; 0 where there is none. */
  data_version: number;
}

/** The traits that it writes. They are of the last plan, run or mistake. */
export interface NotebookAnswers {
  plan: PlanReport | null;
  /** It holds exact diagnostics: not for publishing. */
  result: ExperimentResult<ExperimentFile> | null;
  error: ErrorBody | null;
}

export type NotebookTraits = NotebookSettings & NotebookAnswers;

/** Messages to the host. */
export interface DataRequest {
  type: 'data';
}

/** Messages from the host. Those with `data` have the bytes of the file in their first buffer. */
export type HostMessage = { type: 'data'; version: number } | { type: 'run' } | { type: 'cancel' };

/** The part of anywidget's model that it uses. */
export interface NotebookModel {
  get<Name extends keyof NotebookTraits>(name: Name): NotebookTraits[Name] | undefined;
  set<Name extends keyof NotebookAnswers>(name: Name, value: NotebookAnswers[Name]): void;
  save_changes(): void;
  on(event: 'msg:custom', listener: (message: HostMessage, buffers: DataView[]) => void): void;
  on(event: `change:${keyof NotebookTraits}`, listener: () => void): void;
  off(event: string, listener: (...words: never[]) => void): void;
  send(message: DataRequest): void;
}

/** The methods of one widget, which may have several views. Each gives a function that ends it. */
export interface NotebookWidget {
  initialize(props: { model: NotebookModel; signal?: AbortSignal }): () => void;
  render(props: { model: NotebookModel; el: HTMLElement; signal?: AbortSignal }): () => void;
}

declare const widget: () => NotebookWidget;
export default widget;
