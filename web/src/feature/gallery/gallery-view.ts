import { LitElement, html, nothing, type TemplateResult, css } from 'lit';
import { state } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { emit } from '../../components/shared/events.ts';
import { formatSeconds } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import '../stories/story-list.ts';
import type { Example, ExampleGroup } from './example.ts';
import { allExamples, groups } from './groups.ts';
import { drawnText } from './measured.ts';
import './stored-picture.ts';
// What is opened here may be too dear to run unasked: its place is filled at once.
import './stored-stage.ts';
import { storedPicture, storedRuns } from './stored.ts';

const galleryStyles = css`
  :host {
    display: flex;
    flex: 1;
    min-height: 0;
  }
  main {
    position: relative;
    flex: 1;
    min-width: 0;
    padding: 24px 24px 48px;
    overflow-y: auto;
    scrollbar-width: thin;
    scrollbar-color: var(--hairline) transparent;
  }
  .head {
    display: grid;
    gap: 8px;
  }
  nd-story-list {
    display: block;
    margin: 8px 0 24px;
  }
  .head + h3 {
    margin-top: 16px;
  }
  h2 {
    font-size: 24px;
  }
  .story {
    max-width: 72ch;
  }
  .find {
    display: flex;
    align-items: center;
    gap: 8px;
    max-width: 480px;
  }
  .find input {
    min-height: 40px;
  }
  nav {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    margin-top: 16px;
  }
  section {
    margin-top: 32px;
  }
  h3:focus {
    outline: none;
  }
  .claim sup,
  .claim sub {
    font-size: 0.8em;
    line-height: 0;
  }
  h3 {
    scroll-margin-top: 16px;
    color: var(--ink);
    font-size: var(--text-large);
  }
  ul {
    display: grid;
    grid-template-columns: repeat(auto-fill, minmax(min(320px, 100%), 1fr));
    gap: 16px;
    margin: 12px 0 0;
    padding: 0;
    list-style: none;
  }
  article {
    position: relative;
    display: flex;
    flex-direction: column;
    gap: 8px;
    height: 100%;
    padding: 16px;
    border: 1px solid var(--hairline);
    border-radius: 8px;
    background: var(--paper-raised);
  }
  article:hover,
  article:focus-within {
    border-color: var(--accent);
  }
  h4 {
    margin: 0;
  }
  h4 button {
    display: block;
    min-height: 0;
    padding: 0;
    border: 0;
    background: none;
    font-size: 16px;
    font-weight: 650;
    line-height: 1.3;
    text-align: left;
    white-space: normal;
  }
  /* All of a card opens it. */
  h4 button::after {
    position: absolute;
    inset: 0;
    border-radius: 8px;
    content: '';
  }
  article:hover h4 button {
    color: var(--accent);
  }
  .cost {
    margin-top: auto;
  }
  @container (width < 1100px) {
    main {
      overflow: visible;
    }
  }
  @container (width < 601px) {
    main {
      padding: 16px 12px 32px;
    }
    nav {
      flex-wrap: nowrap;
      padding: 2px;
      overflow-x: auto;
      scrollbar-width: none;
    }
    nav button {
      flex: none;
    }
    article {
      padding: 12px;
    }
  }
`;

/** The groups with those of their examples in which all words occur; empty groups are left out. */
export function found(groups: readonly ExampleGroup[], words: string): ExampleGroup[] {
  const asked = words.toLowerCase().split(/\s+/).filter(Boolean);
  return groups
    .map((group) => ({
      ...group,
      examples: group.examples.filter((example) => {
        const text = textOf(group, example).toLowerCase();
        return asked.every((word) => text.includes(word));
      }),
    }))
    .filter(({ examples }) => examples.length > 0);
}

function textOf({ title, about }: ExampleGroup, { name, source, claim, look }: Example): string {
  const labels = storedPicture(name)?.card.picture.series.map(({ label }) => label) ?? [];
  return [title, about, source, storedRuns[name].title, claim, look, ...labels].join(' ');
}

/** A sentence with its formulas set: `n^{2}` is raised, `d_{x}` is lowered. */
function withFormulas(text: string): (string | TemplateResult)[] {
  return text.split(/([\^_]\{[^}]*\})/).map((part) => {
    const inner = part.slice(2, -1);
    if (part.startsWith('^{')) return html`<sup>${inner}</sup>`;
    return part.startsWith('_{') ? html`<sub>${inner}</sub>` : part;
  });
}

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
          What papers on private optimization claim, and what our runs show. Open an example, run
          it, and change it.
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
      ${count === 0 ? html`<p>No example contains all of these words.</p>` : nothing}
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
