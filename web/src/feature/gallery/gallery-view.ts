import { LitElement, html, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import { formatSeconds } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import '../stories/story-list.ts';
import type { Example, ExampleGroup } from './example.ts';
import { found } from './find.ts';
import { withFormulas } from './formulas.ts';
import { galleryStyles } from './gallery-styles.ts';
import { allExamples, groups } from './groups.ts';
import { drawnText } from './measured.ts';
import './stored-picture.ts';
// What is opened here may be too dear to run unasked: its place is filled at once.
import './stored-stage.ts';
import { storedPicture, storedRuns } from './stored.ts';

/** Curves that a card names. */
const mostNamed = 5;

/** All examples: what a paper claims, what a run of it gave, and what that took. */
@customElement('nd-gallery')
export class Gallery extends LitElement {
  static override styles = [shared, galleryStyles];

  @state() private words = '';
  /** What was opened last: whoever comes back finds it. */
  private opened: string | null = null;

  override connectedCallback(): void {
    super.connectedCallback();
    const { opened } = this;
    if (opened === null) return;
    void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>(`#${opened}`)?.focus()); // prettier-ignore
  }

  override render() {
    const shown = found(groups, this.words);
    const count = shown.reduce((sum, { examples }) => sum + examples.length, 0);
    return html`<main>
      <div class="head">
        <h2>Gallery</h2>
        <p class="story">
          What papers on private optimization claim, and what our runs of it show. Open an example,
          run it, and change it.
          <button
            class="link"
            @click=${() => emit(this, 'nd-place', { view: 'table', isStep: true })}
          >
            Use your own table
          </button>
          instead.
        </p>
      </div>
      <h3>Stories of two minutes</h3>
      <nd-story-list></nd-story-list>
      <div class="head">
        <label class="find">
          <span>Find</span>
          <input
            type="search"
            placeholder="Figure 3, Theorem 1, SVRG, accuracy…"
            .value=${this.words}
            @input=${(event: Event) => (this.words = (event.target as HTMLInputElement).value)}
          />
        </label>
        <p class="quiet small" role="status">
          ${this.words.trim() === '' ? `${count} examples` : `${count} of ${allExamples.length} examples`}
        </p>
      </div>
      <nav aria-label="Groups of examples">
        ${shown.map(({ title }, index) => html`<button @click=${() => this.goTo(index)}>${title}</button>`)}
      </nav>
      ${shown.map((group) => this.group(group))}
      ${count === 0 ? html`<p>No example says all of these words.</p>` : nothing}
    </main>`;
  }

  private group({ title, about, examples }: ExampleGroup) {
    return html`<section>
      <h3 tabindex="-1">${title}</h3>
      <p class="quiet story">${about}</p>
      <ul>
        ${examples.map((example) => html`<li>${this.card(example)}</li>`)}
      </ul>
    </section>`;
  }

  private card({ name, source, claim, look, file }: Example) {
    const { title, repeats = 1, seconds } = storedRuns[name];
    const stored = storedPicture(name);
    return html`<article>
      <h4>
        <button id=${name} @click=${() => this.open(name)}>${title}</button>
      </h4>
      <p class="claim">
        ${source ? html`<strong>${source}.</strong> ` : nothing}${withFormulas(claim)}
      </p>
      ${
        stored === null
          ? nothing
          : html`<nd-stored-picture .panel=${stored.card} .most=${mostNamed}></nd-stored-picture>`
      }
      <p class="look">${look}</p>
      <p class="quiet small cost">
        ${file ? `Needs ${file.name}: ${file.from}.` : `${drawnText(repeats)}, stored. It took ${formatSeconds(seconds)} on one processor.`}
      </p>
    </article>`;
  }

  private goTo(index: number): void {
    const heading = this.renderRoot.querySelectorAll<HTMLElement>('section h3')[index];
    heading.scrollIntoView();
    heading.focus({ preventScroll: true });
  }

  private open(name: string): void {
    this.opened = name;
    emit(this, 'nd-example', { name });
  }
}
