import type { Advice } from '../../fit/advisor.ts';
import type { Measure } from '../../results/measures.ts';
import type { AuditReport, Experiment } from '../../engine/types.ts';
import type { DataFile, Explanation, View, Place } from '../../store/state.ts';

/** What a reader can ask for besides changing a field. */
export type Command =
  | 'run'
  | 'cancel'
  | 'pause'
  | 'undo'
  | 'redo'
  | 'share'
  | 'close-link'
  | 'export-svg'
  | 'export-png'
  | 'export-csv'
  | 'export-traces'
  | 'export-summary'
  | 'export-result'
  | 'export-experiment'
  | 'dismiss';

/** Events that rise from the components to the app; all bubble through shadow roots. */
export interface PageEvents {
  /** One field of the experiment gets a value; undefined removes it. */
  'nd-edit': { path: string; value: unknown; dragging?: boolean };
  'nd-command': { command: Command };
  'nd-view': Partial<View>;
  /** The run that is drawn is to be kept behind the next ones. */
  'nd-pin': null;
  'nd-pin-name': { pin: number; name: string };
  'nd-unpin': { pin: number };
  /** The focused field tells what it means. */
  'nd-explain': Explanation;
  'nd-file': { file: File };
  /** The file that the experiment reads, whatever it is called on the reader's machine. */
  'nd-awaited-file': { file: File };
  /** A file for the experiment of the opened link; `isSure` though it is not the sender's. */
  'nd-link-file': { file: File; isSure: boolean };
  /** A step of a story, from 1; 0 leaves it. */
  'nd-story': { id: string; step: number };
  /** What an audit found. */
  'nd-audited': { report: AuditReport };
  /** An example is to be opened. */
  'nd-example': { name: string };
  /** An experiment on a file of the reader's, to be looked into. */
  'nd-experiment': { experiment: Experiment; file: DataFile };
  /** What is drawn was chosen: it has to be computed, too. */
  'nd-measure': { measure: Measure };
  /** The reader points at x on the chart's axis; null when they leave. */
  'nd-crosshair': { x: number | null };
  'nd-drawn': null;
  /** What the engine said against a question of the lab, and of which setting; both '' for an answer. */
  'nd-refused': { field: string; problem: string };
  /** The reader goes elsewhere; a step is undone by the browser's back, a setting is not. */
  'nd-place': Partial<Place> & { isStep: boolean };
}

export function emit<Name extends keyof PageEvents>(
  target: EventTarget,
  name: Name,
  detail: PageEvents[Name],
): void {
  target.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
}

/** The value of a field that is none of the experiment's: nobody else hears of it. */
export function ownValue(event: CustomEvent): unknown {
  event.stopPropagation();
  return (event.detail as { value: unknown }).value;
}

/** What the forms need to know besides their values: errors by field, and the resolved defaults. */
export interface FormContext {
  errorAt(path: string): string;
  /** What would not fit, and what helps. */
  fit: Advice;
}
