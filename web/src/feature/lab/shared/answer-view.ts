import { LitElement, html, nothing, type CSSResultGroup, type TemplateResult } from 'lit';
import { property } from 'lit/decorators.js';
import type { EngineError } from '../../../../../wasm/client/index.ts';
import { emit } from '../../../components/shared/events.ts';
import { define } from '../../../host/define.ts';
import { Inquiry } from '../../../store/inquiry.ts';
import { shared } from '../../../styles/shared.ts';
import type { TheoryEngine } from './queries.ts';
import { viewStyles } from './styles.ts';

/**
 * The view of a question: asks the engine whenever its settings change, and draws the newest answer
 * with the settings that it answers, which the reader's may be ahead of.
 */
export abstract class AnswerView<Settings, Answer> extends LitElement {
  static override styles: CSSResultGroup = [shared, viewStyles];

  @property({ attribute: false }) engine!: TheoryEngine;
  @property({ attribute: false }) settings!: Settings;
  /** Stands above a refusal, and above what is said while the first answer is awaited. */
  protected abstract readonly heading: string;
  /** Said until the first answer comes; empty where it comes at once. */
  protected readonly waiting: string = '';
  protected readonly inquiry = new Inquiry<{ answer: Answer; settings: Settings }>(this);

  protected abstract ask(engine: TheoryEngine, settings: Settings): Promise<Answer>;
  protected abstract draw(answer: Answer, settings: Settings): TemplateResult;

  override willUpdate(): void {
    const { engine, settings } = this;
    this.inquiry.ask(settings, () => this.answered(engine, settings));
  }

  private async answered(engine: TheoryEngine, settings: Settings) {
    try {
      const answer = await this.ask(engine, settings);
      emit(this, 'nd-refused', { field: '', problem: '' });
      return { answer, settings };
    } catch (error) {
      const { field = '', message } = error as Partial<EngineError> & Error;
      emit(this, 'nd-refused', { field, problem: message });
      throw error;
    }
  }

  override render() {
    const { answer, problem } = this.inquiry;
    if (problem)
      return html`<h2>${this.heading}</h2>
        ${refusal(problem)}`;
    if (answer !== null) return this.draw(answer.answer, answer.settings);
    return html`<h2>${this.heading}</h2>
      ${this.waiting ? awaited(this.waiting) : nothing}`;
  }
}

interface View<Settings, Answer> {
  heading: string;
  waiting?: string;
  styles?: CSSResultGroup;
  ask: (engine: TheoryEngine, settings: Settings) => Promise<Answer>;
  /** @param host  from which a change of settings is sent */
  draw: (answer: Answer, settings: Settings, host: HTMLElement) => TemplateResult;
}

/** Defines the element of a view that asks one thing and keeps nothing of its own. */
export function answerView<Settings, Answer>(name: string, view: View<Settings, Answer>): void {
  class Defined extends AnswerView<Settings, Answer> {
    static override styles = [shared, viewStyles, view.styles ?? []];
    protected override readonly heading = view.heading;
    protected override readonly waiting = view.waiting ?? '';
    protected override readonly ask = view.ask;

    protected override draw(answer: Answer, settings: Settings) {
      return view.draw(answer, settings, this);
    }
  }
  define(name, Defined);
}

/** What the engine said against a question. */
export function refusal(problem: string) {
  return html`<p class="error" role="alert">${problem}</p>`;
}

export function awaited(text: string) {
  return html`<p role="status">${text}</p>`;
}
