// A story that is told: it sets what each step shows, and says what is seen.
import { html, nothing, type ReactiveControllerHost } from 'lit';
import type { AuditReport, Experiment } from '../../engine/types.ts';
import type { ChartModel } from '../../curves/model.ts';
import { isOf } from '../../store/picture.ts';
import type { Place, State, StoryPlace, View } from '../../store/state.ts';
import { isBusy, planNow } from '../../store/work.ts';
import './story-bar.ts';
import type { Told } from './story-bar.ts';
import type { Look, Seen, Step, Recipe } from './step.ts';
import { stepOf, storyOf } from './table.ts';
import { checkExperiment } from '../../experiment/check.ts';
import { withValueAt } from '../../experiment/paths.ts';
import type { Refusal } from '../../experiment/text.ts';

/** The experiment of a step. */
export function experimentOf(
  { edits }: Recipe,
  example: unknown,
): { experiment: Experiment } | Refusal {
  const value = Object.entries(edits).reduce(
    (made: unknown, [path, part]) => withValueAt(made, path, part),
    example,
  );
  return checkExperiment(value);
}

/** What a step asks of the page. */
export interface Shown {
  experiment: Experiment;
  view: Partial<View>;
  place: Place;
}

/** Who shows it. */
interface TellingSession {
  /** The first step of a story leaves what was open to the browser's back. */
  tell(shown: Shown, isFirst: boolean): Promise<void>;
  leaveStory(why: string): void;
  readonly bench: { run(): void };
}

/** What it needs of the page around it. */
export interface TellingHost extends Pick<ReactiveControllerHost, 'requestUpdate'> {
  /** The state as it is drawn. */
  shown(): Readonly<State>;
  /** All that is drawn in one chart; null before there is any. */
  readonly chart: ChartModel | null;
  readonly session: TellingSession;
  /** The experiment of a preset; they come with the first one that is shown. */
  example(name: string): Promise<unknown>;
  /** The element of the page that a step points at. */
  find(selector: string): Element | null;
}

interface Target {
  selector: string;
  /** What stands alone on the page needs no frame. */
  isFramed: boolean;
}

const targets: Record<Look, Target> = {
  chart: { selector: 'nd-chart-panel, nd-play', isFramed: false },
  risk: { selector: 'nd-risk-panel', isFramed: true },
  promise: { selector: 'nd-promise-panel', isFramed: true },
  audit: { selector: 'nd-audit-panel', isFramed: true },
  lab: { selector: 'nd-lab', isFramed: false },
};

/** What the pointed panels are called. */
const panels: Partial<Record<Look, string>> = {
  risk: 'Risk for one person',
  promise: 'Guarantee',
  audit: 'Audit',
};

/** Panels that can be begun from outside. */
interface Auditing {
  begin?: (subject: string) => void;
}

export class Telling {
  private readonly host: TellingHost;
  /** The step that was pointed at, and what was audited and run by itself. */
  private pointed: string | null = null;
  private marked: HTMLElement | null = null;
  private audited: string | null = null;
  private started: string | null = null;
  /** What was found, and at which step. */
  private found: { key: string; report: AuditReport } | null = null;
  private asked: string | null = null;

  constructor(host: TellingHost) {
    this.host = host;
  }

  /** Opens a step, from 1; none, 0, leaves the story. */
  async go(id: string, step: number): Promise<void> {
    const story = storyOf(id);
    if (story === undefined) {
      this.host.session.leaveStory('There is no story of this name: the link was not followed.');
      return;
    }
    if (step === 0) {
      this.host.session.leaveStory('');
      return;
    }
    const { step: one, number } = stepOf(story, step);
    const asked = keyOf({ id, step: number });
    this.asked = asked;
    const example = await this.host.example(one.recipe.preset).catch(() => null);
    // The reader may have gone on meanwhile.
    if (this.asked !== asked) return;
    const made = example === null ? null : experimentOf(one.recipe, example);
    if (made === null || !('experiment' in made)) {
      this.host.session.leaveStory(
        `${story.title} could not be loaded. Reload the page to try again.`,
      );
      return;
    }
    const before = this.host.shown().place.story;
    const isFirst = before?.isShown !== true || before.id !== id;
    const isLink = before?.id === id && !before.isShown;
    const place = { ...one.place, story: { id, step: number, isShown: true } };
    await this.host.session.tell(
      { experiment: made.experiment, view: one.view, place },
      isFirst && !isLink,
    );
  }

  /** The bar of the open story; nothing where none is open. */
  render(): unknown {
    const told = this.told();
    return told === null ? nothing : html`<nd-story-bar .told=${told}></nd-story-bar>`;
  }

  /** The title of the panel that is pointed at; '' where it is not a panel. */
  get exhibit(): string {
    const step = this.step();
    return step === null ? '' : (panels[step.look] ?? '');
  }

  /** After the page was drawn. */
  updated(): void {
    const { place } = this.host.shown();
    const { story } = place;
    if (story === undefined) {
      this.point(null, '');
      return;
    }
    const key = keyOf(story);
    if (!story.isShown) {
      if (this.asked !== key) void this.go(story.id, story.step);
      return;
    }
    const step = this.step();
    if (step === null) return;
    this.point(step.look, key);
    this.begin(step, key);
  }

