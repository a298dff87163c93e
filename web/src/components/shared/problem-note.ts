import { html, nothing } from 'lit';

/** What went wrong, where something did. */
export const problemNote = ({ problem }: { problem: string }) =>
  problem === '' ? nothing : html`<p class="error" role="alert">${problem}</p>`;
