import { LitElement, css, html, nothing } from 'lit';
import { property, query } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import type { Place } from '../../store/state.ts';
import { shared } from '../../styles/shared.ts';
import { emit, type Command } from '../shared/events.ts';
import { icons } from '../shared/icons.ts';

const exports: { command: Command; title: string }[] = [
  { command: 'export-svg', title: 'Figure as SVG' },
  { command: 'export-png', title: 'Figure as PNG' },
  { command: 'export-csv', title: 'Curves as CSV' },
  { command: 'export-traces', title: 'Traces as CSV' },
  { command: 'export-summary', title: 'Summary as CSV' },
  { command: 'export-result', title: 'Result as JSON' },
  { command: 'export-experiment', title: 'Experiment as JSON' },
];

/** What only runs that have ended can give. */
const ofResults = new Set<Command>(['export-traces', 'export-summary', 'export-result']);

/** Name, views, undo and redo, link, export. */
@customElement('nd-page-header')
export class PageHeader extends LitElement {
  static override styles = [
    shared,
    css`
      header {
        display: flex;
        align-items: center;
        gap: 4px 8px;
        padding: 8px 16px;
        border-bottom: 1px solid var(--hairline);
      }
      h1 {
        margin: 0 8px 0 0;
        font-size: var(--text-large);
        font-weight: 680;
        letter-spacing: -0.01em;
        white-space: nowrap;
      }
      nav {
        display: flex;
        gap: 4px;
      }
      nav :is(button, a) {
        padding: 4px 8px;
        color: var(--ink-quiet);
      }
      nav a {
        align-content: center;
        min-height: max(32px, var(--low));
      }
      nav button[aria-current='page'] {
        background: var(--accent-soft);
        color: var(--accent);
      }
      .tagline {
        overflow: hidden;
        flex: 1;
        text-overflow: ellipsis;
        white-space: nowrap;
      }
      details {
        position: relative;
      }
      summary {
        display: inline-flex;
        align-items: center;
        gap: 6px;
        min-height: max(32px, var(--low));
        padding: 4px 10px;
        border: 1px solid var(--hairline);
        border-radius: var(--radius);
        list-style: none;
        cursor: pointer;
      }
      summary::-webkit-details-marker {
        display: none;
      }
      .menu {
        position: absolute;
        z-index: 20;
        top: 100%;
        right: 0;
        display: grid;
        min-width: 208px;
        margin-top: 4px;
        padding: 4px;
        border: 1px solid var(--hairline);
        border-radius: 6px;
        background: var(--paper-raised);
        box-shadow: var(--shadow);
      }
      .menu p {
        max-width: 224px;
        padding: 4px 10px;
      }
      .menu button {
        justify-content: flex-start;
        border-color: transparent;
      }
      @container (width < 1100px) {
        .tagline {
          display: none;
        }
        header:not(.playground) nav {
          margin-right: auto;
        }
        .play h1 {
          flex: 1;
        }
      }
      @container (width < 601px) {
        header {
          gap: 4px;
          padding: 4px 8px;
        }
        /* The name and the tools, and below them where one can go. */
        header:not(.play) {
          flex-wrap: wrap;
        }
        h1 {
          flex: 1;
          margin: 0 0 0 4px;
          font-size: 16px;
        }
        .wide {
          display: none;
        }
        nav {
          order: 1;
          flex: 1 0 auto;
          gap: 0;
          min-width: 0;
          overflow-x: auto;
          scrollbar-width: none;
        }
        nav :is(button, a) {
          padding: 4px 6px;
          font-size: var(--text);
        }
        .playground .icon {
          width: 40px;
        }
      }
      @container (width < 360px) {
        h1 {
          font-size: var(--text);
        }
        .playground .icon {
          width: 36px;
        }
      }
      @media (max-height: 480px) {
        header {
          padding-block: 2px;
        }
      }
      @container (width < 401px) {
        nav [aria-current='page'] {
          display: none;
        }
      }
    `,
  ];

