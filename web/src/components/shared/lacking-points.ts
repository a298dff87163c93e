import { html, type LitElement } from 'lit';
import type { ExperimentPicture } from '../../store/picture.ts';
import { emit } from './events.ts';

/** In place of points that runs did not keep: one click runs them again. */
export function lackingPoints(host: LitElement, picture: ExperimentPicture | null) {
  if (picture?.status === 'running') return html`<p class="small quiet">Running…</p>`;
  if (picture?.experiment.run?.trace?.iterates) return html`<p class="small quiet">No curve that is shown has points.</p>`; // prettier-ignore
  const keep = () => {
    emit(host, 'nd-edit', { path: 'run.trace.iterates', value: true });
    emit(host, 'nd-command', { command: 'run' });
  };
  return html`<p class="small quiet">
      These runs did not keep their released points.
      ${isReplay(picture) ? 'The same seed gives the same runs.' : 'Secure noise is drawn again: this will be another run, and it costs its budget again.'}
    </p>
    <button @click=${keep}>Keep them and run again</button>`;
}

/** The seed gives the same runs again. */
export function isReplay(picture: ExperimentPicture | null): boolean {
  return picture?.experiment.run?.randomness?.mode !== 'secure';
}
