import { LitElement, css, html, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import { shared } from '../../styles/shared.ts';

/** Which step is told, in words. */
export interface Told {
  id: string;
  title: string;
  step: number;
  of: number;
  text: string;
  /** Read off the picture; '' before it is there, and where it does not show it. */
  found: string;
  /** What is awaited; '' where nothing is. */
  awaited: string;
}

/** A story over the stage: the sentence of this step, and the way to the others. */
@customElement('nd-story-bar')
export class StoryBar extends LitElement {
  static override styles = [
    shared,
    css`
      section {
        display: grid;
        grid-template: 'title title' 'words acts' / minmax(0, 1fr) auto;
        gap: 2px 24px;
        align-items: center;
        padding: 8px 16px;
        border-bottom: 1px solid var(--hairline);
        background: var(--accent-soft);
      }
      h2 {
        grid-area: title;
        font-size: var(--text-small);
      }
      .words {
        grid-area: words;
        max-width: 100ch;
        /* Two lines: nothing moves when the picture is there. */
        min-height: 2.9em;
        font-size: 15px;
      }
      .found {
        font-weight: 550;
      }
      .acts {
        display: flex;
        grid-area: acts;
        gap: 8px;
      }
      @container (width < 1100px) {
        :host {
          position: sticky;
          z-index: 15;
          top: 0;
        }
        section {
          grid-template: 'title' 'words' 'acts' / minmax(0, 1fr);
          gap: 4px;
          max-height: 33.3dvh;
          padding: 4px 12px;
        }
        .words {
          /* What is scrolled is positioned: nothing for screen readers stretches the page. */
          position: relative;
          overflow-y: auto;
          min-height: 0;
          font-size: var(--text);
          line-height: 1.35;
        }
        .acts button {
          flex: 1;
        }
      }
      @media (max-height: 700px) {
        @container (width < 1100px) {
          .words {
            font-size: 13px;
            line-height: 1.3;
          }
        }
      }
    `,
  ];

  @property({ attribute: false }) told!: Told;

  override render() {
    const { title, step, of, text, found, awaited } = this.told;
    const isLast = step === of;
    return html`<section aria-labelledby="title">
      <h2 id="title">${title} <span class="quiet">${step} of ${of}</span></h2>
      <div class="words">
        <p aria-live="polite" aria-atomic="true">
          <span class="hidden-text">Step ${step} of ${of}.</span>
          ${text} <span class="found">${found}</span>
        </p>
        ${awaited ? html`<p class="small quiet">${awaited}</p>` : nothing}
      </div>
      <div class="acts">
        <button ?disabled=${step === 1} @click=${() => this.go(step - 1)}>Back</button>
        ${
          isLast
            ? html`<button class="primary" @click=${this.leave}>Done</button>`
            : html`<button class="primary" @click=${() => this.go(step + 1)}>Next</button>
                <button @click=${this.leave}>Leave</button>`
        }
      </div>
    </section>`;
  }

  private go(step: number): void {
    emit(this, 'nd-story', { id: this.told.id, step });
  }

  private leave(): void {
    emit(this, 'nd-story', { id: this.told.id, step: 0 });
  }
}