  @property() view: Place['view'] = 'playground';
  @property({ type: Boolean }) canUndo = false;
  @property({ type: Boolean }) canRedo = false;
  /** Whether links lead here, and whether one can be made already. */
  @property({ type: Boolean }) isShareable = true;
  @property({ type: Boolean }) canShare = false;
  /** Whether anything is drawn, and whether its runs have all ended. */
  @property({ type: Boolean }) hasPicture = false;
  @property({ type: Boolean }) hasResult = false;
  @query('details') private menu!: HTMLDetailsElement | null;
  private readonly closeOutside = (event: Event) => {
    const { menu } = this;
    if (menu?.open && !event.composedPath().includes(menu)) menu.open = false;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener('pointerdown', this.closeOutside);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener('pointerdown', this.closeOutside);
  }

  override render() {
    return html`<header class=${this.view}>
      <h1>Noisy Descent</h1>
      ${this.view === 'play' ? nothing : this.views()}
      <span class="tagline quiet small">See what privacy costs as it happens</span>
      ${this.tools()}
    </header>`;
  }

  /** A table is nobody else's: there is no link to it. The gallery has nothing to share but its address. */
  private tools() {
    if (this.view === 'table' || this.view === 'gallery') return nothing;
    return this.view === 'playground' ? this.experimentTools() : this.share('Share this view');
  }

  /** Where else the reader can be; the first screen has its own doors. The documentation is only beside a page of ours. */
  private views() {
    const titles = [
      ['play', 'Play'],
      ['gallery', 'Gallery'],
      ['table', 'Your table'],
      ['playground', 'Look inside'],
      ['lab', 'Lab'],
    ] as const;
    return html`<nav aria-label="Views">
      ${titles.map(
        ([view, title]) =>
          html`<button
            class="plain ${view}"
            aria-current=${view === this.view ? 'page' : 'false'}
            @click=${() => this.go(view)}
          >
            ${title}
          </button>`,
      )}
      ${this.isShareable ? html`<a href="docs/">Docs</a>` : nothing}
    </nav>`;
  }

  private go(view: Place['view']): void {
    if (view !== this.view) emit(this, 'nd-place', { view, isStep: true });
  }

  private experimentTools() {
    return html`${this.button('undo', 'Undo', icons.undo, !this.canUndo)}
      ${this.button('redo', 'Redo', icons.redo, !this.canRedo)}
      ${this.share('Share this experiment')}
      <details @keydown=${this.escape}>
        <summary aria-label="Export">${icons.download}<span class="wide">Export</span></summary>
        <div class="menu">
          ${exports.map(
            ({ command, title }) =>
              html`<button ?disabled=${!this.has(command)} @click=${() => this.choose(command)}>
                ${title}
              </button>`,
          )}
          <p class="small quiet">
            Curves, pictures and results contain numbers that are computed without noise: do not
            publish those of private data. “Publish” next to the chart makes a file that you may
            publish.
          </p>
        </div>
      </details>`;
  }

  private has(command: Command): boolean {
    if (command === 'export-experiment') return true;
    return ofResults.has(command) ? this.hasResult : this.hasPicture;
  }

  private share(label: string) {
    if (!this.isShareable) return nothing;
    return this.button('share', label, icons.link, !this.canShare);
  }

  private button(command: Command, label: string, icon: unknown, disabled: boolean) {
    return html`<button
      class="plain icon"
      aria-label=${label}
      title=${label}
      ?disabled=${disabled}
      @click=${() => emit(this, 'nd-command', { command })}
    >
      ${icon}
    </button>`;
  }

  private choose(command: Command): void {
    this.menu!.open = false;
    emit(this, 'nd-command', { command });
  }

  private escape(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    this.menu!.open = false;
    this.menu!.querySelector('summary')!.focus();
  }
}