  /** An audit has ended: of this step, if it was begun in it. */
  heard(report: AuditReport): void {
    const { story } = this.host.shown().place;
    if (story === undefined || this.audited !== keyOf(story)) return;
    this.found = { key: this.audited, report };
    this.host.requestUpdate();
  }

  private report({ place: { story } }: Readonly<State>): AuditReport | null {
    return story !== undefined && this.found?.key === keyOf(story) ? this.found.report : null;
  }

  /** Left and right turn the pages, Escape leaves; not where these keys have another meaning. */
  key(event: KeyboardEvent): void {
    const { story } = this.host.shown().place;
    const told = this.told();
    const isPlain = !event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
    if (!story || told === null || !isPlain || event.defaultPrevented || isTaken(event)) return;
    if (event.key === 'Escape') void this.go(story.id, 0);
    else if (event.key === 'ArrowRight' && told.step < told.of)
      void this.go(story.id, told.step + 1);
    else if (event.key === 'ArrowLeft' && told.step > 1) void this.go(story.id, told.step - 1);
    else return;
    event.preventDefault();
  }

  private told(): Told | null {
    const state = this.host.shown();
    const { story: open } = state.place;
    const story = open && storyOf(open.id);
    if (!open || !story) return null;
    const { step, number } = stepOf(story, open.step);
    const seen = this.seen(state);
    return {
      id: story.id,
      title: story.title,
      step: number,
      of: story.steps.length,
      text: step.text,
      found: seen !== null ? (step.found?.(seen) ?? '') : '',
      awaited: this.awaited(state, step),
    };
  }

  private step(): Step | null {
    const { story: open } = this.host.shown().place;
    const story = open && storyOf(open.id);
    return open && story ? stepOf(story, open.step).step : null;
  }

  /** What is drawn, once that is all of what the forms say; null before. */
  private seen(state: Readonly<State>): Seen | null {
    const { picture } = state;
    const { chart } = this.host;
    if (chart === null || picture?.status !== 'done' || !isOf(picture, state)) return null;
    return {
      model: chart,
      experiment: picture.experiment,
      plan: picture.plan,
      report: this.report(state),
    };
  }

  private awaited(state: Readonly<State>, { look, audits }: Step): string {
    if (state.place.view === 'lab' && look === 'lab') return '';
    if (state.place.story?.isShown !== true) return 'Opening…';
    if (isBusy(state.work) || state.work.phase === 'loading')
      return 'It is running: the numbers follow.';
    const isAuditing =
      audits !== undefined && this.report(state) === null && this.seen(state) !== null;
    return isAuditing ? 'The audit makes many thousands of runs: its result follows.' : '';
  }

  /** Runs and audits what a step shows, once; what the reader does after that is theirs. */
  private begin({ audits }: Step, key: string): void {
    const state = this.host.shown();
    if (state.work.phase === 'waiting' && planNow(state) !== null && this.started !== key) {
      this.started = key;
      this.host.session.bench.run();
    }
    if (audits === undefined) this.audited = null;
    if (audits === undefined || this.audited === key || this.seen(state) === null) return;
    const panel = this.host.find('nd-audit-panel') as Auditing | null;
    if (panel?.begin === undefined) return;
    this.audited = key;
    panel.begin(audits);
  }

  /** Frames what a step points at, and brings it into view once. */
  private point(look: Look | null, key: string): void {
    const { selector, isFramed } =
      look === null ? { selector: '', isFramed: false } : targets[look];
    const found = selector === '' ? null : this.host.find(selector);
    const target = found instanceof HTMLElement ? found : null;
    this.frame(isFramed ? target : null);
    if (this.pointed === key || (target === null && look !== null)) return;
    this.pointed = key;
    // Where the bar stays over what scrolls, that begins below it.
    const bar = this.host.find('nd-story-bar');
    const covers = bar !== null && getComputedStyle(bar).position === 'sticky';
    if (target === null || !(covers || isFramed)) return;
    const margin = covers ? bar.getBoundingClientRect().height + 8 : 8;
    target.style.setProperty('scroll-margin-top', `${margin}px`);
    target.scrollIntoView({ block: 'start' });
  }

  private frame(target: HTMLElement | null): void {
    if (this.marked === target) return;
    for (const name of ['outline', 'outline-offset']) this.marked?.style.removeProperty(name);
    this.marked = target;
    target?.style.setProperty('outline', '2px solid var(--accent)');
    target?.style.setProperty('outline-offset', isBare(target) ? '6px' : '-2px');
  }
}

function keyOf({ id, step }: Pick<StoryPlace, 'id' | 'step'>): string {
  return `${id} ${step}`;
}

/** A panel of the first screen has no space of its own around it. */
const isBare = (panel: Element) => panel.hasAttribute('brief');

/** Whether the keys belong to what has the focus: fields, sliders, charts, menus and dialogs. */
function isTaken(event: KeyboardEvent): boolean {
  const own =
    'input, select, textarea, dialog, details[open], [contenteditable], [role=application], [role=slider]';
  return event.composedPath().some((node) => node instanceof Element && node.matches(own));
}
