import { svg, LitElement, css, html } from 'lit';
import { glyph } from '../../components/shared/run-icons.ts';
import { property, query } from 'lit/decorators.js';
import { customElement } from '../../host/define.ts';
import { speeds, type Action, type Playback } from './playback.ts';
import { formatNumber } from '../../format/number.ts';
import { shared } from '../../styles/shared.ts';
import { icons } from '../../components/shared/icons.ts';

const playbackIcons = {
  first: glyph(svg`<path d="M4 3v10M12 3.5L6.5 8l5.5 4.5z"/>`),
  back: glyph(svg`<path d="M10.5 3.5L5 8l5.5 4.5z"/>`),
  forward: glyph(svg`<path d="M5.5 3.5L11 8l-5.5 4.5z"/>`),
  last: glyph(svg`<path d="M12 3v10M4 3.5L9.5 8 4 12.5z"/>`),
};

/** Plays, steps and scrubs through frames; every control is reached by the keyboard, too. */
@customElement('nd-playback-bar')
export class PlaybackBar extends LitElement {
  static override styles = [
    shared,
    css`
      :host {
        display: flex;
        flex-wrap: wrap;
        align-items: center;
        gap: 4px;
      }
      .scrub {
        position: relative;
        flex: 1 1 160px;
        min-width: 120px;
        margin: 0 8px;
      }
      input[type='range'] {
        display: block;
        width: 100%;
        height: 32px;
        margin: 0;
        accent-color: var(--accent);
        touch-action: pan-y;
      }
      /* As far from the ends as the middle of the slider's thumb. */
      .marks {
        position: absolute;
        right: 8px;
        bottom: 1px;
        left: 8px;
        height: 5px;
        pointer-events: none;
      }
      .marks span {
        position: absolute;
        width: 1px;
        height: 100%;
        background: var(--hairline-strong);
      }
      select {
        width: auto;
        min-height: var(--low);
        color: var(--ink-quiet);
        font-size: var(--text-small);
      }
      @media (pointer: coarse) {
        input[type='range'] {
          height: 44px;
        }
      }
    `,
  ];

  @property({ attribute: false }) playback!: Playback;
  /** The last frame. */
  @property({ type: Number }) last = 0;
  /** Where the picture stands, for whoever hears it. */
  @property() words = '';
  /** Frames at which something begins. */
  @property({ attribute: false }) marks: readonly number[] = [];
  @property({ attribute: false }) act: (action: Action) => void = () => undefined;
  /** Obeys a key that is pressed on the slider; false where it asks for nothing. */
  @property({ attribute: false }) press: (event: KeyboardEvent) => boolean = () => false;
  @query('input') private slider!: HTMLInputElement | null;

  /** Moves the slider alone: nothing is rendered while it plays. */
  show(at: number): void {
    if (this.slider !== null) this.slider.value = String(at);
  }

  override render() {
    const { playback, last } = this;
    return html`${this.button('First point', playbackIcons.first, { kind: 'start' })}
      ${this.button('One step back', playbackIcons.back, { kind: 'step', frames: -1 })}
      <button
        class="icon"
        aria-label=${playback.isPlaying ? 'Pause' : 'Play'}
        title=${playback.isPlaying ? 'Pause (space)' : 'Play (space)'}
        ?disabled=${last === 0}
        @click=${() => this.act({ kind: 'toggle' })}
      >
        ${playback.isPlaying ? icons.pause : icons.play}
      </button>
      ${this.button('One step on', playbackIcons.forward, { kind: 'step', frames: 1 })}
      ${this.button('Last point', playbackIcons.last, { kind: 'end' })}
      <div class="scrub">
        <input
          type="range"
          min="0"
          max=${last}
          step="any"
          aria-label="Point of the runs"
          aria-valuetext=${this.words}
          .value=${String(playback.at)}
          @input=${this.seek}
          @keydown=${this.key}
        />
        <div class="marks" aria-hidden="true">
          ${this.marks.map((at) => html`<span .style=${`left: ${(100 * at) / Math.max(1, last)}%`}></span>`)}
        </div>
      </div>
      <label for="speed" class="hidden-text">Speed</label>
      <select id="speed" @change=${this.hurry}>
        ${speeds.map((speed) => html`<option value=${speed} .selected=${speed === playback.speed}>${formatNumber(speed)}×</option>`)}
      </select>`;
  }

  private button(label: string, icon: unknown, action: Action) {
    return html`<button
      class="plain icon"
      aria-label=${label}
      title=${label}
      ?disabled=${this.last === 0}
      @click=${() => this.act(action)}
    >
      ${icon}
    </button>`;
  }

  private key(event: KeyboardEvent): void {
    if (this.press(event)) event.preventDefault();
  }

  private seek(): void {
    this.act({ kind: 'seek', at: Math.round(Number(this.slider!.value)) });
  }

  private hurry(event: Event): void {
    this.act({ kind: 'speed', speed: Number((event.target as HTMLSelectElement).value) });
  }
}
